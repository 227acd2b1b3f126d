import { keyframes } from '@emotion/react'
import { type CSSObject, styled, type Theme } from '@mui/material/styles'
import { boardEdge, columnGap } from './day-columns.ts'

const arrive = keyframes({ from: { backgroundColor: 'var(--fresh)' } })

const boardStyles = ({ vars: { palette } }: Theme): CSSObject => ({
  '& .board': { position: 'relative', width: 'max(100%, var(--board))', minHeight: '100%' },
  '& .heads, & .columns': { display: 'grid', gridTemplateColumns: 'var(--columns)', gap: columnGap, padding: `0 ${boardEdge}px` },
  '& .heads': {
    position: 'sticky',
    top: 0,
    zIndex: 3,
    backgroundColor: palette.background.paper,
    borderBottom: `1px solid ${palette.divider}`,
  },
  '& .columns': { position: 'relative', alignItems: 'start', padding: '8px 12px 14px' },
  '& .columns > ul, & .agenda ul': { display: 'grid', gap: 6, margin: 0, padding: 0, listStyle: 'none' },
})

const headStyles = ({ vars: { palette } }: Theme): CSSObject => ({
  '& .shift': {
    gridRow: 1,
    padding: '8px 0 0',
    color: palette.text.secondary,
    fontSize: '0.75rem',
    fontWeight: 600,
    '& > span': { position: 'sticky', left: 12 },
  },
  '& .head': { gridRow: 2, padding: '4px 0 8px', scrollSnapAlign: 'start', scrollMarginInline: boardEdge },
  '& .head.first': { marginLeft: -6, paddingLeft: 6, borderLeft: `1px solid ${palette.divider}` },
  '& .head b': { display: 'block', fontSize: '0.9375rem', fontVariantNumeric: 'tabular-nums' },
  '& .used': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 4,
    marginRight: 10,
    color: palette.text.secondary,
    fontSize: '0.75rem',
    fontVariantNumeric: 'tabular-nums',
    whiteSpace: 'nowrap',
  },
  '& .used.full': { color: palette.tone.warning.text, fontWeight: 700 },
  '& .used.over': { color: palette.tone.danger.text, fontWeight: 700 },
})

const laneStyles = ({ vars: { palette } }: Theme): CSSObject => ({
  '& .lane > h2': {
    position: 'sticky',
    left: 0,
    zIndex: 1,
    display: 'inline-flex',
    alignItems: 'center',
    gap: 8,
    margin: 0,
    padding: '10px 14px 0',
    fontSize: '0.875rem',
    fontWeight: 600,
    '& small': { color: palette.text.secondary, fontSize: '0.8125rem', fontWeight: 400 },
  },
  '& .lane > h2 > button': {
    all: 'unset',
    display: 'inline-flex',
    alignItems: 'center',
    gap: 6,
    cursor: 'pointer',
    borderRadius: 3,
    '&:focus-visible': { outline: `2px solid ${palette.accent.ring}`, outlineOffset: 2 },
  },
  '& .lane + .lane': { borderTop: `1px solid ${palette.divider}` },
  '& .lane > p': {
    margin: 0,
    padding: '6px 14px 14px',
    color: palette.text.secondary,
    fontSize: '0.8125rem',
    position: 'sticky',
    left: 0,
    width: 'max-content',
  },
})

/** The line of now, and the agenda, where it lies across. */
const nowStyles = ({ vars: { palette } }: Theme): CSSObject => ({
  '& .agenda': { padding: '4px 12px 14px' },
  '& .agenda .head': { display: 'flex', alignItems: 'baseline', gap: 10, padding: '12px 0 6px' },
  '& .agenda .now': {
    position: 'relative',
    left: 0,
    width: '100%',
    height: 0,
    margin: '8px 0',
    borderLeft: 0,
    borderTop: `2px solid ${palette.tone.danger.solid}`,
  },
  '& .now': {
    position: 'absolute',
    top: 0,
    bottom: 0,
    zIndex: 0,
    width: 0,
    borderLeft: `2px solid ${palette.tone.danger.solid}`,
    pointerEvents: 'none',
  },
  '& .clock': {
    position: 'absolute',
    bottom: 0,
    transform: 'translate(-50%, 50%)',
    '[dir="rtl"] &': { transform: 'translate(50%, 50%)' },
    padding: '1px 6px',
    borderRadius: 4,
    backgroundColor: palette.tone.danger.soft,
    color: palette.tone.danger.text,
    fontSize: '0.6875rem',
    fontWeight: 700,
    fontVariantNumeric: 'tabular-nums',
  },
})

const cardStyles = ({ vars: { palette, shape } }: Theme): CSSObject => ({
  '& .card': {
    position: 'relative',
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    gap: '1px 10px',
    minHeight: 62,
    padding: '7px 8px 7px 11px',
    border: `1px solid ${palette.divider}`,
    borderLeft: '4px solid var(--edge)',
    borderRadius: shape.borderRadius,
    backgroundColor: palette.background.paper,
    fontSize: '0.8125rem',
    '&:hover': { backgroundColor: palette.ground.hover },
    '&.selected': { backgroundColor: palette.ground.selected },
    '&.fresh': { animation: `${arrive} 4s ease-out var(--delay, 0ms) backwards` },
    '&.off .name': { textDecoration: 'line-through', color: palette.text.secondary },
  },
  '& .size': {
    gridRow: '1 / 3',
    alignSelf: 'center',
    minWidth: 24,
    fontSize: '1.5rem',
    fontWeight: 700,
    lineHeight: 1,
    textAlign: 'center',
    fontVariantNumeric: 'tabular-nums',
  },
  '& .open': {
    all: 'unset',
    minWidth: 0,
    cursor: 'pointer',
    '&::after': { content: '""', position: 'absolute', inset: 0, borderRadius: 'inherit' },
    '&:focus-visible::after': { outline: `2px solid ${palette.accent.ring}`, outlineOffset: 1 },
  },
  '& .name': {
    display: 'block',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontSize: '0.875rem',
    fontWeight: 600,
    paddingRight: 'var(--flags, 0px)',
  },
  '& .flags': { position: 'absolute', top: 7, right: 7, display: 'flex', gap: 3, color: palette.text.secondary },
  '& .vip': { color: palette.tone.warning.text },
  '& .allergy': { color: palette.tone.danger.text },
})

const factStyles = ({ vars: { palette } }: Theme): CSSObject => ({
  '& .facts': {
    display: 'flex',
    alignItems: 'center',
    gap: 6,
    minWidth: 0,
    color: palette.text.secondary,
    whiteSpace: 'nowrap',
    '& > .clip': { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' },
    '& > svg': { color: 'var(--ink)' },
  },
  '& .late': { display: 'inline-flex', alignItems: 'center', gap: 2, color: palette.tone.danger.text, fontWeight: 700 },
  '& .act': {
    all: 'unset',
    position: 'relative',
    zIndex: 1,
    marginLeft: 'auto',
    padding: '1px 8px',
    border: `1px solid ${palette.divider}`,
    borderRadius: 4,
    backgroundColor: palette.background.paper,
    color: palette.text.primary,
    fontSize: '0.75rem',
    fontWeight: 600,
    cursor: 'pointer',
    '&:hover': { borderColor: palette.text.secondary },
    '@media (pointer: coarse)': { display: 'inline-grid', alignContent: 'center', minHeight: 44, padding: '0 12px' },
  },
  '& .dot': {
    position: 'absolute',
    left: -6,
    top: -4,
    width: 10,
    height: 10,
    borderRadius: '50%',
    backgroundColor: palette.accent.ring,
    boxShadow: `0 0 0 2px ${palette.background.paper}`,
  },
})

/** The service view: columns of one interval each, three lanes under one another, or an agenda where there is no room for columns. */
export const DayRoot = styled('div')(({ theme }) => ({
  '--fresh': theme.vars.palette.accent.soft,
  position: 'relative',
  flex: 1,
  minHeight: 0,
  minWidth: 0,
  overflow: 'auto',
  // No card stands half outside at the beginning.
  scrollSnapType: 'x proximity',
  border: '1px solid var(--skin-edge)',
  borderRadius: theme.vars.shape.borderRadius,
  backgroundColor: theme.vars.palette.background.paper,
  ...boardStyles(theme),
  ...headStyles(theme),
  ...laneStyles(theme),
  ...nowStyles(theme),
  ...cardStyles(theme),
  ...factStyles(theme),
}))
