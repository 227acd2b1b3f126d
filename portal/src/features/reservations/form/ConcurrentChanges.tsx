import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { type Reservation, type ReservationEvent, reservations } from '@tablewire/contracts/booking/reservations'
import { venues } from '@tablewire/contracts/estate/venues'
import { useEffect, useRef } from 'react'
import { useFormContext } from 'react-hook-form'
import { useEndpoint } from '#src/api/query.ts'
import { isContested, staleFields } from '#src/kit/form/stale.ts'
import { formatInstant } from '#src/kit/format.ts'
import { type FormValues, valuesOf } from '../reservation-form.ts'
import { useT } from '../use-t.ts'
import { useHistoryWords } from './history-words.ts'

/** The form's fields that people can meet in, by what the history calls them. */
const fieldOf = {
  date: 'startsAt',
  time: 'startsAt',
  partySize: 'partySize',
  areaId: 'areaId',
  'guest.firstName': 'firstName',
  'guest.lastName': 'lastName',
  'guest.email': 'email',
  'guest.phone': 'phone',
  'guest.lang': 'lang',
  notes: 'notes',
  tags: 'tags',
} as const
type Name = keyof typeof fieldOf

const flat = ({ guest, ...values }: FormValues): Record<Name, unknown> => ({
  ...values,
  ...(Object.fromEntries(Object.entries(guest).map(([name, value]) => [`guest.${name}`, value])) as Record<
    `guest.${keyof typeof guest}`,
    string
  >),
})

/** What both changed, each to something else. */
export const contested = (opened: FormValues, theirs: FormValues, mine: FormValues): Name[] =>
  staleFields(flat(opened), flat(theirs), flat(mine))
    .filter((field) => field.name in fieldOf && isContested(field))
    .map(({ name }) => name)

/** Each version has its entry; the one of the opened version may be told a few milliseconds after it. */
const eventsSince = (events: readonly ReservationEvent[], opened: Reservation, newest: Reservation): ReservationEvent[] =>
  events
    .filter(({ kind, at }) => kind !== 'notified' && Date.parse(at) > Date.parse(opened.updatedAt))
    .slice(opened.version - newest.version)

type MeanwhileProps = {
  /** As it was when the form opened. */
  opened: Reservation
  newest: Reservation
  /** How often it was to be saved before anything was chosen. */
  asked: number
  /** Takes the newest state under what is typed. */
  onReload: () => void
}

/** Somebody else changed the reservation while it is open here: who, what and when; where both changed the same, one is chosen. */
export const ConcurrentChanges = ({ opened, newest, asked, onReload }: MeanwhileProps) => {
  const t = useT()
  const form = useFormContext<FormValues>()
  const events = useEndpoint(reservations.events, { params: { id: opened.id } })
  const areas = useEndpoint(venues.areas, { params: { id: opened.venueId } }, { staleTime: 600_000 })
  const { changes, headline } = useHistoryWords({ areas: areas.data ?? [], timezone: opened.timezone })
  const since = eventsSince(events.data ?? [], opened, newest)
  const both = contested(valuesOf(opened), valuesOf(newest), form.watch())
  const labels = [...new Set(both.map((name) => t(`change.${fieldOf[name]}`)))].join(', ')
  const takeTheirs = (): void => {
    // A field that is as it was opened takes the newest state.
    for (const name of both) form.resetField(name)
    onReload()
  }
  const who = ({ side, actorName }: ReservationEvent): string => (side === 'hub' ? t('side.hub') : actorName)
  const ways =
    both.length > 0
      ? ([
          ['meanwhile.keep', onReload],
          ['meanwhile.take', takeTheirs],
        ] as const)
      : ([['form.reload', onReload]] as const)
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (asked > 0) first.current?.focus()
  }, [asked])
  return (
    <Alert severity="warning" sx={{ margin: '0 18px 12px' }}>
      {since.length === 0 ? t('meanwhile.title') : null}
      {since.map((event) => (
        <div key={event.id}>
          <b>{t('meanwhile.who', { name: who(event), time: formatInstant(event.at, opened.timezone) })}</b>{' '}
          {changes(event).join(' · ') || headline(event)}
        </div>
      ))}
      {both.length > 0 ? <div>{t('meanwhile.both', { fields: labels })}</div> : null}
      {asked > 0 ? <div>{t(both.length > 0 ? 'meanwhile.choose' : 'meanwhile.look')}</div> : null}
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8, marginBlockStart: 6 }}>
        {ways.map(([word, go], place) => (
          <Button key={word} ref={place === 0 ? first : undefined} size="small" color="inherit" variant="outlined" onClick={go}>
            {t(word)}
          </Button>
        ))}
      </div>
    </Alert>
  )
}
