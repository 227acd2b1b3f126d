import type { CSSObject, Theme } from '@mui/material/styles'

/** For how long a table takes nobody, and why: each below the other, wherever the form stands. */
export const blockFormStyles = ({ vars: { palette, shape } }: Theme): CSSObject => ({
  '& .block': { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 8 },
  '& .block fieldset': { display: 'flex', flexWrap: 'wrap', gap: 6, minWidth: 0, margin: 0, padding: 0, border: 0 },
  '& .block fieldset > button': {
    minHeight: 44,
    padding: '0 12px',
    border: `1px solid ${palette.ground.edge}`,
    borderRadius: shape.borderRadius,
    background: 'none',
    color: palette.text.primary,
    font: 'inherit',
    fontSize: '0.875rem',
    cursor: 'pointer',
    '&[aria-pressed="true"]': {
      borderColor: palette.accent.ring,
      backgroundColor: palette.accent.soft,
      color: palette.accent.text,
      fontWeight: 650,
    },
    '&:focus-visible': { outline: `2px solid ${palette.accent.ring}`, outlineOffset: 1 },
  },
  // The acts of a party stand in a column of their own; these do not.
  '& .block .acts': { gridArea: 'auto', display: 'flex', flexWrap: 'wrap', gap: 8, '& > button': { minHeight: 44 } },
})
