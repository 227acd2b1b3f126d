import { type Control, Controller, type FieldPath, type FieldValues } from 'react-hook-form'
import { useState } from 'react'
import { useT } from '../use-t.ts'
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
export const FindInput = <T extends FieldValues>({ control, name, label, hint, options, onType, none, required }: FindInputProps<T>) => {
  const t = useT()
  const [typed, setTyped] = useState('')
  return (
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
          options={options}
          none={none}
          note={typed !== '' && options.length === 0 ? t('members.none') : undefined}
          onType={(text) => {
            setTyped(text)
            onType(text)
          }}
          onChoose={({ id, name: chosen }) => onChange(id === '' ? null : { id, name: chosen })}
          required={required !== undefined}
        />
      )}
    />
  )
}
