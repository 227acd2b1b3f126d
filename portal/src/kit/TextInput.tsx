import FormControl from '@mui/material/FormControl'
import FormHelperText from '@mui/material/FormHelperText'
import InputLabel from '@mui/material/InputLabel'
import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput'
import { type ReactNode, useId } from 'react'

type TextInputProps = OutlinedInputProps & {
  label: string
  /** What is wrong with it; takes the place of the hint. */
  problem?: string | undefined
  hint?: ReactNode
}

/** A line of text with its label above. MUI's TextField brings menus and popovers along; this one does not. */
export const TextInput = ({ label, problem, hint, ...input }: TextInputProps) => {
  const id = useId()
  const help = problem ?? hint
  return (
    <FormControl fullWidth error={Boolean(problem)} required={input.required ?? false}>
      <InputLabel htmlFor={id}>{label}</InputLabel>
      <OutlinedInput {...input} id={id} aria-describedby={help ? `${id}-help` : undefined} aria-invalid={Boolean(problem)} />
      {help ? <FormHelperText id={`${id}-help`}>{help}</FormHelperText> : null}
    </FormControl>
  )
}
