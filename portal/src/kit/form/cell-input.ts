import type { CSSObject, Theme } from '@mui/material/styles'

/** A field in a cell of a table of numbers. */
export const cellInput = ({ vars: { palette, shape } }: Theme): CSSObject => ({
  width: '100%',
  minHeight: 32,
  padding: '2px 8px',
  border: `1px solid ${palette.ground.edge}`,
  borderRadius: shape.borderRadius,
  backgroundColor: palette.ground.field,
  color: palette.text.primary,
  font: 'inherit',
  fontSize: '0.8125rem',
  '&:focus-visible': { outline: `2px solid ${palette.accent.ring}`, borderColor: 'transparent' },
  '&[aria-invalid="true"]': { borderColor: palette.tone.danger.solid },
  '&::placeholder': { color: palette.text.secondary, opacity: 1 },
  '@media (pointer: coarse)': { fontSize: '1rem', minHeight: 44 },
})
