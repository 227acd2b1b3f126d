import type { CSSObject, Theme } from '@mui/material/styles'

/** How tables stand in the service view: at each party, at the head of a lane, and in what frees next. */
export const tableStyles = ({ vars: { palette, shape } }: Theme): CSSObject => ({
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
    maxWidth: '45%',
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
    color: palette.tone.warning.text,
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
