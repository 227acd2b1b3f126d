import { type Control, Controller, type FieldPath, type FieldValues } from 'react-hook-form'
import { LabelledDay } from '../DayField.tsx'
import { useOfficeT } from '../office/use-office-t.ts'

type DayInputProps<F extends FieldValues> = { control: Control<F>; name: FieldPath<F>; label: string; required?: boolean }

/** A day of a form, as `YYYY-MM-DD`; none is `''`. */
export const DayInput = <F extends FieldValues>({ control, name, label, required = false }: DayInputProps<F>) => {
  const t = useOfficeT()
  return (
    <Controller
      control={control}
      name={name}
      rules={{ validate: (value: unknown) => !required || value !== '' || t('required') }}
      render={({ field: { ref, value, onChange, onBlur }, fieldState }) => (
        <LabelledDay
          label={label}
          date={(value as string) || undefined}
          text="–"
          required={required}
          inputRef={ref}
          error={fieldState.invalid}
          helperText={fieldState.error?.message}
          onBlur={onBlur}
          onDate={onChange}
          onClear={required ? undefined : () => onChange('')}
        />
      )}
    />
  )
}
