import type { TextNotice } from '@tablewire/contracts/booking/reservations.rules'
import { plainMarks, textParts } from '@tablewire/contracts/booking/text-parts.rules'
import type { Lang } from '@tablewire/contracts/kit/wire'
import { Temporal } from 'temporal-polyfill'
import { localWords } from '#src/platform/local-words.ts'
import { fill } from '#src/platform/phrases.ts'
import { inLang, isUnpaid, localeOf } from './letter-words.ts'
import { messagePhrases } from './message-phrases.ts'
import type { Letter } from './read-letter.ts'

/** One letter with a mark that the seven-bit table lacks would make the whole text more than twice as long. */
const bare = (letter: string): string => (textParts(letter).coding === 'gsm' ? letter : letter.normalize('NFD').replaceAll(/\p{M}/gu, ''))
/** `sab, 28/11`: a short day, whose own marks are no name's. */
const dayOf = (at: Temporal.PlainDateTime, locale: string): string =>
  Array.from(plainMarks(localWords(at, locale, { weekday: 'short', day: 'numeric', month: 'numeric' })), bare).join('')

/** What fills the gaps of a text message. */
export const lineValues = (
  letter: Letter,
  lang: Lang,
): Record<'venue' | 'day' | 'time' | 'party' | 'name' | 'phone' | 'keptUntil', string> => {
  const locale = localeOf(lang, letter.countryCode)
  const localOf = (at: string): Temporal.PlainDateTime => Temporal.Instant.from(at).toZonedDateTimeISO(letter.timeZone).toPlainDateTime()
  const timeOf = (at: string): string => plainMarks(localWords(localOf(at), locale, { hour: 'numeric', minute: '2-digit' }))
  return {
    venue: letter.venueName,
    day: dayOf(localOf(letter.startsAt), locale),
    time: timeOf(letter.startsAt),
    party: String(letter.partySize),
    name: `${letter.guestFirstName} ${letter.guestLastName}`.trim(),
    phone: letter.venuePhone ?? '',
    keptUntil: letter.holdExpiresAt === null ? '' : timeOf(letter.holdExpiresAt),
  }
}

/** A message about a booking as a text: a venue's own words, or ours, and always the way to the guest's page. */
export const writeText = (letter: Letter, notice: TextNotice, link: string): string => {
  const lang = letter.guestLang ?? 'en'
  const unpaid = isUnpaid(letter, notice)
  const own = unpaid ? '' : inLang(letter.messageLines[notice], lang)
  const words = own || messagePhrases[lang].line[unpaid ? 'payment' : notice]
  const filled = fill(words.includes('{link}') ? words : `${words} {link}`, { ...lineValues(letter, lang), link })
  return plainMarks(filled).trim()
}
