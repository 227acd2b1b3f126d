import { type Control, Controller, type FieldPath, type FieldValues } from 'react-hook-form'
import { TextField } from '../TextField.tsx'

/** `18.30`, `1830`, `18h30` and `6` are times as well; what is none stays, to be named as wrong. */
const tidyTime = (text: string): string => {
  const found = /^(\d{1,2})(?:\s*[:.h]?\s*(\d{2}))?\s*h?$/i.exec(text.trim())
  if (!found || Number(found[1]) > 24 || Number(found[2] ?? 0) > 59) return text.trim()
  return `${String(Number(found[1]) % 24).padStart(2, '0')}:${found[2] ?? '00'}`
}

type TimeFieldProps<F extends FieldValues> = {
  control: Control<F>
  name: FieldPath<F>
  label: string
  hint?: string | undefined
  optional?: boolean
}

/** A time of 24 hours, whatever the machine's own clock looks like; empty is `null` where it may be. */
export const TimeField = <F extends FieldValues>({ control, name, label, hint, optional = false }: TimeFieldProps<F>) => (
  <Controller
    control={control}
    name={name}
    render={({ field: { ref, value, onChange, onBlur, ...field }, fieldState }) => (
      <TextField
        {...field}
        value={(value as string | null) ?? ''}
        inputRef={ref}
        label={label}
        required={!optional}
        error={fieldState.invalid}
        helperText={fieldState.error?.message || hint}
        onChange={({ target }) => onChange(target.value === '' && optional ? null : target.value)}
        onBlur={({ target }) => {
          if (target.value !== '' && tidyTime(target.value) !== target.value) onChange(tidyTime(target.value))
          onBlur()
        }}
        slotProps={{ htmlInput: { inputMode: 'numeric', autoComplete: 'off', placeholder: optional ? '–' : '00:00', maxLength: 6 } }}
      />
    )}
  />
)

type TimeTextProps = {
  value: string | null
  onChange: (value: string | null) => void
  label: string
  /** The label is only read aloud: beside it stands what everybody sees. */
  bare?: boolean
  optional?: boolean
  error?: string | undefined
  name?: string
}

/** The same outside the form's own names. */
export const TimeText = ({ value, onChange, label, bare = false, optional = false, error, name }: TimeTextProps) => (
  <TextField
    {...(name ? { name } : {})}
    {...(bare ? {} : { label })}
    value={value ?? ''}
    required={!optional}
    error={error !== undefined}
    helperText={error}
    onChange={({ target }) => onChange(target.value === '' && optional ? null : target.value)}
    onBlur={({ target }) => {
      if (target.value !== '') onChange(tidyTime(target.value))
    }}
    slotProps={{
      htmlInput: {
        ...(bare ? { 'aria-label': label } : {}),
        inputMode: 'numeric',
        autoComplete: 'off',
        placeholder: optional ? '–' : '00:00',
        maxLength: 6,
      },
    }}
  />
)
