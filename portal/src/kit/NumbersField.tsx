import { useState } from 'react'
import { readNumbers } from './read-numbers.ts'
import { TextField } from './TextField.tsx'

type NumbersFieldProps = {
  label: string
  hint: string
  /** Said of what cannot be one of the numbers. */
  wrong: (what: string) => string
  /** From and to. */
  bounds: { min: number; max: number }
  numbers: readonly (number | string)[]
  onChange: (numbers: number[]) => void
}

/** Several numbers as people write them; what cannot be one stays as it was typed and is said, the others count. */
export const NumbersField = ({ label, hint, wrong, bounds, numbers, onChange }: NumbersFieldProps) => {
  const [strange, setStrange] = useState<readonly string[]>([])
  return (
    <TextField
      label={label}
      helperText={strange.length > 0 ? wrong(strange.join(', ')) : hint}
      error={strange.length > 0}
      defaultValue={numbers.join(', ')}
      onChange={({ target }) => {
        const read = readNumbers(target.value, bounds)
        setStrange(read.wrong)
        onChange(read.numbers)
      }}
    />
  )
}
