import { styled } from '@mui/material/styles'
import { type ReactNode, useId } from 'react'

const Set = styled('fieldset')(({ theme }) => ({
  minWidth: 0,
  margin: 0,
  padding: 0,
  border: 0,
  '& > legend': { padding: 0, marginBottom: 8, fontSize: '0.875rem', fontWeight: 600 },
  '& > p': { ...theme.typography.caption, margin: '6px 0 0', color: theme.vars.palette.text.secondary },
}))
const Segments = styled('div')(({ theme }) => ({
  display: 'grid',
  gridAutoFlow: 'column',
  gridAutoColumns: 'minmax(0, 1fr)',
  gap: 8,
  '& label': {
    position: 'relative',
    display: 'grid',
    placeItems: 'center',
    gap: 6,
    minHeight: 40,
    padding: '6px 8px',
    border: `1px solid ${theme.vars.palette.ground.edge}`,
    borderRadius: theme.vars.shape.borderRadius,
    fontSize: '0.875rem',
    fontWeight: 500,
    textAlign: 'center',
    overflowWrap: 'anywhere',
    cursor: 'pointer',
    '&:hover': { backgroundColor: theme.vars.palette.ground.hover },
    '&:has(:checked)': {
      borderColor: theme.vars.palette.accent.ring,
      boxShadow: `inset 0 0 0 1px ${theme.vars.palette.accent.ring}`,
      backgroundColor: theme.vars.palette.accent.soft,
      color: theme.vars.palette.accent.text,
    },
    '&:has(:focus-visible)': { outline: `2px solid ${theme.vars.palette.accent.ring}`, outlineOffset: 2 },
    '&:has(:disabled)': { color: theme.vars.palette.text.disabled, cursor: 'not-allowed', background: 'none' },
  },
  '& input': { position: 'absolute', inset: 0, width: '100%', height: '100%', margin: 0, opacity: 0, cursor: 'inherit' },
}))

export type Choice<V extends string> = { value: V; label: string; picture?: ReactNode; disabled?: boolean }
type ChoicesProps<V extends string> = {
  title: string
  value: V
  choices: readonly Choice<V>[]
  onChoose: (value: V) => void
  hint?: string | undefined
  /** In rows of so many; else all in one. */
  columns?: number
}

/** One of a few, as native radio buttons: arrows move and choose. */
export const Choices = <V extends string>({ title, value, choices, onChoose, hint, columns }: ChoicesProps<V>) => {
  const name = useId()
  return (
    <Set>
      <legend>{title}</legend>
      <Segments style={columns ? { gridAutoFlow: 'row', gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` } : undefined}>
        {choices.map((one) => (
          <label key={one.value}>
            <input
              type="radio"
              name={name}
              value={one.value}
              checked={one.value === value}
              disabled={one.disabled}
              onChange={() => onChoose(one.value)}
            />
            {one.picture}
            {one.label}
          </label>
        ))}
      </Segments>
      {hint ? <p>{hint}</p> : null}
    </Set>
  )
}

const Colours = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 10,
  '& label': {
    position: 'relative',
    display: 'grid',
    placeItems: 'center',
    width: 44,
    height: 44,
    padding: 4,
    border: `1px solid ${theme.vars.palette.divider}`,
    borderRadius: theme.vars.shape.borderRadius,
    cursor: 'pointer',
    '&:has(:checked)': { borderColor: theme.vars.palette.text.primary, boxShadow: `inset 0 0 0 1px ${theme.vars.palette.text.primary}` },
    '&:has(:focus-visible)': { outline: `2px solid ${theme.vars.palette.accent.ring}`, outlineOffset: 2 },
    '& > i': { width: '100%', height: '100%', borderRadius: 4 },
  },
  '& input': { position: 'absolute', inset: 0, width: '100%', height: '100%', margin: 0, opacity: 0, cursor: 'inherit' },
}))

type SwatchesProps<V extends string> = {
  title: string
  value: V
  swatches: readonly { value: V; label: string; colour: string }[]
  onChoose: (value: V) => void
}

export const Swatches = <V extends string>({ title, value, swatches, onChoose }: SwatchesProps<V>) => {
  const name = useId()
  return (
    <Set>
      <legend>{title}</legend>
      <Colours>
        {swatches.map((one) => (
          <label key={one.value} title={one.label}>
            <input
              type="radio"
              name={name}
              value={one.value}
              aria-label={one.label}
              checked={one.value === value}
              onChange={() => onChoose(one.value)}
            />
            <i style={{ backgroundColor: one.colour }} data-colour={one.colour} />
          </label>
        ))}
      </Colours>
    </Set>
  )
}

const Line = styled('label')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 16,
  minHeight: 36,
  fontSize: '0.875rem',
  fontWeight: 600,
  cursor: 'pointer',
  '& > input': {
    appearance: 'none',
    position: 'relative',
    flexShrink: 0,
    width: 40,
    height: 22,
    margin: 0,
    border: `1px solid ${theme.vars.palette.ground.edge}`,
    borderRadius: 11,
    backgroundColor: theme.vars.palette.ground.sunken,
    cursor: 'inherit',
    transition: 'background-color 150ms ease',
    '&::before': {
      content: '""',
      position: 'absolute',
      insetBlockStart: 3,
      insetInlineStart: 3,
      width: 14,
      height: 14,
      borderRadius: '50%',
      backgroundColor: theme.vars.palette.text.secondary,
      transition: 'inset-inline-start 150ms ease',
    },
    '&:checked': { borderColor: theme.vars.palette.primary.main, backgroundColor: theme.vars.palette.primary.main },
    '&:checked::before': { insetInlineStart: 21, backgroundColor: theme.vars.palette.primary.contrastText },
  },
}))

type SwitchProps = { label: string; on: boolean; onChange: (on: boolean) => void }

export const Switch = ({ label, on, onChange }: SwitchProps) => (
  <Line>
    {label}
    {/* oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox says by itself whether it is checked */}
    <input type="checkbox" role="switch" checked={on} onChange={({ target }) => onChange(target.checked)} />
  </Line>
)
