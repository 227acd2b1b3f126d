import type { Notification } from '@tablewire/contracts/operations/notifications'
import type { FaultWording } from '#src/i18n/use-fault-words.ts'
import { formatClock, formatDate, formatInstant, formatNumber, localTime } from '#src/kit/format.ts'
import type { useT } from './use-t.ts'

type T = ReturnType<typeof useT>

/** What happened, in a few words. */
export const title = ({ event, review }: Notification, t: T): string => {
  if (review && review.what !== 'received') return t(`review.${review.what}`)
  return review?.low ? t('review.low') : t(`event.${event}`)
}

/** What is told of no booking: who wrote, or which report has stopped and why. */
const nameOf = ({ enquiry, report }: Pick<Notification, 'enquiry' | 'report'>, t: T): string | undefined =>
  report ? t(`report.${report.reason}`, { name: report.name }) : enquiry?.name

/** Who, how many and when, and how it was before a change. */
export const sentence = (
  { event, reservation, before, about, silence, review, enquiry, report }: Notification,
  { t, inFull }: { t: T; inFull: FaultWording['inFull'] },
): string => {
  if (event === 'test') return t('event.test.text')
  if (silence) {
    const { name, seen, expected } = silence
    return t(silence.over ? 'silence.over' : `silence.${silence.what}`, { name, seen, expected })
  }
  if (review) {
    const { rating, scale, source } = review
    const rated = rating !== null && scale !== null ? [t('review.rated', { rating: formatNumber(rating), scale: formatNumber(scale) })] : []
    return [...rated, source].join(' · ')
  }
  const named = nameOf({ enquiry, report }, t)
  if (named !== undefined) return named
  if (!reservation) return about ? inFull(about) : ''
  const { guestName, partySize, startsLocal } = reservation
  const when = (local: string): string => `${formatDate(local)} ${localTime(local)}`
  const was = before
    ? [
        ...(before.startsLocal === startsLocal ? [] : [when(before.startsLocal)]),
        ...(before.partySize === partySize ? [] : [t('guests', { count: before.partySize })]),
      ]
    : []
  return [
    ...(guestName ? [guestName] : []),
    t('guests', { count: partySize }),
    when(startsLocal),
    ...(was.length > 0 ? [t('was', { before: was.join(', ') })] : []),
  ].join(' · ')
}

const dayOf = (instant: number): string => new Date(instant).toDateString()

/** `19:30` today, `Yesterday 19:30`, else the date with its time; by the clock of the reader. */
export const relativeTime = (at: string, now: number, t: T): string => {
  const instant = Date.parse(at)
  if (dayOf(instant) === dayOf(now)) return formatClock(at)
  return dayOf(instant) === dayOf(now - 86_400_000) ? `${t('yesterday')} ${formatClock(at)}` : formatInstant(at)
}
