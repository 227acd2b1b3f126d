import type { CSSObject, Theme } from '@mui/material/styles'

const markStyles = ({ vars: { palette, shape } }: Theme): CSSObject => ({
  // Below the name, which keeps its room; where a table stands, its area needs no words.
  '& .party:has(> .table)': {
    gridTemplateColumns: 'minmax(26px, auto) minmax(5.5rem, 1fr) minmax(40px, auto) auto',
    '& > .who': { gridColumn: '2 / 4' },
    '& > .acts': { gridColumn: 4 },
    // What finds no room beside it goes as a whole, the last first.
    '& > .facts': { flexWrap: 'wrap', maxHeight: '1.6em' },
    '& > .facts > .clip': { flex: '1 1 4em' },
  },
  // As it is prepared, what is written of a party has the room of its clock.
  '& .slots:has(.table)': { '--card': '300px' },
  '& .slots .party:has(> .table)': { gridTemplateColumns: 'minmax(26px, auto) minmax(0, 1fr) auto auto' },
  '& .party:has(> .table:not(.none)) .area': { display: 'none' },
  // Above the ground of the row, which is the party's own button.
  '& .party .table': {
    all: 'unset',
    boxSizing: 'border-box',
    position: 'relative',
    zIndex: 1,
    flexShrink: 0,
    display: 'inline-flex',
    alignItems: 'center',
    alignSelf: 'center',
    gap: 3,
    gridRow: 2,
    gridColumn: 3,
    maxWidth: '4.4em',
    minHeight: 26,
    padding: '0 7px',
    borderRadius: shape.borderRadius,
    backgroundColor: palette.ground.sunken,
    boxShadow: `inset 0 0 0 1px ${palette.ground.edge}`,
    fontSize: 'var(--table)',
    fontWeight: 700,
    fontVariantNumeric: 'tabular-nums',
    whiteSpace: 'nowrap',
    '& > span[dir]': { overflow: 'hidden', textOverflow: 'ellipsis' },
    '&.none': {
      backgroundColor: palette.tone.warning.soft,
      color: palette.tone.warning.text,
      boxShadow: 'none',
      border: '1px dashed currentColor',
    },
  },
  '& .party button.table': {
    cursor: 'pointer',
    '&:hover': { boxShadow: `inset 0 0 0 1px ${palette.text.primary}` },
    '&:focus-visible': { outline: `2px solid ${palette.accent.ring}` },
    // As large as a thumb without a taller row.
    '@media (pointer: coarse)': { minWidth: 44, '&::after': { content: '""', position: 'absolute', inset: '-9px 0' } },
  },
})

/** How tables stand in the service view: at each party, at the head of a lane, and in what frees next. */
export const tableStyles = (theme: Theme): CSSObject => ({
  ...markStyles(theme),
  '& .freeing .tables': {
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    fontSize: 'var(--name)',
    fontWeight: 700,
    '&:empty': { display: 'none' },
  },
  '& .lane > h2:has(> .without)': { flexWrap: 'wrap', rowGap: 0, '& > small': { whiteSpace: 'nowrap' } },
  '& .lane > h2 .without': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 4,
    color: theme.vars.palette.tone.warning.text,
    fontSize: 'var(--small)',
    fontWeight: 650,
    whiteSpace: 'nowrap',
  },
  '& .phase-bar .tools': {
    display: 'inline-flex',
    gap: 6,
    marginInlineStart: 'auto',
    '&:empty': { display: 'none' },
    '@media (pointer: coarse)': { '& > button': { minHeight: 44 } },
  },
})
