import { useState } from 'react'
import { formatNumber } from '#src/kit/format.ts'
import { TextField } from '#src/kit/TextField.tsx'
import { useFloorT } from './use-floor-t.ts'

type MetresProps = {
  label: string
  value: number
  min: number
  max: number
  disabled: boolean
  step?: number
  scale?: number
  onChange: (value: number) => void
}

/** As it was typed, as long as the value is the one that was made of it. */
type Typed = { text: string; value: number; wrong: boolean }

/** Taken as it is typed where it is a length that fits; what is none stays as it was typed, with the limits beside it. */
export const Metres = ({ label, value, min, max, disabled, step = 0.1, scale = 10, onChange }: MetresProps) => {
  const t = useFloorT()
  const [kept, setTyped] = useState<Typed>()
  const typed = kept?.value === value ? kept : undefined
  return (
    <TextField
      label={label}
      type="number"
      disabled={disabled}
      value={typed?.text ?? String(value / scale)}
      error={typed?.wrong === true}
      helperText={typed?.wrong ? t('metres.wrong', { min: formatNumber(min / scale), max: formatNumber(max / scale) }) : undefined}
      slotProps={{ htmlInput: { min: min / scale, max: max / scale, step, inputMode: 'decimal' } }}
      onChange={({ target: { value: text } }) => {
        const next = Math.round(Number(text) * scale)
        const fits = text !== '' && next >= min && next <= max
        setTyped({ text, value: fits ? next : value, wrong: !fits })
        if (fits) onChange(next)
      }}
      onBlur={() => setTyped(typed?.wrong ? typed : undefined)}
    />
  )
}
