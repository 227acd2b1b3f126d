import { googleLimitOf } from '@tablewire/contracts/google/google-calls.rules'
import type { GoogleTroubleNews, Notification, ReviewNews } from '@tablewire/contracts/operations/notifications'
import type { FaultWording } from '#src/i18n/use-fault-words.ts'
import { formatClock, formatDate, formatInstant, formatNumber, formatRecent, localTime } from '#src/kit/format.ts'
import type { useT } from './use-t.ts'

type T = ReturnType<typeof useT>

/** What happened, in a few words. */
export const title = ({ event, review, onboarding }: Notification, t: T): string => {
  if (onboarding?.yours) return t('onboarding.yours')
  if (review && review.what !== 'received') return t(`review.${review.what}`)
  return review?.low ? t('review.low') : t(`event.${event}`)
}

/** What is told of no booking: who wrote and where, which report has stopped and why, or how a request stands. */
const nameOf = (
  {
    enquiry,
    report,
    mention,
    onboarding,
    googlePassword,
    googleDrift,
    googleTrouble,
    restored,
  }: Pick<Notification, 'enquiry' | 'report' | 'mention' | 'onboarding' | 'googlePassword' | 'googleDrift' | 'googleTrouble' | 'restored'>,
  t: T,
): string | undefined => {
  if (onboarding) return t(`onboarding.${onboarding.status}`, { venue: onboarding.venueName })
  if (googlePassword) {
    const { name, days, environment, username } = googlePassword
    return t('googlePassword', { count: days, name, username, place: t(`environment.${environment}`) })
  }
  if (googleDrift) {
    const { name, environment, wrong, checked } = googleDrift
    return t('googleDrift', { name, wrong, checked, place: t(`environment.${environment}`) })
  }
  if (googleTrouble) return troubleIn(googleTrouble, t)
  if (restored) return t('restored', { from: formatRecent(restored.from), to: formatRecent(restored.to) })
  return report ? t(`report.${report.reason}`, { name: report.name, owner: report.owner ?? '' }) : (enquiry?.name ?? mention?.venueName)
}
const isFeed = (subject: string): subject is 'merchants' | 'services' | 'availability' =>
  ['merchants', 'services', 'availability'].includes(subject)
const percent = (value: number): string => formatNumber(value / 100, { style: 'percent', maximumFractionDigits: 1 })
const troubleIn = ({ what, subject, count, limit, name, environment }: GoogleTroubleNews, t: T): string =>
  t(`google.${what}`, {
    name,
    place: t(`environment.${environment}`),
    subject: isFeed(subject) ? t(`feed.${subject}`) : subject,
    count,
    share: percent(count),
    limit: percent(limit ?? 0),
    seconds: formatNumber(googleLimitOf(subject).ms / 1000),
  })
const silentIn = ({ name, seen, expected, over, what }: NonNullable<Notification['silence']>, t: T): string =>
  t(over ? 'silence.over' : `silence.${what}`, { name, seen, expected })
const wasIn = ({ before, reservation }: Pick<Notification, 'before' | 'reservation'>, t: T): string[] => {
  if (!before || !reservation) return []
  const was = [
    ...(before.startsLocal === reservation.startsLocal ? [] : [localWhen(before.startsLocal)]),
    ...(before.partySize === reservation.partySize ? [] : [t('guests', { count: before.partySize })]),
  ]
  return was.length > 0 ? [t('was', { before: was.join(', ') })] : []
}
const localWhen = (local: string): string => `${formatDate(local)} ${localTime(local)}`
const ratedIn = ({ rating, scale, source }: ReviewNews, t: T): string => {
  const rated = rating !== null && scale !== null ? [t('review.rated', { rating: formatNumber(rating), scale: formatNumber(scale) })] : []
  return [...rated, source].join(' · ')
}

/** Who, how many and when, and how it was before a change. */
export const sentence = (
  {
    event,
    reservation,
    before,
    about,
    silence,
    review,
    enquiry,
    report,
    mention,
    onboarding,
    googlePassword,
    googleDrift,
    googleTrouble,
    restored,
  }: Notification,
  { t, inFull }: { t: T; inFull: FaultWording['inFull'] },
): string => {
  if (event === 'test') return t('event.test.text')
  if (silence) return silentIn(silence, t)
  if (review) return ratedIn(review, t)
  const named = nameOf({ enquiry, report, mention, onboarding, googlePassword, googleDrift, googleTrouble, restored }, t)
  if (named !== undefined) return named
  if (!reservation) return about ? inFull(about) : ''
  const { guestName, partySize, startsLocal } = reservation
  return [
    ...(guestName ? [guestName] : []),
    t('guests', { count: partySize }),
    localWhen(startsLocal),
    ...wasIn({ before, reservation }, t),
  ].join(' · ')
}

const dayOf = (instant: number): string => new Date(instant).toDateString()

/** `19:30` today, `Yesterday 19:30`, else the date with its time; by the clock of the reader. */
export const relativeTime = (at: string, now: number, t: T): string => {
  const instant = Date.parse(at)
  if (dayOf(instant) === dayOf(now)) return formatClock(at)
  return dayOf(instant) === dayOf(now - 86_400_000) ? `${t('yesterday')} ${formatClock(at)}` : formatInstant(at)
}
