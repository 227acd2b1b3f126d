import type { CSSObject, Theme } from '@mui/material/styles'

const markStyles = ({ vars: { palette, shape } }: Theme): CSSObject => ({
  // On the line of signs, below the name, which keeps its room; where a table stands, its area needs no words.
  '& .party:has(> .table)': {
    gridTemplateColumns: 'minmax(26px, auto) minmax(5.5rem, 1fr) minmax(40px, auto) auto',
    rowGap: 2,
    '& > .who': { gridColumn: '2 / 4' },
    '& > .acts': { gridColumn: 4 },
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
    maxWidth: '7em',
    '@container (max-width: 619.8px)': { maxWidth: '4.4em' },
    minHeight: 24,
    lineHeight: 1.2,
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
  '& .lane > h2 .without': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 4,
    flexShrink: 0,
    marginInlineStart: 'auto',
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
