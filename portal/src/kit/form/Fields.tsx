import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import { styled } from '@mui/material/styles'
import Switch from '@mui/material/Switch'
import type { ReactNode } from 'react'
import { type Control, Controller, type FieldPath, type FieldValues, type RegisterOptions } from 'react-hook-form'
import { useOfficeT } from '../office/use-office-t.ts'
import { TextField, type TextFieldProps } from '../TextField.tsx'
import { isWritten, typedNumber } from './typed-number.ts'

/** Fields beside one another where there is room; `.wide` takes the whole line. */
export const FieldGrid = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 220px), 1fr))',
  alignItems: 'start',
  gap: 18,
  '& > .wide': { gridColumn: '1 / -1' },
})

type Bound<F extends FieldValues> = {
  control: Control<F>
  name: FieldPath<F>
  label: string
  /** What it means; gives way to what is wrong with it. */
  hint?: ReactNode
  required?: boolean
  disabled?: boolean
  rules?: RegisterOptions<F>
}

type TextInputProps<F extends FieldValues> = Bound<F> &
  Pick<
    TextFieldProps,
    | 'type'
    | 'multiline'
    | 'minRows'
    | 'maxRows'
    | 'autoComplete'
    | 'placeholder'
    | 'startAdornment'
    | 'endAdornment'
    | 'slotProps'
    | 'className'
  >

/** A text; empty is `''` in the form. */
export const TextInput = <F extends FieldValues>({
  control,
  name,
  label,
  hint,
  required = false,
  rules = {},
  ...input
}: TextInputProps<F>) => {
  const t = useOfficeT()
  const filled = (value: unknown): string | true =>
    !required || (typeof value === 'string' ? value.trim() !== '' : value !== undefined && value !== null) || t('required')
  return (
    <Controller
      control={control}
      name={name}
      rules={{
        ...(rules as object),
        validate: { filled, ...(typeof rules.validate === 'function' ? { own: rules.validate } : (rules.validate as object | undefined)) },
      }}
      render={({ field: { ref, value, ...field }, fieldState }) => (
        <TextField
          {...field}
          {...input}
          value={value ?? ''}
          inputRef={ref}
          label={label}
          required={required}
          error={fieldState.invalid}
          helperText={fieldState.error?.message || hint}
        />
      )}
    />
  )
}

type NumberFieldProps<F extends FieldValues> = Bound<F> & {
  min?: number
  max?: number
  /** Of what: `min`, `h`, `covers`. */
  unit?: string
  /** Not only whole numbers. */
  fraction?: boolean
}

/** A number; an empty field is `null` in the form. */
export const NumberField = <F extends FieldValues>(props: NumberFieldProps<F>) => {
  const { control, name, label, hint, required = false, disabled = false, rules = {}, min, max, unit, fraction = false } = props
  const t = useOfficeT()
  const fault = (value: unknown): string | true => {
    if (value === null || value === undefined || value === '') return required ? t('required') : true
    const number = Number(value)
    if (!Number.isFinite(number) || (!fraction && !Number.isInteger(number))) return t(fraction ? 'number.any' : 'number.whole')
    if (min !== undefined && number < min) return t('number.min', { value: min })
    if (max !== undefined && number > max) return t('number.max', { value: max })
    return isWritten(number) || t('number.any')
  }
  return (
    <Controller
      control={control}
      name={name}
      rules={{
        ...(rules as object),
        validate: { number: fault, ...(typeof rules.validate === 'function' ? { own: rules.validate } : {}) },
      }}
      render={({ field: { ref, value, onChange, ...field }, fieldState }) => (
        <TextField
          {...field}
          // A number field of the browser hides what is no number instead of saying so.
          value={value ?? ''}
          onChange={({ target }) => onChange(typedNumber(target.value))}
          inputRef={ref}
          label={label}
          required={required}
          disabled={disabled}
          error={fieldState.invalid}
          helperText={fieldState.error?.message || hint}
          endAdornment={unit ? <span aria-hidden="true">{unit}</span> : null}
          slotProps={{ htmlInput: { inputMode: fraction ? 'decimal' : 'numeric', autoComplete: 'off' } }}
        />
      )}
    />
  )
}

type SelectFieldProps<F extends FieldValues> = Bound<F> & {
  options: readonly { value: string; label: string }[]
  /** Words for "nothing chosen"; the form then holds `''`. */
  empty?: string
}

export const SelectField = <F extends FieldValues>({
  control,
  name,
  label,
  hint,
  required = false,
  disabled = false,
  rules = {},
  options,
  empty,
}: SelectFieldProps<F>) => {
  const t = useOfficeT()
  return (
    <Controller
      control={control}
      name={name}
      rules={{ ...(rules as object), ...(required ? { required: t('required') } : {}) }}
      render={({ field: { ref, value, ...field }, fieldState }) => (
        <TextField
          {...field}
          select
          value={value ?? ''}
          inputRef={ref}
          label={label}
          required={required}
          disabled={disabled}
          error={fieldState.invalid}
          helperText={fieldState.error?.message || hint}
        >
          {empty === undefined ? null : <option value="">{empty}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </TextField>
      )}
    />
  )
}

const SwitchRow = styled('div')({
  '& .MuiFormControlLabel-root': { marginInlineStart: -8 },
  '& .MuiFormHelperText-root': { marginBlockStart: 0, marginInlineStart: 42 },
})

export const SwitchField = <F extends FieldValues>({ control, name, label, hint, disabled = false }: Bound<F>) => (
  <Controller
    control={control}
    name={name}
    render={({ field: { ref, value, onChange, ...field }, fieldState }) => {
      const id = `${name}-about`
      const about = fieldState.error?.message || hint
      return (
        <SwitchRow>
          <FormControlLabel
            disabled={disabled}
            label={label}
            control={
              <Switch
                {...field}
                checked={value === true}
                onChange={(_, checked) => onChange(checked)}
                slotProps={{ input: { ref, 'aria-describedby': about ? id : undefined } }}
              />
            }
          />
          {about ? (
            <FormHelperText id={id} error={fieldState.invalid}>
              {about}
            </FormHelperText>
          ) : null}
        </SwitchRow>
      )
    }}
  />
)

type PlainSwitchProps = { label: string; about: string; checked: boolean; onChange: (checked: boolean) => void }
/** A switch of no field of its own, for what turns others off with it. */
export const PlainSwitch = ({ label, about, checked, onChange }: PlainSwitchProps) => (
  <FormControlLabel label={label} title={about} control={<Switch checked={checked} onChange={(_, next) => onChange(next)} />} />
)
