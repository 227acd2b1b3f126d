import { googleLimitOf } from '@tablewire/contracts/google/google-calls.rules'
import type { GoogleTroubleNews, Notification, RestoredNews, ReviewNews } from '@tablewire/contracts/operations/notifications'
import { sayFault } from '@tablewire/contracts/phrases/faults'
import type { Lang } from '@tablewire/contracts/kit/wire'
import { Temporal } from 'temporal-polyfill'
import { localWords } from '#src/platform/local-words.ts'
import { fill } from '#src/platform/phrases.ts'
import { notificationPhrases } from './notification-phrases.ts'

const when = (startsLocal: string, lang: Lang): string =>
  localWords(Temporal.PlainDateTime.from(startsLocal), lang === 'en' ? 'en-GB' : lang, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })

export const reviewTitle = ({ what, low }: ReviewNews, lang: Lang): string => {
  const phrases = notificationPhrases[lang]
  if (what === 'received') return low ? phrases.reviewLow : phrases.review_one
  return phrases[`review_${what}`]
}

/** What a bundle is about, in a line: its kind, or how many of it. */
export const headline = (bundle: readonly Notification[], lang: Lang): string => {
  const phrases = notificationPhrases[lang]
  const [first] = bundle
  if (!first || new Set(bundle.map(({ event }) => event)).size > 1) return fill(phrases.mixed, { count: bundle.length })
  if (bundle.length === 1 && first.review) return reviewTitle(first.review, lang)
  if (bundle.length === 1 && first.onboarding?.yours) return phrases.onboarding_yours
  // Words about an old review are no new one.
  if (bundle.some(({ review }) => review && review.what !== 'received')) return fill(phrases.mixed, { count: bundle.length })
  return bundle.length === 1 ? phrases[`${first.event}_one`] : fill(phrases[`${first.event}_other`], { count: bundle.length })
}

const ratedIn = ({ rating, scale, source, by }: ReviewNews, lang: Lang): string => {
  const rated = rating !== null && scale !== null ? [fill(notificationPhrases[lang].rated, { rating, scale })] : []
  return [...rated, source, ...(by ? [by] : [])].join(' · ')
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
  lang: Lang,
): string | undefined => {
  if (onboarding) return fill(notificationPhrases[lang][`onboarding_${onboarding.status}`], { venue: onboarding.venueName })
  if (googlePassword) {
    const { days, name, environment, username } = googlePassword
    const phrases = notificationPhrases[lang]
    return fill(days === 1 ? phrases.googlePasswordLast : phrases.googlePassword, { days, name, username, place: phrases[environment] })
  }
  if (googleDrift) {
    const { name, environment, wrong, checked } = googleDrift
    const phrases = notificationPhrases[lang]
    return fill(phrases.googleDrift, { name, wrong, checked, place: phrases[environment] })
  }
  if (googleTrouble) return troubleIn(googleTrouble, lang)
  if (restored) return restoredIn(restored, lang)
  if (report) return fill(notificationPhrases[lang][`report_${report.reason}`], { name: report.name, owner: report.owner ?? '' })
  return mention ? `${mention.venueName} · ${mention.by}` : enquiry?.name
}

/** Mails go to people whose zone is not known: by the one clock that is everywhere the same. */
const restoredIn = ({ from, to }: RestoredNews, lang: Lang): string => {
  const moment = (at: string): string =>
    localWords(Temporal.Instant.from(at).toZonedDateTimeISO('UTC').toPlainDateTime(), lang === 'en' ? 'en-GB' : lang, {
      day: 'numeric',
      month: 'short',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    })
  return fill(notificationPhrases[lang].restored, { from: `${moment(from)} UTC`, to: `${moment(to)} UTC` })
}

const feedKinds: readonly string[] = ['merchants', 'services', 'availability']
const troubleIn = ({ what, subject, count, limit, name, environment }: GoogleTroubleNews, lang: Lang): string => {
  const phrases = notificationPhrases[lang]
  const kind = feedKinds.includes(subject) ? phrases[`feed_${subject}` as keyof typeof phrases] : subject
  const share = (value: number): string => formatShare(value, lang)
  const seconds = (googleLimitOf(subject).ms / 1000).toLocaleString(lang)
  return fill(phrases[`google_${what}`], {
    name,
    place: phrases[environment],
    subject: kind,
    count,
    share: share(count),
    limit: share(limit ?? 0),
    seconds,
  })
}
const formatShare = (percent: number, lang: Lang): string =>
  (percent / 100).toLocaleString(lang, { style: 'percent', maximumFractionDigits: 1 })

/** Who, how many and when; what it was before a change. No phone, no address: it may light up on a table. */
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
  lang: Lang,
): string => {
  const phrases = notificationPhrases[lang]
  if (event === 'test') return phrases.testText
  if (silence)
    return fill(silence.over ? phrases.silenceOver : phrases[silence.what], silence as unknown as Record<string, string | number>)
  if (review) return ratedIn(review, lang)
  const named = nameOf({ enquiry, report, mention, onboarding, googlePassword, googleDrift, googleTrouble, restored }, lang)
  if (named !== undefined) return named
  if (!reservation) return about ? sayFault(about, lang) : ''
  const size = (partySize: number): string => (partySize === 1 ? phrases.guests_one : fill(phrases.guests_other, { count: partySize }))
  const was = before && [
    ...(before.startsLocal === reservation.startsLocal ? [] : [when(before.startsLocal, lang)]),
    ...(before.partySize === reservation.partySize ? [] : [size(before.partySize)]),
  ]
  return [
    ...(reservation.guestName ? [reservation.guestName] : []),
    size(reservation.partySize),
    when(reservation.startsLocal, lang),
    ...(was?.length ? [fill(phrases.was, { before: was.join(', ') })] : []),
  ].join(' · ')
}
