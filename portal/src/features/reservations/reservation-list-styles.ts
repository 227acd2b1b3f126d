import { keyframes } from '@emotion/react'
import { styled, type Theme } from '@mui/material/styles'
import { ListFrame } from '#src/kit/list/list-styles.ts'

const arrive = keyframes({ from: { backgroundColor: 'var(--fresh)' } })
const inDots = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const
const digits = { fontVariantNumeric: 'tabular-nums' } as const

const timeStyles = ({ vars: { palette } }: Theme) => ({
  '& .when': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 6, lineHeight: 1.25 } as const,
  '& .time': { ...digits, fontWeight: 600, fontSize: '0.9375rem' },
  '& .where': { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& .without': { color: palette.tone.warning.text, fontWeight: 600 },
  '& .late': {
    ...digits,
    display: 'inline-flex',
    alignItems: 'center',
    gap: 2,
    color: palette.tone.danger.text,
    fontSize: '0.75rem',
    fontWeight: 700,
  },
  '& .zone': { ...inDots, width: '100%', color: palette.text.secondary, fontSize: '0.6875rem' },
})

const guestStyles = ({ vars: { palette } }: Theme) => ({
  '& .party': { ...digits, fontSize: '1.1875rem', fontWeight: 700 },
  '& .end': { paddingInlineEnd: 6 },
  '& .name': { ...inDots, fontWeight: 600 },
  // A number is read out or dialled as a whole; where area and venue stand under the name there is no room for it.
  '&:not([data-columns~="area"]) .phone-number': { display: 'none' },
  '& .who': { display: 'grid', flex: 1, minWidth: 0, lineHeight: 1.25 },
  '& .who > .first': { display: 'flex', alignItems: 'center', gap: 6, minWidth: 0 },
  '& .first > .in-notes': { ...inDots, flex: '0 9 auto', minWidth: 36, color: palette.text.secondary, fontSize: '0.75rem' },
  // What has no column of its own at this width stands under the name.
  '& .under': {
    display: 'flex',
    gap: 8,
    minWidth: 0,
    overflow: 'hidden',
    color: palette.text.secondary,
    fontSize: '0.75rem',
    '& > span': { ...inDots, flex: '0 1 auto', minWidth: 36 },
    '& > .in-notes': { flexShrink: 9 },
  } as const,
  '& .one-venue .in-venue, &[data-columns~="area"] .in-area, &[data-columns~="venue"] .in-venue, &[data-columns~="notes"] .in-notes': {
    display: 'none',
  },
  '& .signs': { display: 'inline-flex', flexShrink: 0, alignItems: 'center', gap: 4 },
  // Not by a width of its own: what decides is whether the column that says the same is there.
  '&[data-columns~="notes"] .signs': { display: 'none' },
  '& .signs > *, & .allergy, & .vip': { flexShrink: 0 },
  '& .tag': {
    ...inDots,
    flexShrink: 0,
    maxWidth: 104,
    padding: '1px 6px',
    border: `1px solid ${palette.divider}`,
    borderRadius: 4,
    fontSize: '0.75rem',
  },
  '& .noted': { ...inDots, minWidth: 28 },
  '& .vip': { color: palette.tone.warning.text },
  '& .allergy': { color: palette.tone.danger.text },
  '& .on-phone': { display: 'grid', gridTemplateColumns: '58px 30px minmax(0, 1fr) minmax(0, auto)', alignItems: 'center', columnGap: 8 },
  // A zone's name has the room below time and party, which then stand above it.
  '& .on-phone .zone': { width: 96, whiteSpace: 'normal', lineHeight: 1.15, overflowWrap: 'anywhere' } as const,
  '& .on-phone:has(.zone) > .when, & .on-phone:has(.zone) > .party': { alignSelf: 'start', marginBlockStart: 2 },
  '& .on-phone > .party': { textAlign: 'end', paddingInlineEnd: 4 } as const,
})

/** What has just come: its background fades, a dot stays until somebody looked at it, a pill says where it is. */
const arrivalStyles = ({ vars: { palette, shadows } }: Theme) => ({
  '& .fresh': {
    position: 'absolute',
    inset: 0,
    zIndex: -1,
    pointerEvents: 'none',
    animation: `${arrive} 4s ease-out var(--delay, 0ms) backwards`,
  } as const,
  '& .dot': {
    position: 'absolute',
    left: 4,
    top: 'calc(50% - 4px)',
    width: 8,
    height: 8,
    borderRadius: '50%',
    backgroundColor: palette.accent.ring,
  } as const,
  '& .pill': {
    position: 'absolute',
    left: '50%',
    zIndex: 2,
    transform: 'translateX(-50%)',
    display: 'inline-flex',
    alignItems: 'center',
    gap: 6,
    padding: '6px 14px 6px 10px',
    border: 0,
    borderRadius: 999,
    backgroundColor: palette.primary.main,
    color: palette.primary.contrastText,
    boxShadow: shadows[8],
    font: 'inherit',
    fontSize: '0.8125rem',
    fontWeight: 600,
    cursor: 'pointer',
  } as const,
})

const actStyles = ({ vars: { palette, shape } }: Theme) => ({
  '& .act': {
    all: 'unset',
    ...inDots,
    boxSizing: 'border-box',
    width: '100%',
    padding: '4px 8px',
    border: '1px solid transparent',
    borderRadius: shape.borderRadius,
    color: palette.text.secondary,
    textAlign: 'center',
    fontSize: '0.8125rem',
    fontWeight: 600,
    cursor: 'pointer',
    '@media (pointer: coarse)': { display: 'grid', placeContent: 'center', minHeight: 44 },
    '&:hover': { borderColor: palette.text.secondary, backgroundColor: palette.background.paper, color: palette.text.primary },
    // The row somebody points at or stands on, and the one that cannot wait.
    '.row:hover &, .row:focus-visible &': { borderColor: palette.divider, color: palette.text.primary },
    '&.due': { borderColor: palette.tone.danger.solid, backgroundColor: palette.tone.danger.soft, color: palette.tone.danger.text },
  } as const,
  '& .on-phone > .act': {
    display: 'grid',
    placeContent: 'center',
    minHeight: 44,
    borderColor: palette.divider,
    color: palette.text.primary,
    '&.due': { borderColor: palette.tone.danger.solid, color: palette.tone.danger.text },
  } as const,
})

export const ReservationFrame = styled(ListFrame)(({ theme }) => ({
  '--fresh': theme.vars.palette.accent.soft,
  ...timeStyles(theme),
  ...guestStyles(theme),
  ...arrivalStyles(theme),
  ...actStyles(theme),
  '& .row.off': { color: theme.vars.palette.text.secondary, '& .name, & .party': { fontWeight: 500, color: 'inherit' } },
  '& .row.off .name': { textDecoration: 'line-through' },
}))
