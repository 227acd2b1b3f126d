import type { CSSObject, Theme } from '@mui/material/styles'

const matterStyles = ({ vars: { palette, shape } }: Theme): CSSObject => ({
  '& .matters': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'start',
    gap: 8,
    padding: 10,
    borderBottom: `1px solid ${palette.divider}`,
    backgroundColor: palette.ground.sunken,
  },
  '& .matter': {
    flex: '1 1 230px',
    minWidth: 0,
    maxWidth: 420,
    padding: '6px 4px 4px 8px',
    border: `1px solid ${palette.divider}`,
    borderRadius: shape.borderRadius,
    backgroundColor: palette.background.paper,
  },
  '& .matter h2': { display: 'flex', alignItems: 'center', gap: 6, fontSize: 'var(--small)', fontWeight: 650 },
  '& .about-allergy h2, & .about-noShows h2': { color: palette.tone.danger.text },
  '& .about-vip h2, & .about-unconfirmed h2': { color: palette.tone.warning.text },
  '& .matter ul': { gap: 0, marginTop: 2 },
  // Only a number so far: no larger than its words.
  '& .matter:has(> ul:empty)': { display: 'flex', alignItems: 'center', gap: 6, flex: '0 0 auto', '& > ul': { display: 'none' } },
  '& .matter .rest': { width: 'auto', color: palette.accent.text, fontWeight: 600 },
})

const matterLineStyles = ({ vars: { palette } }: Theme): CSSObject => ({
  '& .matter button': {
    all: 'unset',
    boxSizing: 'border-box',
    display: 'flex',
    alignItems: 'baseline',
    gap: 6,
    width: '100%',
    minWidth: 0,
    padding: '2px 4px',
    borderRadius: 3,
    fontSize: 'var(--small)',
    fontVariantNumeric: 'tabular-nums',
    cursor: 'pointer',
    '&:hover': { backgroundColor: palette.ground.hover },
    '&:focus-visible': { outline: `2px solid ${palette.accent.ring}` },
    '@media (pointer: coarse)': { minHeight: 44, alignItems: 'center' },
    '& .at': {
      flexShrink: 0,
      maxWidth: '5em',
      padding: '0 4px',
      borderRadius: 3,
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
      backgroundColor: palette.ground.sunken,
      fontWeight: 600,
    },
    '& .when': { flexShrink: 0, color: palette.text.secondary },
    '& .name': { flex: '0 1 auto', minWidth: '5em', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', fontWeight: 600 },
    '& .words': {
      flex: '1 1 40%',
      minWidth: '40%',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
      color: palette.text.secondary,
    },
  },
})

const barStyles = ({ vars: { palette } }: Theme): CSSObject => ({
  '& .slot .bar': {
    gridColumn: '1 / 3',
    blockSize: 8,
    borderRadius: 4,
    overflow: 'hidden',
    backgroundColor: palette.ground.sunken,
    boxShadow: `inset 0 0 0 1px ${palette.ground.edge}`,
    '& > span': { display: 'block', blockSize: '100%', backgroundColor: palette.tone.info.solid },
  },
  '& .slot.empty .bar': { display: 'none' },
  '& .slot.full': {
    '& .used': { color: palette.tone.warning.text, fontWeight: 700 },
    '& .bar > span': { backgroundColor: palette.tone.warning.solid },
  },
  '& .slot.over': {
    '& .used': { color: palette.tone.danger.text, fontWeight: 700 },
    '& .bar > span': { backgroundColor: palette.tone.danger.solid },
  },
})

const foldStyles = ({ vars: { palette } }: Theme): CSSObject => ({
  '& .fold': {
    display: 'flex',
    alignItems: 'center',
    gap: 10,
    minHeight: 36,
    minWidth: 0,
    borderTop: `1px solid ${palette.divider}`,
    '&:first-of-type': { borderTop: 0 },
    '@media (pointer: coarse)': { minHeight: 44 },
  },
  '& .fold > button': {
    all: 'unset',
    flexShrink: 0,
    display: 'inline-flex',
    alignItems: 'center',
    gap: 6,
    alignSelf: 'stretch',
    borderRadius: 3,
    color: palette.text.secondary,
    fontSize: 'var(--small)',
    fontVariantNumeric: 'tabular-nums',
    cursor: 'pointer',
    '& > b': { color: palette.text.primary },
    '&:hover': { color: palette.text.primary },
    '&:focus-visible': { outline: `2px solid ${palette.accent.ring}` },
  },
  // Only while somebody is carried: where he can be let go.
  '& .fold > .times': { display: 'none' },
  '&.carrying .fold > .times': {
    display: 'flex',
    gap: 4,
    minWidth: 0,
    overflow: 'hidden',
    '& > span': { flexShrink: 0, padding: '3px 6px', borderRadius: 3, fontSize: 'var(--small)', fontVariantNumeric: 'tabular-nums' },
  },
})

/** One line for each interval: its time and how full it is at the head, the parties beside it as many as fit. */
export const briefingStyles = (theme: Theme): CSSObject => {
  const { palette } = theme.vars
  return {
    ...matterLineStyles(theme),
    ...matterStyles(theme),
    '& .briefing, & .close': { flex: 1, minHeight: 0, overflowY: 'auto' },
    '& .slots': { padding: '4px 10px 14px' },
    '& .slot': {
      display: 'grid',
      gridTemplateColumns: 'var(--head, 132px) minmax(0, 1fr)',
      gap: 12,
      padding: '5px 0',
      borderTop: `1px solid ${palette.divider}`,
      // What is out of sight is not laid out: an evening of hundreds opens at once.
      contentVisibility: 'auto',
      containIntrinsicSize: 'auto 62px',
      '&:first-of-type': { borderTop: 0 },
      '&.empty': {
        padding: 0,
        containIntrinsicSize: 'auto 24px',
        '& > h2': { padding: '1px 0', '& > b': { fontSize: 'var(--small)', fontWeight: 500 } },
      },
    },
    '& .slot > ul': { gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, var(--card, 236px)), 1fr))' },
    '& .slot > h2': {
      display: 'grid',
      gridTemplateColumns: 'auto minmax(0, 1fr)',
      gap: '2px 8px',
      alignItems: 'baseline',
      alignContent: 'start',
      padding: '3px 0',
      fontSize: 'var(--small)',
      fontWeight: 500,
      fontVariantNumeric: 'tabular-nums',
      '& > b': { fontSize: 'var(--name)' },
      '& > small': { gridRow: 2, gridColumn: '1 / 3' },
    },
    '& .slot .used': {
      display: 'inline-flex',
      alignItems: 'center',
      justifyContent: 'end',
      gap: 4,
      whiteSpace: 'nowrap',
      color: palette.text.secondary,
    },
    ...barStyles(theme),
    ...foldStyles(theme),
    '@container (max-width: 619px)': {
      // One beside the other, so that those who come are in sight below.
      '& .matters': { display: 'flex', overflowX: 'auto', padding: 8 },
      '& .matter': { flex: '0 0 82%' },
      '& .slot': { gridTemplateColumns: 'minmax(0, 1fr)', gap: 4 },
      '& .slot > h2': {
        gridTemplateColumns: 'auto auto minmax(0, 1fr)',
        alignItems: 'center',
        '& > small': { gridRow: 'auto', gridColumn: 'auto' },
      },
      '& .slot .bar': { gridColumn: 'auto' },
    },
  }
}

export const closeStyles = (theme: Theme): CSSObject => {
  const { palette } = theme.vars
  return {
    '& .close': { padding: '0 14px 20px' },
    '& .close > .left': {
      position: 'sticky',
      top: 0,
      zIndex: 2,
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'baseline',
      gap: '2px 16px',
      margin: '0 -14px',
      padding: '10px 14px',
      borderBottom: `1px solid ${palette.divider}`,
      backgroundColor: palette.background.paper,
      fontVariantNumeric: 'tabular-nums',
      '& > b': { fontSize: '1.125rem' },
      '& > span': { color: palette.text.secondary, fontSize: 'var(--small)' },
    },
    '& .close .settled': {
      display: 'grid',
      justifyItems: 'center',
      gap: 8,
      padding: '48px 0',
      color: palette.tone.success.text,
      fontSize: '1.0625rem',
    },
    '& .open-lines': { maxWidth: 860, marginTop: 12 },
    '& .open-lines > header': {
      display: 'flex',
      alignItems: 'center',
      gap: 6,
      marginBottom: 6,
      '& h2': { fontSize: 'var(--name)', fontWeight: 650, '& small': { color: palette.text.secondary, fontWeight: 400 } },
      '& > .MuiButton-root': { marginInlineStart: 'auto' },
    },
    '& .open-lines .line': {
      display: 'grid',
      gridTemplateColumns: 'auto minmax(0, 1fr)',
      alignItems: 'center',
      gap: 6,
      '& > ul:only-child': { gridColumn: '1 / 3' },
      // What is ticked is settled together; the name needs the room of a button of its own, which stands in the menu as well.
      '@container (max-width: 619px)': { '& .MuiCheckbox-root ~ ul .act': { display: 'none' } },
    },
    '& .open-lines .MuiCheckbox-root': { '@media (pointer: coarse)': { width: 44, height: 44 } },
  }
}
