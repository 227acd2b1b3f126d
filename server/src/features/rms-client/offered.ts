import type { RemoteOffers, Words } from '@tablewire/connectors/kit/connector'
import type { Offered } from '@tablewire/contracts/booking/availability'
import { oneLine } from '@tablewire/contracts/kit/text.rules'
import type { Lang } from '@tablewire/contracts/kit/wire'
import { Problem } from '#src/platform/problem.ts'

/** What a guest chose: seconds to stay, and what for. */
export type Choice = { duration?: number | null; bookingType?: string | null }

const textIn = (words: Words, lang: Lang): string =>
  oneLine(typeof words === 'string' ? words : (words[lang] ?? words['en'] ?? Object.values(words)[0] ?? ''))

/** `1 hour, 30 minutes`, where the system has no words of its own. */
const spanInWords = (seconds: number, lang: Lang): string => {
  const unit = (name: 'hour' | 'minute', count: number): string[] =>
    count ? [new Intl.NumberFormat(lang, { style: 'unit', unit: name, unitDisplay: 'long' }).format(count)] : []
  const minutes = Math.round(seconds / 60)
  return new Intl.ListFormat(lang, { type: 'unit', style: 'long' }).format([
    ...unit('hour', Math.floor(minutes / 60)),
    ...unit('minute', minutes % 60),
  ])
}

/** The system's offers as guests of that language read them. */
export const offeredView = ({ requiresDuration, durations, bookingTypes }: RemoteOffers, lang: Lang): Offered => ({
  requiresDuration,
  durations: durations.map(({ seconds, label }) => ({
    value: seconds,
    label: label === null ? spanInWords(seconds, lang) : textIn(label, lang),
  })),
  bookingTypes: bookingTypes.map(({ id, name }) => ({ id, name: textIn(name, lang) })),
})

const notReported: RemoteOffers = { requiresDuration: false, durations: [], bookingTypes: [] }

const requireDuration = ({ requiresDuration, durations }: RemoteOffers, duration: number | null): void => {
  const offered = durations.map(({ seconds }) => seconds)
  const listed = { offered: offered.join(', ') || '–' }
  if (duration === null) {
    if (requiresDuration) throw new Problem('duration.required', listed)
    return
  }
  const isFree = requiresDuration && !offered.length
  if (!isFree && !offered.includes(duration)) throw new Problem('duration.not_offered', listed)
}

const requireBookingType = ({ bookingTypes }: RemoteOffers, bookingType: string | null): void => {
  const types = bookingTypes.map(({ id }) => id)
  if (bookingType !== null && types.length && !types.includes(bookingType))
    throw new Problem('booking_type.not_offered', { offered: types.join(', ') })
}

/** Refuses choices the venue does not offer, and bookings without a required one. What its system does not report is left to the system to check. */
export const requireOffered = (offers: RemoteOffers = notReported, { duration = null, bookingType = null }: Choice): void => {
  requireDuration(offers, duration)
  requireBookingType(offers, bookingType)
}
