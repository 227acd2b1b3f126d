import FormControl from '@mui/material/FormControl'
import FormHelperText from '@mui/material/FormHelperText'
import InputLabel from '@mui/material/InputLabel'
import NativeSelect from '@mui/material/NativeSelect'
import OutlinedInput from '@mui/material/OutlinedInput'
import { type ReactNode, useId } from 'react'

export type Option = { value: string; label: string }
type SelectInputProps = {
  label: string
  value: string
  options: readonly Option[]
  onChange: (value: string) => void
  hint?: ReactNode
  problem?: string | undefined
  disabled?: boolean
  autoComplete?: string
}

/** One of a list, by the list the device itself offers: the best one on a phone, and typed into on a keyboard. */
export const SelectInput = ({ label, value, options, onChange, hint, problem, disabled = false, autoComplete }: SelectInputProps) => {
  const id = useId()
  const help = problem ?? hint
  return (
    <FormControl fullWidth error={Boolean(problem)} disabled={disabled}>
      <InputLabel htmlFor={id}>{label}</InputLabel>
      <NativeSelect
        input={<OutlinedInput />}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        inputProps={{ id, autoComplete, 'aria-describedby': help ? `${id}-help` : undefined }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </NativeSelect>
      {help ? <FormHelperText id={`${id}-help`}>{help}</FormHelperText> : null}
    </FormControl>
  )
}
