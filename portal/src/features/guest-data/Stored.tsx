import type { StoredGuest } from '@tablewire/contracts/booking/guest-data'
import { mdiDeleteOutline, mdiDownload, mdiPrinterOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { formatDate, formatInstant, languageName, localTime } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { saveFile } from '#src/kit/save-file.ts'
import { Tag } from '#src/kit/Tag.tsx'
import { useT } from './use-t.ts'

type Venue = StoredGuest['venues'][number]
type Booking = Venue['bookings'][number]

const Root = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 20,
  marginTop: 20,
  '& h3': { ...theme.typography.h3, margin: 0 },
  '& dl': {
    display: 'grid',
    gridTemplateColumns: 'minmax(90px, 32%) minmax(0, 1fr)',
    gap: '4px 16px',
    margin: '8px 0 0',
    overflowWrap: 'anywhere',
  },
  '& dt': { color: theme.vars.palette.text.secondary },
  '& dd': { margin: 0, whiteSpace: 'pre-line' },
  '& article': { borderTop: `1px solid ${theme.vars.palette.divider}`, paddingTop: 12, marginTop: 12 },
  '& article > p': { margin: 0, display: 'flex', flexWrap: 'wrap', gap: 8, alignItems: 'center', fontWeight: 600 },
}))
const Acts = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 10, '@media print': { display: 'none' } })

const Facts = ({ rows }: { rows: readonly (readonly [string, ReactNode])[] }) => (
  <dl>
    {rows
      .filter(([, value]) => value !== null && value !== '' && value !== undefined)
      .map(([label, value]) => [<dt key={`${label} t`}>{label}</dt>, <dd key={`${label} d`}>{value}</dd>])}
  </dl>
)

const BookingFacts = ({ booking }: { booking: Booking }) => {
  const t = useT()
  const { address, consent } = booking
  return (
    <article>
      <p>
        {formatDate(booking.startsLocal.slice(0, 10))}, {localTime(booking.startsLocal)} · {booking.reference}
        {booking.toCome ? <Tag tone="info">{t('toCome')}</Tag> : null}
      </p>
      <Facts
        rows={[
          [t('f.name'), `${booking.firstName} ${booking.lastName}`.trim()],
          [t('f.email'), booking.email],
          [t('f.phone'), booking.phone],
          [t('f.lang'), booking.lang && languageName(booking.lang)],
          [t('f.address'), address && Object.values(address).filter(Boolean).join(', ')],
          [t('f.party'), String(booking.partySize)],
          [t('f.notes'), booking.notes],
          [t('f.tags'), booking.tags.join(', ')],
          [t('f.channel'), [booking.channel, booking.channelReference].filter(Boolean).join(' · ')],
          [t('f.system'), booking.system],
          [t('f.made'), formatInstant(booking.createdAt)],
          [
            t('f.consent'),
            consent &&
              [consent.at && formatInstant(consent.at), consent.place, consent.edition, consent.words && `“${consent.words}”`]
                .filter(Boolean)
                .join('\n'),
          ],
          [
            t('f.messages'),
            booking.messages
              .map((one) => `${formatInstant(one.queuedAt)} · ${one.kind} · ${one.state}${one.said ? ` · “${one.said}”` : ''}`)
              .join('\n'),
          ],
          [t('f.reviews'), booking.reviews.map((one) => [one.source, one.rating, one.content].filter(Boolean).join(' · ')).join('\n')],
        ]}
      />
    </article>
  )
}

const OfVenue = ({ venue }: { venue: Venue }) => {
  const t = useT()
  return (
    <section aria-label={venue.name}>
      <h3>{venue.name}</h3>
      {venue.guests.map((guest) => (
        <Facts
          key={guest.createdAt + (guest.email ?? '') + (guest.phone ?? '')}
          rows={[
            [t('f.name'), `${guest.firstName} ${guest.lastName}`.trim()],
            [t('f.email'), guest.email],
            [t('f.phone'), guest.phone],
            [t('f.lang'), guest.lang && languageName(guest.lang)],
            [t('f.notes'), guest.notes],
            [t('f.tags'), guest.tags.join(', ')],
            [t('f.allergies'), guest.allergies.join(', ')],
            [t('f.preferences'), guest.preferences],
            [
              t('f.written'),
              guest.written.map((note) => `${formatInstant(note.writtenAt)} ${note.authorName}: ${note.content}`).join('\n'),
            ],
            [t('f.since'), formatInstant(guest.createdAt)],
            [t('f.optIn'), t(guest.optIn ? 'yes' : 'no')],
            [t('f.refuses'), venue.refuses.map((kind) => t(kind === 'review' ? 'refuses.review' : 'refuses.marketing')).join(', ')],
          ]}
        />
      ))}
      {venue.bookings.map((booking) => (
        <BookingFacts key={booking.id} booking={booking} />
      ))}
      {venue.waitlist.map((entry) => (
        <article key={entry.joinedAt}>
          <p>
            {t('waited')} · {formatDate(entry.day)}
          </p>
          <Facts
            rows={[
              [t('f.name'), `${entry.firstName} ${entry.lastName}`.trim()],
              [t('f.email'), entry.email],
              [t('f.phone'), entry.phone],
              [t('f.party'), String(entry.partySize)],
              [t('f.notes'), entry.notes],
              [t('f.since'), formatInstant(entry.joinedAt)],
            ]}
          />
        </article>
      ))}
    </section>
  )
}

/** All that is stored about one guest, readable and as a file; what stands elsewhere for a while is said. */
export const Stored = ({ stored, onErase }: { stored: StoredGuest; onErase?: () => void }) => {
  const t = useT()
  return (
    <Root>
      <Acts>
        <Button
          variant="outlined"
          startIcon={<Icon path={mdiDownload} size={18} />}
          onClick={() => saveFile('guest-data.json', [JSON.stringify(stored, null, 2)], 'application/json')}
        >
          {t('save')}
        </Button>
        <Button variant="outlined" startIcon={<Icon path={mdiPrinterOutline} size={18} />} onClick={() => window.print()}>
          {t('print')}
        </Button>
        {onErase ? (
          <Button variant="outlined" color="error" startIcon={<Icon path={mdiDeleteOutline} size={18} />} onClick={onErase}>
            {t('erase.open')}
          </Button>
        ) : null}
      </Acts>
      {stored.venues.map((venue) => (
        <OfVenue key={venue.id} venue={venue} />
      ))}
      <p style={{ margin: 0 }}>{t('elsewhere')}</p>
    </Root>
  )
}
