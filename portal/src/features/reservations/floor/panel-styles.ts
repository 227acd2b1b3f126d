import type { CSSObject, Theme } from '@mui/material/styles'
import { blockFormStyles } from '../seating/block-styles.ts'

/** Whom it could be given to, each with what speaks against it. */
const offerStyles = ({ vars: { palette } }: Theme): CSSObject => ({
  '& h3': { margin: 0, fontSize: '0.8125rem' },
  '& .offer, & .walk-in': { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 6 },
  '& .walk-in > div': { width: 'auto', padding: 0 },
  '& .offer > .MuiButton-root': {
    justifyContent: 'flex-start',
    minHeight: 36,
    whiteSpace: 'normal',
    textAlign: 'start',
    overflowWrap: 'anywhere',
    lineHeight: 1.25,
  },
  '& .offer small': { display: 'block', fontWeight: 500 },
  '& .offer [data-verdict="warn"]': { color: palette.tone.warning.text },
  '& .offer > p': {
    display: 'flex',
    gap: 6,
    margin: 0,
    color: palette.text.secondary,
    fontSize: '0.8125rem',
    overflowWrap: 'anywhere',
    '& > svg': { marginTop: 2 },
  },
})

/** Beside the room: the table that is chosen, and those without one. */
export const asideStyles = (theme: Theme): CSSObject => {
  const { palette, shape } = theme.vars
  return {
    '& > .aside': { display: 'flex', flexDirection: 'column', gap: 12, minWidth: 0, minHeight: 0 },
    '& .aside ul': { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 6, margin: 0, padding: 0, listStyle: 'none' },
    '& .panel': {
      display: 'grid',
      // A long name widens nothing: what stands here is read whole.
      gridTemplateColumns: 'minmax(0, 1fr)',
      gap: 8,
      flexShrink: 0,
      maxHeight: 'max(62%, calc(100% - 172px))',
      overflowY: 'auto',
      padding: 10,
      border: `1px solid ${palette.accent.ring}`,
      borderRadius: shape.borderRadius,
      backgroundColor: palette.background.paper,
      '& > header': {
        display: 'flex',
        alignItems: 'baseline',
        gap: 8,
        '& > h2': { margin: 0, fontSize: '1.25rem' },
        '& > button': { marginInlineStart: 'auto' },
      },
      // Which table it is stands above; where it is joined, its acts need the room more than their names.
      '& .party:has(> .table)': {
        gridTemplateColumns: 'minmax(26px, auto) minmax(0, 1fr) auto',
        '& > .who': { gridColumn: 2 },
        '& > .acts': { gridColumn: 3 },
      },
      '& .party > .table': { display: 'none' },
      '& small, & .none': { color: palette.text.secondary },
      '& .none': { margin: 0, fontSize: '0.875rem' },
      ...offerStyles(theme),
      '& .blocked-line': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 6, fontSize: '0.875rem' },
      '& > .MuiButton-root': { justifySelf: 'start' },
      '@media (pointer: coarse)': { '& .MuiButton-root': { minHeight: 44 } },
      ...blockFormStyles(theme),
    },
    '& .without-table': {
      display: 'flex',
      flexDirection: 'column',
      flex: '1 1 auto',
      minHeight: 120,
      '& > h2': { display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', gap: 8, margin: '0 0 6px', fontSize: '0.9375rem' },
      '& > .inside': { flex: 1, minHeight: 0, overflowY: 'auto' },
      // A narrow column: what is done with a party stands beside its name, its table below.
      '& .party:has(> .table)': {
        gridTemplateColumns: 'minmax(26px, auto) minmax(0, 1fr) auto',
        '& > .who': { gridColumn: 2 },
        '& > .acts': { gridRow: 1, gridColumn: 3 },
        '& > .table': { gridRow: 2, gridColumn: 3, justifySelf: 'end' },
      },
      '& .none': { margin: 0, color: palette.text.secondary, fontSize: '0.875rem' },
      '&[data-over]': { outline: `3px dashed ${palette.accent.ring}`, outlineOffset: 2, borderRadius: shape.borderRadius },
    },
  }
}
