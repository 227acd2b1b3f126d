import { styled, type Theme } from '@mui/material/styles'

export const rowHeight = 46
export const phoneRowHeight = 66
export const groupHeight = 34
const headsHeight = 36

const headStyles = (theme: Theme) => {
  const { palette } = theme.vars
  return {
    '& .heads': {
      flexShrink: 0,
      height: headsHeight,
      scrollbarGutter: 'stable',
      overflow: 'hidden',
      borderBottom: `1px solid ${palette.divider}`,
      color: palette.text.secondary,
      fontSize: '0.75rem',
      fontWeight: 600,
      '& button': {
        all: 'unset',
        display: 'inline-flex',
        alignItems: 'center',
        gap: 3,
        maxWidth: '100%',
        cursor: 'pointer',
        borderRadius: 3,
        '&:hover': { color: palette.text.primary },
        '&:focus-visible': { outline: `2px solid ${palette.accent.ring}`, outlineOffset: 2 },
      },
      '& .end': { justifyContent: 'flex-end' },
    },
  }
}

/** What a list in an order of its own shows between its rows. */
const flowStyles = ({ vars: { palette } }: Theme) => ({
  '& .nowline': {
    position: 'absolute',
    top: -1,
    left: 0,
    right: 0,
    zIndex: 1,
    borderTop: `2px solid ${palette.tone.danger.solid}`,
    pointerEvents: 'none',
  } as const,
  '& .group': {
    display: 'flex',
    alignItems: 'center',
    height: groupHeight,
    padding: '4px 14px 0',
    borderBottom: `1px solid ${palette.divider}`,
    color: palette.text.secondary,
    fontSize: '0.8125rem',
    '& > [role="gridcell"]': { gap: 10 },
    '& b': { color: palette.text.primary, fontWeight: 650, fontVariantNumeric: 'tabular-nums' },
  },
})

/** One style sheet for the whole list: a row costs elements, not styles, and scrolling stays smooth. */
export const ListFrame = styled('div')(({ theme }) => {
  const { palette } = theme.vars
  const ring = { outline: `2px solid ${palette.accent.ring}`, outlineOffset: -2 }
  return {
    position: 'relative',
    containerType: 'inline-size',
    display: 'flex',
    flexDirection: 'column',
    flex: 1,
    minHeight: 0,
    minWidth: 0,
    border: '1px solid var(--skin-edge)',
    boxShadow: 'var(--skin-shadow)',
    borderRadius: theme.vars.shape.borderRadius,
    backgroundColor: palette.background.paper,
    overflow: 'hidden',
    '& > .grid': { display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0 },
    '& .scroll': { flex: 1, minHeight: 0, overflowY: 'auto', overflowX: 'hidden', scrollbarGutter: 'stable', overflowAnchor: 'none' },
    '& .places': { position: 'relative' },
    '& .stale': { pointerEvents: 'none', opacity: 0.55, transition: 'opacity 120ms 150ms' },
    '& .line': { display: 'grid', gridTemplateColumns: 'var(--tracks)', alignItems: 'center', columnGap: 'var(--gap)', padding: '0 14px' },
    ...headStyles(theme),
    ...flowStyles(theme),
    '@container (max-width: 559.95px)': { '& .to-come': { display: 'none' } },
    '& .place': { position: 'absolute', top: 0, left: 0, right: 0 },
    '& .empty': { borderBottom: `1px solid ${palette.divider}` },
    '& .row': {
      position: 'relative',
      isolation: 'isolate',
      height: rowHeight,
      borderBottom: `1px solid ${palette.divider}`,
      fontSize: '0.875rem',
      '&.opens': { cursor: 'pointer' },
      '&:hover': { backgroundColor: palette.ground.hover },
      '&[aria-selected="true"]': { backgroundColor: palette.ground.selected, boxShadow: `inset 3px 0 0 ${palette.accent.ring}` },
      '&:focus-visible': ring,
      '&.phone': { height: phoneRowHeight },
    },
    '& [role="gridcell"], & [role="columnheader"]': {
      display: 'flex',
      alignItems: 'center',
      gap: 6,
      minWidth: 0,
      overflow: 'hidden',
      whiteSpace: 'nowrap',
      '&.end': { justifyContent: 'flex-end', fontVariantNumeric: 'tabular-nums' },
    },
    '& .main': { fontWeight: 600 },
    '& .clip': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', minWidth: 0 },
    '& .quiet': { color: palette.text.secondary, fontSize: '0.8125rem' },
    '& .card': { display: 'flex', flexDirection: 'column', alignItems: 'stretch', gap: 2, justifyContent: 'center' },
    '@media print': { display: 'none' },
  }
})
