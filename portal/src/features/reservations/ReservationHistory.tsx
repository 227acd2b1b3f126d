import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { type Reservation, reservations } from '@tablewire/contracts/booking/reservations'
import { venues } from '@tablewire/contracts/estate/venues'
import { useEndpoint } from '#src/api/query.ts'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { formatInstant } from '#src/kit/format.ts'
import { Slot } from '#src/kit/Slot.tsx'
import { Skeleton } from '#src/kit/Skeletons.tsx'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { GuestContact, GuestMessages } from './GuestMessages.tsx'
import { useHistoryWords } from './form/history-words.ts'
import { ReasonWord } from './status-tag.tsx'
import { useT } from './use-t.ts'

/** Where it sits, as the panel's other parts in a chunk of its own. */
export { MoreActs } from './acts/MoreActs.tsx'
export { SeatSection } from './offline/lazy-components.ts'

const List = styled('ol')(({ theme }) => ({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& > li': { position: 'relative', padding: '0 0 14px 20px', borderLeft: `2px solid ${theme.vars.palette.divider}`, marginLeft: 5 },
  '& > li:last-child': { borderLeftColor: 'transparent', paddingBottom: 0 },
  '& > li::before': {
    content: '""',
    position: 'absolute',
    left: -6,
    top: 4,
    width: 10,
    height: 10,
    borderRadius: '50%',
    backgroundColor: theme.vars.palette.tone.neutral.solid,
  },
  '& b': { fontWeight: 600 },
  '& ul': { margin: '2px 0 0', padding: 0, listStyle: 'none' },
  '& small': { display: 'block', color: theme.vars.palette.text.secondary, fontSize: '0.75rem' },
  '& q': { fontStyle: 'italic' },
}))

type ReservationHistoryProps = { id: string; venueId: string; timezone: string | undefined }

/** Who did what when, newest first; nothing is ever taken out of it (RE2). */
export const ReservationHistory = ({ id, venueId, timezone }: ReservationHistoryProps) => {
  const t = useT()
  const events = useEndpoint(reservations.events, { params: { id } })
  const areas = useEndpoint(venues.areas, { params: { id: venueId } }, { staleTime: 600_000 })
  const { changes, headline } = useHistoryWords({ areas: areas.data ?? [], timezone })
  if (events.error && !events.data) return <ErrorState error={events.error} onRetry={() => void events.refetch()} />
  if (!events.data) return <Skeleton width="70%" />
  return (
    <List>
      {events.data.toReversed().map((event) => (
        <li key={event.id}>
          <b>{headline(event)}</b>
          {event.reason ? (
            <>
              {': '}
              <q>
                <ReasonWord by={event.side} reason={event.reason} />
              </q>
            </>
          ) : null}
          <ul>
            {changes(event).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <small>
            {/* Our own work has the name of a job, which tells nobody anything. */}
            {event.side === 'hub' ? '' : `${event.actorName} · `}
            {t(`side.${event.side}`)} · {event.deviceName ? `${t('history.tablet', { tablet: event.deviceName })} · ` : ''}
            {event.approvedByName ? `${t('history.approved', { manager: event.approvedByName })} · ` : ''}
            {typeof event.after?.['notedAt'] === 'string'
              ? t('history.noted', { time: formatInstant(event.after['notedAt'], timezone), sent: formatInstant(event.at, timezone) })
              : formatInstant(event.at, timezone)}
          </small>
        </li>
      ))}
    </List>
  )
}

/** What its guest was sent. */
export const ReservationMessages = GuestMessages
/** How he is reached. */
export const ReservationContact = GuestContact

/** What went between the channel, the hub and the system about it; most people never ask, so it is asked for. */
export const ReservationJourney = ({ id, timezone }: { id: string; timezone: string | undefined }) => {
  const t = useT()
  const [{ journey }, setSearch] = useUrlSearch()
  if (journey) return <Slot name="journey" id={id} timeZone={timezone} fallback={<Skeleton width="70%" />} />
  return (
    <Button size="small" color="inherit" sx={{ marginInlineStart: -1.25 }} onClick={() => setSearch({ journey: '1' })}>
      {t('panel.showJourney')}
    </Button>
  )
}

/** Where the venue's own system has another booking than we do: what is wrong, and the way to ask it once more. */
export const ReservationTrouble = ({ id, detail }: { id: string; detail: Reservation | undefined }) =>
  detail?.remote?.lastError && detail.remote.state !== 'closed' ? (
    <section>
      <Slot name="trouble" id={id} timeZone={detail.timezone} fallback={<Skeleton width="100%" height={96} />} />
    </section>
  ) : null
