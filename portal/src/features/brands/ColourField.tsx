import { styled } from '@mui/material/styles'
import { TextField } from '#src/kit/TextField.tsx'
import { isColour } from './brand-draft.ts'
import { useT } from './use-t.ts'

const Swatch = styled('input')(({ theme }) => ({
  flexShrink: 0,
  width: 26,
  height: 26,
  marginInlineEnd: 8,
  padding: 0,
  border: `1px solid ${theme.vars.palette.ground.edge}`,
  borderRadius: 5,
  background: 'none',
  cursor: 'pointer',
  '&::-webkit-color-swatch-wrapper': { padding: 0 },
  '&::-webkit-color-swatch': { border: 0, borderRadius: 4 },
  '&::-moz-color-swatch': { border: 0, borderRadius: 4 },
  // Nothing chosen: a struck-out field, as black would be a lie.
  '&[data-empty="true"]::-webkit-color-swatch': {
    background: `linear-gradient(to bottom right, transparent 46%, ${theme.vars.palette.tone.danger.solid} 47%, ${theme.vars.palette.tone.danger.solid} 53%, transparent 54%)`,
  },
}))

type ColourFieldProps = { label: string; value: string; required?: boolean; fault: string | undefined; onChange: (value: string) => void }

/** `abc`, `#abc`, `AABBCC` → `#AABBCC`; anything else stays as it was typed. */
const written = (text: string): string => {
  const digits = /^#?([\da-f]{3}|[\da-f]{6})$/i.exec(text.trim())?.[1]
  if (!digits) return text.trim()
  return `#${digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits}`.toUpperCase()
}

/** A colour by its number, or by the picker of the device. */
export const ColourField = ({ label, value, required = false, fault, onChange }: ColourFieldProps) => {
  const t = useT()
  const empty = !isColour(value)
  return (
    <TextField
      label={label}
      value={value}
      required={required}
      error={fault !== undefined}
      helperText={fault}
      placeholder={t('colour.none')}
      onChange={({ target }) => onChange(target.value)}
      onBlur={({ target }) => target.value !== '' && onChange(written(target.value))}
      slotProps={{ htmlInput: { maxLength: 9, spellCheck: false, autoCapitalize: 'none', style: { fontVariantNumeric: 'tabular-nums' } } }}
      startAdornment={
        <Swatch
          type="color"
          aria-label={t('colour.pick', { name: label })}
          value={empty ? '#ffffff' : value}
          data-empty={empty}
          onChange={({ target }) => onChange(target.value.toUpperCase())}
        />
      }
    />
  )
}
