import { type Control, Controller, type FieldPath, type FieldValues } from 'react-hook-form'
import { FindField, type FindOption } from './FindField.tsx'

type FindInputProps<T extends FieldValues> = {
  control: Control<T>
  /** Its value is what was chosen (`id`, `name`), null = nothing. */
  name: FieldPath<T>
  label: string
  hint?: string
  /** What answers the text typed last. */
  options: readonly FindOption[]
  onType: (text: string) => void
  /** What choosing nothing means, where that may be chosen. */
  none?: string
  /** Said where something has to be chosen. */
  required?: string
}

/** One of very many in a form. */
export const FindInput = <T extends FieldValues>({ control, name, label, hint, options, onType, none, required }: FindInputProps<T>) => (
  <Controller
    control={control}
    name={name}
    rules={required === undefined ? {} : { validate: (value: FindOption | null) => value !== null || required }}
    render={({ field: { value, onChange }, fieldState }) => (
      <FindField
        label={label}
        hint={hint}
        error={fieldState.error?.message}
        value={(value as FindOption | null)?.name ?? none ?? ''}
        options={none === undefined ? options : [{ id: '', name: none }, ...options]}
        onType={onType}
        onChoose={({ id, name: chosen }) => onChange(id === '' ? null : { id, name: chosen })}
        required={required !== undefined}
      />
    )}
  />
)
