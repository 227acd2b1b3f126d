import Button from '@mui/material/Button'
import { type Evening, reviewWork } from '@tablewire/contracts/reviews/review-work'
import { sourceName } from '@tablewire/contracts/reviews/source-names.rules'
import { useState } from 'react'
import { useAbility } from '#src/api/ability.ts'
import { useEndpoint } from '#src/api/query.ts'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { formatDate, formatNumber, localTime } from '#src/kit/format.ts'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { Tag } from '#src/kit/Tag.tsx'
import { Rating } from '../Rating.tsx'
import { useT } from '../use-t.ts'
import { Section } from './section.ts'
import { TieBooking } from './TieBooking.tsx'

type T = ReturnType<typeof useT>

const waitInWords = (t: T, minutes: number): string => {
  if (minutes > 0) return t('work.wait.after', { count: minutes })
  return minutes < 0 ? t('work.wait.before', { count: -minutes }) : t('work.wait.onTime')
}

const factsOf = (t: T, evening: Evening): [name: string, value: string | null][] => {
  const { booking, notes, waitMinutes, covers, visits, noShows, tiedBy } = evening
  if (!booking) return []
  const past = [
    ...(visits ? [t('work.visits', { count: visits })] : [t('work.firstVisit')]),
    ...(noShows ? [t('work.noShows', { count: noShows })] : []),
  ]
  return [
    [t('work.guest'), booking.guestName || booking.reference],
    [t('work.booked'), `${formatDate(booking.startsLocal.slice(0, 10))} ${localTime(booking.startsLocal)}`],
    [t('work.party'), [t('work.guests', { count: booking.partySize }), booking.areaName].filter(Boolean).join(' · ')],
    [t('work.seated'), waitMinutes === null ? null : waitInWords(t, waitMinutes)],
    [t('work.covers'), covers === null ? null : formatNumber(covers)],
    [t('work.past'), past.join(' · ')],
    [t('work.notes'), notes],
    [t('work.tiedBy'), tiedBy],
  ]
}

const Others = ({ others }: Pick<Evening, 'others'>) => {
  const t = useT()
  if (others.length === 0) return null
  return (
    <>
      <h4>{t('work.others')}</h4>
      <ul>
        {others.map((review) => (
          <li key={review.id}>
            <a href={`/reviews?id=${review.id}`}>
              <Rating review={review} /> {review.beginning ?? t('noText')}
            </a>
            <small className="quiet">
              {' '}
              {[sourceName(review.source, t('source.own')), formatDate(review.publishedAt.slice(0, 10))].join(' · ')}
            </small>
          </li>
        ))}
      </ul>
    </>
  )
}

/** LI2: the booking a review tells of, and how that evening went. */
export const ReviewEvening = ({ id }: { id: string }) => {
  const t = useT()
  const ability = useAbility()
  const [tying, setTying] = useState(false)
  const { data: evening, error, refetch } = useEndpoint(reviewWork.evening, { params: { id } }, { meta: { shown: true } })
  const mayTie = ability.can('read', 'reservation-list') && ability.can('update', 'reviews')
  if (error && !evening) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!evening) return <RowsSkeleton rows={2} />
  const { state, booking, overbooked } = evening
  return (
    <Section aria-label={t('work.evening')}>
      <h3>{t('work.evening')}</h3>
      {state === 'shown' ? null : <p className="quiet">{t(state === 'none' ? 'work.noBooking' : 'work.hidden')}</p>}
      <dl>
        {factsOf(t, evening).map(([name, value]) =>
          value === null ? null : (
            <div key={name} style={{ display: 'contents' }}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
      </dl>
      {overbooked ? <Tag tone="warning">{t('work.overbooked', { count: overbooked })}</Tag> : null}
      <div className="acts">
        {booking ? (
          <Button href={`/reservations?id=${booking.id}`} variant="outlined">
            {t('toReservation')}
          </Button>
        ) : null}
        {mayTie ? (
          <Button color="inherit" onClick={() => setTying(true)}>
            {t(booking ? 'work.tieOther' : 'work.tie')}
          </Button>
        ) : null}
      </div>
      <Others others={evening.others} />
      {tying ? <TieBooking id={id} tied={booking?.id ?? null} onClose={() => setTying(false)} /> : null}
    </Section>
  )
}
