import { mdiAccountClockOutline } from '@mdi/js'
import { waitlist } from '@tablewire/contracts/booking/waitlist'
import { styled } from '@mui/material/styles'
import { useQueryClient } from '@tanstack/react-query'
import { useAbility } from '#src/api/ability.ts'
import { useLive } from '#src/api/live.ts'
import { keyOf, useEndpoint } from '#src/api/query.ts'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { ListFrame } from '#src/kit/list/list-styles.ts'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import type { Asked } from '../reservation-search.ts'
import { useWaitT } from './use-wait-t.ts'
import { WaitPart } from './WaitPart.tsx'
import { WaitSettings } from './WaitSettings.tsx'

const Root = styled('div')(({ theme }) => {
  const { palette } = theme.vars
  return {
    overflowY: 'auto',
    padding: '14px 16px 24px',
    fontSize: '0.875rem',
    fontVariantNumeric: 'tabular-nums',
    '& .top': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: '8px 16px' },
    '& .settings': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 16px' },
    '& .hint, & .record': { margin: 0, color: palette.text.secondary, fontSize: '0.8125rem' },
    '& section': { marginTop: 18 },
    '& h2': { ...theme.typography.h3, margin: 0 },
    '& .head': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '6px 14px', marginBottom: 8 },
    '& .head > button': { marginInlineStart: 'auto' },
    '& ol': { margin: 0, padding: 0, listStyle: 'none' },
    '& li': {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr) auto',
      alignItems: 'center',
      gap: '2px 16px',
      padding: '10px 4px',
      borderTop: `1px solid ${palette.divider}`,
    },
    '& .who': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 10px', '& b': { overflowWrap: 'anywhere' } },
    '& .turn': {
      display: 'inline-grid',
      placeItems: 'center',
      minWidth: 24,
      height: 24,
      borderRadius: 12,
      backgroundColor: palette.ground.hover,
      fontWeight: 600,
    },
    '& .clock': { color: palette.text.secondary },
    '& .clock.late': { color: palette.tone.danger.text },
    '& .facts': {
      gridColumn: 1,
      display: 'flex',
      flexWrap: 'wrap',
      gap: '2px 12px',
      margin: 0,
      color: palette.text.secondary,
      overflowWrap: 'anywhere',
    },
    '& .told.lost': { color: palette.tone.danger.text },
    '& .facts a': { color: palette.accent.text },
    '& .acts': { display: 'flex', flexWrap: 'wrap', gap: 6 },
    '& li > .acts': { gridColumn: 2, gridRow: '1 / span 2', justifyContent: 'flex-end' },
    '@media (pointer: coarse)': { '& .acts button': { minHeight: 44 } },
    [theme.breakpoints.down('sm')]: {
      padding: '10px 10px 24px',
      '& li': { gridTemplateColumns: 'minmax(0, 1fr)' },
      '& li > .acts': { gridColumn: 1, gridRow: 'auto', justifyContent: 'flex-start', marginTop: 6 },
    },
    '& .add': {
      display: 'grid',
      gap: 12,
      padding: 14,
      marginBottom: 10,
      border: `1px solid ${palette.divider}`,
      borderRadius: theme.vars.shape.borderRadius,
    },
    '& .add .fields': { display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 150px), 1fr))', gap: 12 },
    '& .sizes': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 6, minWidth: 0, margin: 0, padding: 0, border: 0 },
    '& .sizes > legend': { padding: 0, marginBottom: 6, color: palette.text.secondary, fontSize: '0.8125rem', fontWeight: 600 },
    '& .sizes > label': {
      position: 'relative',
      display: 'inline-grid',
      placeItems: 'center',
      minWidth: 44,
      minHeight: 44,
      border: `1px solid ${palette.ground.edge}`,
      borderRadius: theme.vars.shape.borderRadius,
      fontWeight: 600,
      cursor: 'pointer',
      '& input': { position: 'absolute', inset: 0, margin: 0, opacity: 0, cursor: 'inherit' },
      '&.on': { backgroundColor: palette.primary.main, borderColor: palette.primary.main, color: palette.primary.contrastText },
      '&:has(:focus-visible)': { outline: `2px solid ${palette.accent.ring}`, outlineOffset: 2 },
    },
    '& .quote': { fontSize: '1rem' },
    '& details': { marginTop: 10, '& > summary': { padding: '6px 0', color: palette.text.secondary, cursor: 'pointer' } },
  }
})

type WaitlistViewProps = {
  venueId: string
  date: string
  today: string
  /** Who is to be put on it, as far as it is known. */
  asked: Asked
  onAsked: () => void
  onReservation: (id: string) => void
}

/** Who waits at a venue: at the door tonight, and for the day. */
export const WaitlistView = ({ venueId, date, today, asked, onAsked, onReservation }: WaitlistViewProps) => {
  const t = useWaitT()
  const client = useQueryClient()
  const mayCreate = useAbility().can('create', 'reservation-list')
  const list = useEndpoint(waitlist.day, { params: { id: venueId }, query: { date } })
  useLive((message) => {
    const ofMessage = message.type === 'reservation' && message.kind === 'notified'
    if (message.type === 'reset' || ((message.type === 'waitlist' || ofMessage) && message.venueId === venueId))
      void client.invalidateQueries({ queryKey: keyOf(waitlist.day) })
    if (message.type === 'waitlist' || message.type === 'reservation') void client.invalidateQueries({ queryKey: keyOf(waitlist.quote) })
  })
  const day = list.data
  const part = { asked, onAsked, onReservation }
  if (!day)
    return (
      <ListFrame style={{ justifyContent: list.error ? 'center' : 'start' }}>
        {list.error ? <ErrorState error={list.error} onRetry={() => void list.refetch()} /> : <RowsSkeleton />}
      </ListFrame>
    )
  if (!day.offersPossible)
    return (
      <ListFrame style={{ justifyContent: 'center' }}>
        <EmptyState icon={mdiAccountClockOutline} title={t('title')} hint={t('remote')} />
      </ListFrame>
    )
  return (
    <ListFrame>
      <Root className="scroll">
        <div className="top">
          <WaitSettings venueId={venueId} settings={day.settings} />
        </div>
        {date === today ? <WaitPart day={day} kind="door" canAdd={mayCreate} {...part} /> : null}
        <WaitPart day={day} kind="day" canAdd={mayCreate && date >= today} {...part} />
        {day.more ? <p className="hint">{t('tooMany', { count: day.entries.length })}</p> : null}
      </Root>
    </ListFrame>
  )
}
