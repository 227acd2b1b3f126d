import type { CSSObject, Theme } from '@mui/material/styles'

const at = { insetInlineStart: 'calc(var(--at) * var(--q))', width: 'calc(var(--long) * var(--q))' } as const

/** A party's stay: its length is its time, its colour and edge its state, beside the signs that say the same. */
export const barStyles = ({ vars: { palette, shape } }: Theme): CSSObject => ({
  '& .bar': {
    ...at,
    position: 'absolute',
    top: 'calc(var(--track, 0) * var(--row) + 2px)',
    height: 'calc(var(--row) - 4px)',
    paddingInlineEnd: 1,
    WebkitTouchCallout: 'none',
    '@media (pointer: coarse)': { userSelect: 'none' },
  },
  '& .bar > .open': {
    all: 'unset',
    boxSizing: 'border-box',
    display: 'block',
    width: '100%',
    height: '100%',
    overflow: 'clip',
    border: '1px solid var(--edge)',
    borderInlineStartWidth: 4,
    borderRadius: shape.borderRadius,
    backgroundColor: 'var(--soft)',
    color: palette.text.primary,
    cursor: 'grab',
    '&:hover': { borderColor: palette.text.primary },
    '&:focus-visible': { outline: `2px solid ${palette.accent.ring}`, outlineOffset: 1 },
  },
  // While what it stands in scrolls away, its name stays in sight.
  '& .bar .words': {
    position: 'sticky',
    insetInlineStart: 'calc(var(--names) + 2px)',
    display: 'inline-flex',
    alignItems: 'center',
    gap: 6,
    maxWidth: '100%',
    height: '100%',
    padding: '0 6px',
    boxSizing: 'border-box',
    overflow: 'hidden',
    whiteSpace: 'nowrap',
    fontSize: 'var(--name)',
  },
  '& .bar .size': { flexShrink: 0, minWidth: '1.1em', fontSize: 'var(--big)', fontVariantNumeric: 'tabular-nums', textAlign: 'center' },
  '& .bar .name': { flex: '0 1 auto', minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', fontWeight: 550 },
  '& .bar small': { flexShrink: 1, minWidth: 0, overflow: 'hidden', color: palette.text.secondary, fontSize: '0.75rem' },
  '& .bar .signs': { display: 'inline-flex', flexShrink: 0, gap: 3, color: palette.text.secondary, fontSize: '0.75rem', fontWeight: 650 },
  '& .bar .signs > span': { display: 'inline-flex', alignItems: 'center' },
  '& .bar .alarm': { color: palette.tone.danger.text },
  '& .bar .warn': { color: palette.tone.warning.text },
})

/** Coming, seated, gone, and what else changes its look. */
export const stateStyles = ({ vars: { palette } }: Theme): CSSObject => ({
  '& .bar.seated': { zIndex: 1 },
  '& .bar.seated > .open': {
    borderWidth: 1,
    borderInlineStartWidth: 6,
    fontWeight: 600,
    // What it sits beyond its time.
    backgroundImage: `repeating-linear-gradient(-45deg, ${palette.tone.danger.solid} 0 3px, transparent 3px 9px)`,
    backgroundSize: 'calc(var(--over) * var(--q)) 100%',
    backgroundPosition: 'right',
    backgroundRepeat: 'no-repeat',
  },
  '& .bar.coming': { zIndex: 2 },
  // Both names are read, and where one sits into the other's time.
  '& .bar.met .words': { height: '52%' },
  '& .bar.clashes': { top: 'calc(var(--row) * 0.48)', height: 'calc(var(--row) * 0.52 - 2px)' },
  '& .bar.clashes .words, & .bar.met .words': { '--big': 'var(--name)', fontSize: 'min(var(--name), 0.8125rem)' },
  '& .bar.clashes > .open': { border: `2px dashed ${palette.tone.danger.solid}`, borderInlineStart: '4px solid var(--edge)' },
  '& .bar.done': { zIndex: 0, opacity: 0.6 },
  '& .bar.done > .open': {
    backgroundColor: palette.ground.sunken,
    borderColor: palette.ground.edge,
    cursor: 'pointer',
    '& .name': { fontWeight: 400 },
  },
  '& .bar.copy > .open': { borderStyle: 'dashed', borderInlineStartStyle: 'solid' },
  '& .bar.selected > .open': { boxShadow: `inset 0 0 0 2px ${palette.accent.ring}` },
  '& .bar.fresh > .open': { boxShadow: `inset 0 -3px 0 ${palette.accent.ring}` },
  '& .bar.carried > .open': { opacity: 0.45 },
})

/** A table that takes nobody. */
export const blockStyles = ({ vars: { palette, shape } }: Theme): CSSObject => ({
  '& .blocked': {
    ...at,
    position: 'absolute',
    top: 2,
    height: 'calc(var(--row) - 4px)',
    overflow: 'clip',
    borderRadius: shape.borderRadius,
    border: `1px solid ${palette.ground.edge}`,
    color: palette.text.secondary,
    backgroundColor: palette.ground.sunken,
    backgroundImage: `repeating-linear-gradient(45deg, ${palette.ground.edge} 0 1px, transparent 1px 7px)`,
  },
  '& .blocked > .words': {
    position: 'sticky',
    insetInlineStart: 'calc(var(--names) + 4px)',
    display: 'inline-flex',
    alignItems: 'center',
    gap: 5,
    maxWidth: '100%',
    height: 'calc(100% - 8px)',
    margin: '4px',
    padding: '0 5px',
    boxSizing: 'border-box',
    overflow: 'hidden',
    borderRadius: 3,
    backgroundColor: palette.ground.sunken,
    fontSize: '0.75rem',
    whiteSpace: 'nowrap',
  },
})

const verdicts = { may: 'success', warn: 'warning', not: 'danger' } as const

/** What is carried, where it would stand, and what each table says to it. */
export const carryStyles = ({ vars: { palette, shape } }: Theme): CSSObject => ({
  '& .landing': {
    ...at,
    position: 'absolute',
    zIndex: 4,
    boxSizing: 'border-box',
    marginInlineStart: 'var(--names)',
    borderRadius: shape.borderRadius,
    pointerEvents: 'none',
    '&.sent': { opacity: 0.6 },
  },
  ...Object.fromEntries(
    Object.entries(verdicts).flatMap(([verdict, tone]) => [
      [
        `& .landing[data-verdict="${verdict}"]`,
        {
          border: `3px ${verdict === 'not' ? 'dashed' : 'solid'} ${palette.tone[tone].solid}`,
          backgroundColor: `color-mix(in srgb, ${palette.tone[tone].soft} 70%, transparent)`,
        },
      ],
      [`& .why[data-verdict="${verdict}"]`, { color: palette.tone[tone].text }],
      [`& .card[data-verdict="${verdict}"]`, { backgroundColor: palette.tone[tone].soft, color: palette.tone[tone].text }],
    ]),
  ),
  '& .carry-ghost': {
    position: 'fixed',
    insetInlineStart: 0,
    top: 0,
    zIndex: 20,
    display: 'grid',
    gap: 1,
    maxWidth: 'min(320px, 80vw)',
    padding: '7px 12px',
    borderRadius: shape.borderRadius,
    border: `1px solid ${palette.ground.edge}`,
    backgroundColor: palette.background.paper,
    boxShadow: '0 4px 16px rgb(0 0 0 / 0.25)',
    fontSize: '0.875rem',
    pointerEvents: 'none',
    willChange: 'transform',
    transform: 'translate(-200vw, 0)',
  },
  '& .carry-bar': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '2px 14px',
    padding: '8px 12px',
    borderTop: `2px solid ${palette.accent.ring}`,
    backgroundColor: palette.background.paper,
    fontSize: '0.9375rem',
    '& > small': { marginInlineStart: 'auto', color: palette.text.secondary },
  },
  '& .to': { fontWeight: 650, fontVariantNumeric: 'tabular-nums' },
  '& .why': { display: 'inline-flex', alignItems: 'center', gap: 5, fontWeight: 600 },
  '& .why > svg': { flexShrink: 0 },
})
