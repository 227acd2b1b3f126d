import { type CSSObject, styled, type Theme } from '@mui/material/styles'
import { barStyles, blockStyles, carryStyles, stateStyles } from './bar-styles.ts'

const wide = 'calc(var(--names) + var(--quarters) * var(--q))'

const cardStyles = ({ vars: { palette } }: Theme): CSSObject => ({
  '& .card, & .corner': {
    position: 'sticky',
    insetInlineStart: 0,
    zIndex: 5,
    boxSizing: 'border-box',
    flexShrink: 0,
    display: 'flex',
    alignItems: 'center',
    gap: 6,
    width: 'var(--names)',
    height: '100%',
    padding: '0 8px',
    overflow: 'hidden',
    borderInlineEnd: `1px solid ${palette.ground.edge}`,
    backgroundColor: palette.background.paper,
    whiteSpace: 'nowrap',
  },
  '& .card > b': { fontSize: 'var(--big)', overflow: 'hidden', textOverflow: 'ellipsis', fontVariantNumeric: 'tabular-nums' },
  '& .card > small': { color: palette.text.secondary, fontSize: '0.75rem', fontVariantNumeric: 'tabular-nums' },
  '& .card > .verdict': { marginInlineStart: 'auto', flexShrink: 0 },
  '& .card[data-verdict] > small': { color: 'inherit' },
})

const headStyles = ({ vars: { palette } }: Theme): CSSObject => ({
  '& .hours': {
    position: 'sticky',
    top: 0,
    zIndex: 8,
    height: 'var(--hours)',
    boxSizing: 'border-box',
    borderBottom: `1px solid ${palette.ground.edge}`,
    backgroundColor: palette.background.paper,
  },
  '& .hours > .corner': { height: 'calc(var(--hours) - 1px)', zIndex: 9 },
  '& .hour, & .now-word': {
    position: 'absolute',
    insetInlineStart: 'calc(var(--names) + var(--at) * var(--q))',
    bottom: 0,
    display: 'grid',
    alignContent: 'center',
    height: '100%',
    fontSize: 'var(--name)',
    fontVariantNumeric: 'tabular-nums',
  },
  '& .hour': {
    paddingInlineStart: 5,
    borderInlineStart: `1px solid ${palette.ground.edge}`,
    color: palette.text.secondary,
    fontWeight: 600,
  },
  '& .now-word': {
    height: 20,
    bottom: 3,
    padding: '0 6px',
    borderRadius: 10,
    transform: 'translateX(-50%)',
    backgroundColor: palette.text.primary,
    color: palette.background.paper,
    fontSize: '0.75rem',
    fontWeight: 700,
  },
})

const freeStyles = ({ vars: { palette } }: Theme): CSSObject => ({
  '& .free': {
    position: 'sticky',
    top: 'var(--hours)',
    zIndex: 7,
    display: 'flex',
    boxSizing: 'border-box',
    borderBottom: `2px solid ${palette.ground.edge}`,
    backgroundColor: palette.ground.sunken,
  },
  '& .free > .card': { flexWrap: 'wrap', alignContent: 'center', rowGap: 0, backgroundColor: palette.ground.sunken },
  '& .free.some': { backgroundColor: palette.tone.warning.soft },
  '& .free.some > .card': {
    backgroundColor: palette.tone.warning.soft,
    color: palette.tone.warning.text,
    '& > small': { color: 'inherit' },
  },
  '& .free > .tracks': { flex: 1 },
  '& .free.more > .tracks': { overflowX: 'clip', overflowY: 'auto', scrollbarWidth: 'thin' },
  // That there are more below is seen before it is scrolled.
  '& .free.below::after': {
    content: '""',
    position: 'absolute',
    insetInline: 'var(--names) 0',
    bottom: 0,
    height: 16,
    background: `linear-gradient(transparent, color-mix(in srgb, ${palette.text.primary} 28%, transparent))`,
    pointerEvents: 'none',
  },
  // The lane scrolls by itself: names stick to its own edge, not to one behind the tables' names.
  '& .free.more .bar .words': { insetInlineStart: 2 },
  '& .free .none': {
    position: 'sticky',
    insetInlineStart: 'calc(var(--names) + 10px)',
    display: 'inline-block',
    margin: 0,
    padding: '5px 10px',
    color: palette.text.secondary,
    fontSize: 'var(--small)',
  },
  '& .free:not(.some) ul': { display: 'none' },
})

const lineStyles = (theme: Theme): CSSObject => ({
  '& .line': {
    position: 'absolute',
    insetInline: 0,
    display: 'flex',
    boxSizing: 'border-box',
    borderBottom: `1px solid ${theme.vars.palette.divider}`,
    contain: 'layout style',
  },
  '&& ul': { display: 'block', position: 'relative', flex: 1, margin: 0, padding: 0, listStyle: 'none' },
  '& .area': {
    position: 'absolute',
    insetInline: 0,
    display: 'flex',
    alignItems: 'center',
    boxSizing: 'border-box',
    borderBottom: `1px solid ${theme.vars.palette.divider}`,
    backgroundColor: theme.vars.palette.ground.sunken,
    fontSize: 'var(--small)',
    fontWeight: 650,
    '& > span': { position: 'sticky', insetInlineStart: 0, padding: '0 8px', whiteSpace: 'nowrap' },
    '& small': { color: theme.vars.palette.text.secondary, fontWeight: 400 },
  },
  '& .now': {
    position: 'absolute',
    zIndex: 3,
    top: 0,
    bottom: 0,
    width: 2,
    marginInlineStart: -1,
    insetInlineStart: 'calc(var(--names) + var(--at) * var(--q))',
    backgroundColor: theme.vars.palette.accent.ring,
    pointerEvents: 'none',
  },
})

/** The hours stay above, the tables' names beside, and the line of now goes through all of them. */
export const TimelineRoot = styled('div')(({ theme }) => ({
  '--name': '0.8125rem',
  '--big': '0.9375rem',
  '--small': '0.8125rem',
  display: 'flex',
  flexDirection: 'column',
  flex: 1,
  minHeight: 0,
  '&.roomy': { '--name': '1.0625rem', '--big': '1.375rem', '--small': '0.9375rem' },
  '&.narrow': { '--name': '0.9375rem', '--big': '1.0625rem' },
  '&.narrow .free > .card > small': { display: 'none' },
  // Beside the sign the name comes first.
  '&.narrow .line > .card[data-verdict]': { gap: 2, padding: '0 4px', '& > small': { display: 'none' } },
  '& .scroller': {
    flex: 1,
    minHeight: 0,
    overflow: 'auto',
    overscrollBehavior: 'contain',
    scrollPaddingTop: 'var(--head)',
    scrollPaddingInlineStart: 'var(--names)',
  },
  '& .sheet': { position: 'relative', width: wide, minWidth: '100%' },
  '& .lines': {
    position: 'relative',
    // Quarters faintly, hours plainly.
    backgroundImage: `linear-gradient(to right, color-mix(in srgb, ${theme.vars.palette.ground.edge} 60%, transparent) 1px, transparent 1px), linear-gradient(to right, color-mix(in srgb, ${theme.vars.palette.divider} 60%, transparent) 1px, transparent 1px)`,
    backgroundSize: 'calc(var(--q) * 4) 100%, var(--q) 100%',
    backgroundPosition: 'calc(var(--names) + var(--hour) * var(--q)) 0, var(--names) 0',
  },
  ...cardStyles(theme),
  ...lineStyles(theme),
  ...headStyles(theme),
  ...freeStyles(theme),
  ...barStyles(theme),
  ...stateStyles(theme),
  ...blockStyles(theme),
  ...carryStyles(theme),
}))
