import type { CSSObject, Theme } from '@mui/material/styles'
import { lowScreen } from '#src/kit/list/FullHeight.tsx'

const laneStyles = ({ vars: { palette } }: Theme): CSSObject => ({
  '& .lane': { display: 'flex', flexDirection: 'column', minWidth: 0, minHeight: 0 },
  '& .lane > h2': {
    display: 'flex',
    alignItems: 'center',
    gap: 8,
    // As high whatever stands in it, and in one line, so that the rows of all lanes begin at one height.
    flexShrink: 0,
    minHeight: 40,
    padding: '2px 12px 0',
    fontSize: 'var(--name)',
    fontWeight: 650,
    whiteSpace: 'nowrap',
    '& small': {
      minWidth: 0,
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      color: palette.text.secondary,
      fontSize: 'var(--small)',
      fontWeight: 400,
    },
    '@media (pointer: coarse)': { minHeight: 44 },
    '& > button:not([class])': {
      all: 'unset',
      display: 'inline-flex',
      alignItems: 'center',
      gap: 4,
      borderRadius: 3,
      cursor: 'pointer',
      '@media (pointer: coarse)': { minHeight: 44 },
      '&:focus-visible': { outline: `2px solid ${palette.accent.ring}`, outlineOffset: 2 },
    },
    '& > .MuiButton-root, & > .all': { marginInlineStart: 'auto' },
  },
  '& .waiting > h2 > small': { flexShrink: 0 },
  // In the narrow lane who it is, how long it has waited and what can be done have a line each, whatever the step is called.
  '& .waits': { '--edge': palette.ground.edge },
  '& .waits .facts': { maxHeight: 'none' },
  '& .lanes-of-service .waits .who, & .lanes-of-service .waits .facts': { gridColumn: '2 / -1' },
  '& .lanes-of-service .waits .acts': { gridColumn: '2 / -1', gridRow: 3, justifySelf: 'end' },
  // In a narrow lane the words have its whole width.
  '& .waits > .refused': {
    gridColumn: '1 / -1',
    flexWrap: 'wrap',
    marginTop: 4,
    padding: '4px 10px',
    '& .MuiAlert-icon': { display: 'none' },
    '& .MuiAlert-message': { flex: '1 1 0', minWidth: 0, overflow: 'visible' },
    '& .MuiAlert-action': { marginInlineStart: 4, padding: 0 },
    '& .MuiButton-root': { maxWidth: '100%', whiteSpace: 'normal' },
  },
  '& .lane > .inside': { flex: '1 1 auto', minHeight: 0, overflowY: 'auto', padding: '0 10px 12px' },
  '& .lane .none': { padding: '4px 2px', color: palette.text.secondary, fontSize: 'var(--small)' },
})

const freeingStyles = ({ vars: { palette } }: Theme): CSSObject => ({
  '& .freeing': { display: 'flex', gap: 4, margin: '0 0 8px', overflow: 'hidden' },
  '& .freeing > div': {
    flex: '1 1 0',
    minWidth: 62,
    padding: '3px 7px 4px',
    borderRadius: 4,
    backgroundColor: palette.ground.sunken,
    // How much of the most frees then.
    backgroundImage: `linear-gradient(${palette.tone.success.solid}, ${palette.tone.success.solid})`,
    backgroundSize: 'calc(var(--part) * 100%) 3px',
    backgroundPosition: 'bottom left',
    backgroundRepeat: 'no-repeat',
    fontVariantNumeric: 'tabular-nums',
  },
  '& .freeing dt': { color: palette.text.secondary, fontSize: '0.75rem' },
  '& .freeing dd': { margin: 0, fontSize: 'var(--small)', fontWeight: 650, whiteSpace: 'nowrap' },
})

/** One lane at a time, over the thumb's row. */
const thumbStyles = (theme: Theme): CSSObject => ({
  '& .one-lane': { flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column' },
  '& .one-lane > .lane': { flex: 1 },
  '& .thumb': {
    display: 'grid',
    gridTemplateColumns: 'repeat(4, minmax(0, 1fr))',
    minWidth: 0,
    margin: 0,
    padding: 0,
    border: 0,
    borderTop: `1px solid ${theme.vars.palette.divider}`,
    '& > button': {
      all: 'unset',
      display: 'grid',
      justifyItems: 'center',
      minHeight: 52,
      alignContent: 'center',
      color: theme.vars.palette.text.secondary,
      fontSize: '0.75rem',
      cursor: 'pointer',
      '& > span': { maxWidth: '100%', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
      '& b': { fontSize: '1.0625rem', fontVariantNumeric: 'tabular-nums' },
      '&[aria-pressed="true"]': {
        color: theme.vars.palette.accent.text,
        boxShadow: `inset 0 3px 0 ${theme.vars.palette.accent.ring}`,
        backgroundColor: theme.vars.palette.accent.soft,
      },
      '&:focus-visible': { outline: `2px solid ${theme.vars.palette.accent.ring}`, outlineOffset: -2 },
    },
  },
})

/** The lanes side by side, each with its own scroll, so that where a party is carried to is always in sight; or one at a time over the thumb's row. */
export const serviceStyles = (theme: Theme): CSSObject => ({
  ...laneStyles(theme),
  ...freeingStyles(theme),
  '& .lanes-of-service': {
    flex: 1,
    minHeight: 0,
    display: 'grid',
    // Who waits needs the least: a size, a name and a clock.
    gridTemplateColumns: 'minmax(0, 1.3fr) minmax(0, 1.3fr) minmax(190px, 0.7fr)',
    '& > * + *': { borderInlineStart: `1px solid ${theme.vars.palette.divider}` },
  },
  '& .aside': { display: 'flex', flexDirection: 'column', minHeight: 0, minWidth: 0 },
  '& .aside > .waiting': { flex: '1 1 50%' },
  '& .aside > .done': { flex: '0 1 auto', borderTop: `1px solid ${theme.vars.palette.divider}` },
  '& .aside.done-open > .done': { flex: '1 1 50%' },
  '@container (max-width: 959px)': {
    '& .lanes-of-service': {
      gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
      gridTemplateRows: 'minmax(0, 1fr) auto',
    },
    '& .lanes-of-service > .aside': {
      gridColumn: '1 / -1',
      flexDirection: 'row',
      maxHeight: '38cqh',
      borderInlineStart: 0,
      borderTop: `1px solid ${theme.vars.palette.divider}`,
      '& > .waiting, & > .done': { flex: '1 1 50%', maxHeight: 260, borderTop: 0 },
    },
  },
  [lowScreen]: {
    '& .lanes-of-service, & .aside': { flex: 'none' },
    '& .lanes-of-service': { gridTemplateRows: 'auto' },
    '& .lanes-of-service .inside': { overflowY: 'visible' },
    '& .lanes-of-service > .aside': { maxHeight: 'none', '& > .waiting, & > .done': { maxHeight: 'none' } },
  },
  ...thumbStyles(theme),
})
