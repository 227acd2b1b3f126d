import { Link } from '@tanstack/react-router'
import type { GuestProfile } from '@tablewire/contracts/booking/guests'
import Button from '@mui/material/Button'
import { formatDate, formatNumber, localTime } from '#src/kit/format.ts'
import { Tag } from '#src/kit/Tag.tsx'
import type { Tone } from '#src/kit/tones.ts'
import { pastOf } from './guest-words.ts'
import { Section } from './section.ts'
import { useT } from './use-t.ts'

type Visit = GuestProfile['bookings'][number]

const tones: Partial<Record<Visit['status'], Tone>> = {
  confirmed: 'success',
  seated: 'info',
  completed: 'neutral',
  no_show: 'danger',
  canceled: 'neutral',
  pending_confirmation: 'warning',
  requires_payment: 'warning',
}

const VisitLine = ({ visit }: { visit: Visit }) => {
  const t = useT()
  const { startsLocal, partySize, areaName, notes, tags, reference } = visit
  const date = startsLocal.slice(0, 10)
  return (
    <li>
      <span className="head">
        <Link to="/reservations" search={{ date, id: visit.id } as never}>
          {formatDate(date)}, {localTime(startsLocal)}
        </Link>
        <Tag tone={tones[visit.status] ?? 'neutral'}>{t(`status.${visit.status}`)}</Tag>
      </span>
      <small>{[t('covers', { count: partySize }), areaName, reference, ...tags].filter(Boolean).join(' · ')}</small>
      {notes ? <span className="said">{notes}</span> : null}
    </li>
  )
}

/** His bookings, the latest first. */
export const GuestVisits = ({ guest: { bookings, bookingsTotal } }: { guest: GuestProfile }) => {
  const t = useT()
  return (
    <Section aria-label={t('bookings')}>
      <h3>{t('bookings')}</h3>
      {bookings.length === 0 ? <p className="quiet">{t('bookings.none')}</p> : null}
      {bookings.length > 0 ? (
        <ul>
          {bookings.map((visit) => (
            <VisitLine key={visit.id} visit={visit} />
          ))}
        </ul>
      ) : null}
      {bookingsTotal > bookings.length ? (
        <p className="quiet">{t('bookings.more', { number: formatNumber(bookingsTotal - bookings.length) })}</p>
      ) : null}
    </Section>
  )
}

/** The same guest at other venues of a company that knows its guests together. */
export const Elsewhere = ({ guest, onShow }: { guest: GuestProfile; onShow: (id: string) => void }) => {
  const t = useT()
  if (guest.elsewhere.length === 0) return null
  return (
    <Section aria-label={t('elsewhere')}>
      <h3>{t('elsewhere')}</h3>
      <ul>
        {guest.elsewhere.map((there) => (
          <li key={there.id}>
            <span className="head">
              <strong>{there.venueName}</strong>
              <Button size="small" color="inherit" onClick={() => onShow(there.id)} aria-label={t('show.at', { venue: there.venueName })}>
                {t('show')}
              </Button>
            </span>
            <small>{[...pastOf(t, { ...there, nextVisitOn: null }), ...there.allergies, ...there.tags].join(' · ')}</small>
          </li>
        ))}
      </ul>
    </Section>
  )
}
