import { type CSSObject, styled, type Theme } from '@mui/material/styles'
import { asideStyles } from './panel-styles.ts'

/** What a table is shows as its ground, its line and its sign, so that nobody needs the colour. */
const stateStyles = ({ vars: { palette } }: Theme): CSSObject => ({
  '& .table.free .body, & .table.later .body': { stroke: palette.tone.success.solid, strokeWidth: 0.5 },
  '& .table.free .what, & .table.later .what': { color: palette.tone.success.text },
  '& .table.soon .body, & .table.due .body': { fill: palette.tone.info.soft, stroke: palette.tone.info.solid, strokeDasharray: '1.6 1' },
  '& .table.soon .what, & .table.due .what': { color: palette.tone.info.text },
  '& .table.late .body': {
    fill: palette.tone.warning.soft,
    stroke: palette.tone.warning.solid,
    strokeDasharray: '1.6 1',
    strokeWidth: 0.8,
  },
  '& .table.late .what': { color: palette.tone.warning.text },
  '& .table.seated .body': { fill: palette.tone.primary.soft, stroke: palette.tone.primary.solid, strokeWidth: 0.8 },
  '& .table.seated .chair': { fill: palette.tone.primary.solid, opacity: 0.9 },
  '& .table.seated .what': { color: palette.tone.primary.text },
  '& .table.overrun .body': { fill: palette.tone.danger.soft, stroke: palette.tone.danger.solid, strokeWidth: 1.1 },
  '& .table.overrun .chair': { fill: palette.tone.danger.solid, opacity: 0.9 },
  '& .table.overrun .what': { color: palette.tone.danger.text },
  // Somebody comes to it while somebody sits there.
  '& .table.clashes .body': { stroke: palette.tone.danger.solid, strokeWidth: 1.4, strokeDasharray: '2 0.8' },
  '& .table.clashes .what': {
    color: palette.tone.danger.text,
    '& > em': { fontStyle: 'normal', borderInlineStart: '1px solid', paddingInlineStart: 3 },
  },
  '& .table.blocked .body': { fill: palette.ground.hover, stroke: palette.ground.edge, strokeDasharray: '0.5 1' },
  '& .table.blocked .chair': { opacity: 0.2 },
  '& .table.blocked .words': { color: palette.text.secondary },
})

const verdicts = { may: 'success', warn: 'warning', not: 'danger' } as const

/** While a party is carried, what becomes of it at each table; before what marks every target. */
const verdictStyles = (palette: Theme['vars']['palette']): CSSObject =>
  Object.fromEntries(
    Object.entries(verdicts).map(([verdict, tone]) => [
      `& .hit[data-verdict="${verdict}"][data-drop][data-drop]`,
      {
        outline: `${verdict === 'not' ? '2px dashed' : '2px solid'} ${palette.tone[tone].solid}`,
        outlineOffset: 0,
        '&[data-over]': { backgroundColor: palette.tone[tone].soft, outlineWidth: 4 },
        '& > .verdict': { color: palette.tone[tone].text },
      },
    ]),
  )

const pieceStyles = ({ vars: { palette, shape } }: Theme): CSSObject => ({
  '& .floor > ul': { display: 'contents', listStyle: 'none' },
  '& .table': { zIndex: 1 },
  '& .hit': {
    all: 'unset',
    boxSizing: 'border-box',
    position: 'absolute',
    display: 'grid',
    placeItems: 'center',
    gridTemplateColumns: 'minmax(0, 1fr)',
    // As large as a finger, however small it is drawn.
    inset: 'min(-6px, calc((100% - 44px) / 2))',
    borderRadius: shape.borderRadius,
    cursor: 'pointer',
    '&:hover': { backgroundColor: `color-mix(in srgb, ${palette.text.primary} 7%, transparent)` },
    '&:focus-visible': { outline: `3px solid ${palette.accent.ring}`, zIndex: 4 },
    // In the colour of no state: which table the panel speaks of is seen beside those that are seated.
    '&[aria-pressed="true"]': { outline: `3px solid ${palette.text.primary}`, outlineOffset: 2, zIndex: 3 },
    '&[data-over]': { outline: `3px dashed ${palette.accent.ring}`, backgroundColor: palette.accent.soft, zIndex: 4 },
  },
  '& .hit > .verdict': {
    position: 'absolute',
    insetBlockStart: 0,
    insetInlineEnd: 0,
    padding: 1,
    borderRadius: '50%',
    backgroundColor: palette.background.paper,
    pointerEvents: 'none',
  },
  ...verdictStyles(palette),
  '& .hit > .words': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    justifyItems: 'center',
    width: 'max(100%, 78px)',
    maxWidth: 'none',
    whiteSpace: 'nowrap',
    fontVariantNumeric: 'tabular-nums',
    pointerEvents: 'none',
    fontWeight: 500,
    fontSize: 'clamp(11px, calc(var(--unit) * 2), 15px)',
    lineHeight: 1.2,
  },
  '& .words > b': { fontSize: '1.3em', fontWeight: 750, lineHeight: 1.05 },
  '& .words > .what': { display: 'inline-flex', alignItems: 'center', gap: 2, fontWeight: 650, whiteSpace: 'nowrap' },
  '& .words > .who': {
    display: 'flex',
    justifyContent: 'center',
    gap: 4,
    maxWidth: '100%',
    padding: '0 4px',
    borderRadius: 4,
    // Over chairs and lines it stays readable.
    backgroundColor: palette.background.paper,
    color: palette.text.primary,
    '& > .name': { overflow: 'hidden', textOverflow: 'ellipsis' },
    '& > i': { fontStyle: 'normal', fontWeight: 700 },
  },
})

/** Those that nobody has drawn stand in a row. */
const looseStyles = ({ vars: { palette, shape } }: Theme): CSSObject => ({
  '& .loose-tables': { display: 'flex', flexWrap: 'wrap', gap: 10, margin: 0, padding: 0, listStyle: 'none', '--unit': '6px' },
  '& .loose-tables > .table': {
    position: 'relative',
    width: 108,
    minHeight: 76,
    border: `1px solid ${palette.ground.edge}`,
    borderRadius: shape.borderRadius,
    '& > .hit': { inset: 0 },
    '&.free, &.later': { borderColor: palette.tone.success.solid },
    '&.soon, &.due': { borderStyle: 'dashed', borderColor: palette.tone.info.solid, backgroundColor: palette.tone.info.soft },
    '&.late': { borderStyle: 'dashed', borderColor: palette.tone.warning.solid, backgroundColor: palette.tone.warning.soft },
    '&.seated': { borderColor: palette.tone.primary.solid, backgroundColor: palette.tone.primary.soft },
    '&.overrun': { borderWidth: 2, borderColor: palette.tone.danger.solid, backgroundColor: palette.tone.danger.soft },
    '&.clashes': { borderWidth: 2, borderStyle: 'dashed', borderColor: palette.tone.danger.solid },
    '&.blocked': { borderStyle: 'dotted', backgroundColor: palette.ground.hover },
  },
})

export const RoomRoot = styled('div')((theme) => ({
  ...stateStyles(theme.theme),
  ...pieceStyles(theme.theme),
  ...looseStyles(theme.theme),
  ...asideStyles(theme.theme),
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) 300px',
  gap: 14,
  flex: 1,
  minHeight: 0,
  padding: 12,
  overflow: 'hidden',
  '--tall': '62vh',
  // Several rooms: all in one measure, as small as they stay readable, and beside each other where there is place.
  '&.all-rooms': { '--tall': '100vh' },
  '& > .rooms': {
    display: 'flex',
    flexFlow: 'row wrap',
    alignContent: 'flex-start',
    gap: 14,
    minWidth: 0,
    minHeight: 0,
    overflowY: 'auto',
  },
  '& > .rooms > .choice, & > .rooms > .hint': { flex: '1 0 100%' },
  '& .area': { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 6, alignContent: 'start', minWidth: 0, flex: '1 0 100%' },
  '&.all-rooms .area': {
    flex: '0 0 auto',
    width: 'min(100%, var(--width) * max(var(--least) * 1px, 0.5cqw))',
    '&:has(.loose-tables)': { width: '100%' },
  },
  '& .area > h2': { margin: 0, fontSize: '0.9375rem', '& > small': { color: theme.theme.vars.palette.text.secondary, fontWeight: 400 } },
  '& .area > h3': { margin: 0, fontSize: '0.8125rem', color: theme.theme.vars.palette.text.secondary },
  '& .hint': { margin: 0, fontSize: '0.8125rem', color: theme.theme.vars.palette.text.secondary },
  '&.narrow': {
    display: 'flex',
    flexDirection: 'column',
    overflowY: 'auto',
    // What lies over it takes no table out of sight: it scrolls as far.
    paddingBlockEnd: 'calc(12px + var(--sheet, 0px))',
    '& > .rooms': { flexShrink: 0, overflowY: 'visible' },
    '& > .aside': { flexShrink: 0 },
  },
}))
