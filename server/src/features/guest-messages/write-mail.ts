import type { Lang } from '@tablewire/contracts/kit/wire'
import { Temporal } from 'temporal-polyfill'
import { brandOfVenue, mailBrand } from '#src/features/brands/api.ts'
import type { Notice } from '#src/features/reservations/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { localWords } from '#src/platform/local-words.ts'
import { oneAddress } from '#src/platform/mail/address.ts'
import { renderMail } from '#src/platform/mail/layout.ts'
import type { Mail } from '#src/platform/mail/mail.ts'
import { fill } from '#src/platform/phrases.ts'
import { entryOf } from './booking-entry.ts'
import { calendarFile } from './calendar-file.ts'
import { inLang, isUnpaid, localeOf } from './letter-words.ts'
import { markupOf } from './mail-markup.ts'
import { messagePhrases } from './message-phrases.ts'
import { meantLink, ownLink } from './own-link.ts'
import type { Letter } from './read-letter.ts'

/** What every guest reads of the venue's book: the way there, what canceling means, the rules of the house; and what is for large parties alone. */
const bookWords = ({ bookTexts, partySize, partyMax, confirmationText }: Letter, lang: Lang): string[] =>
  [
    confirmationText,
    ...(partyMax !== null && partySize > partyMax ? [bookTexts?.largeParty] : []),
    bookTexts?.arrival,
    bookTexts?.cancellation,
    bookTexts?.policies,
  ]
    .map((texts) => inLang(texts, lang))
    .filter(Boolean)

/** From the venue where it says so, else from the brand; a domain of its own has to allow our mail server. */
export const senderOf = (
  { emailSenderName, emailDomain }: Pick<Letter, 'emailSenderName' | 'emailDomain'>,
  brandName: string,
  mailFrom: string,
): { name: string; address: string } => {
  const { address } = oneAddress(mailFrom)
  return {
    name: (emailSenderName ?? brandName).replace(/[<>"\r\n]/g, ''),
    address: emailDomain === null ? address : `${address.slice(0, address.lastIndexOf('@'))}@${emailDomain}`,
  }
}

/** There is nothing that could be canceled: no more, or not yet. */
const over: readonly Notice[] = ['canceled', 'rejected', 'waitlist_offer', 'table_ready', 'verify']
/** What a calendar has to know of: a reminder is none of it. */
const calendarMethods: Partial<Record<Notice, 'REQUEST' | 'CANCEL'>> = {
  booked: 'REQUEST',
  requested: 'REQUEST',
  changed: 'REQUEST',
  canceled: 'CANCEL',
  rejected: 'CANCEL',
}
const ways = {
  reminder: 'confirm',
  same_day: 'today',
  canceled: 'see',
  rejected: 'see',
  waitlist_offer: 'offer',
  table_ready: 'wait',
  verify: 'verify',
} as const

/** What its button says, and where it leads. */
const wayOf = (ctx: Ctx, { id, guestLang, guestEmail, status }: Letter, notice: Notice): { label: string; url: string } => ({
  label: messagePhrases[guestLang ?? 'en'].own[isUnpaid({ status }, notice) ? 'pay' : (ways[notice as keyof typeof ways] ?? 'manage')],
  url: notice === 'verify' ? meantLink(ctx, { id, guestEmail }) : ownLink(ctx, id),
})

/** The venue's own words, or ours. */
const wordsOf = (letter: Letter, notice: Notice): { subject: string; title: string; text: string } => {
  const lang = letter.guestLang ?? 'en'
  const phrases = messagePhrases[lang]
  if (isUnpaid(letter, notice)) return phrases.payment
  return { ...phrases[notice], text: inLang(letter.messageTexts[notice], lang) || phrases[notice].text }
}

/** Until when the guest may cancel by himself, where that is still to come. */
const untilOf = (ctx: Ctx, letter: Letter): Temporal.PlainDateTime | undefined => {
  const until = Temporal.Instant.from(letter.startsAt).subtract({ minutes: letter.cancelMinutes })
  return Temporal.Instant.compare(until, ctx.clock()) > 0 ? until.toZonedDateTimeISO(letter.timeZone).toPlainDateTime() : undefined
}

/** Until when a place is kept for who has not yet said yes. */
const keptUntilOf = ({ holdExpiresAt, timeZone }: Letter, timeOf: (at: Temporal.PlainDateTime) => string): string =>
  holdExpiresAt === null ? '' : timeOf(Temporal.Instant.from(holdExpiresAt).toZonedDateTimeISO(timeZone).toPlainDateTime())

/** One message about a booking, in the guest's language, by the venue's clock and in the brand of its owner. */
export const writeMail = async (ctx: Ctx, letter: Letter, notice: Notice): Promise<Mail & { from: string }> => {
  const lang = letter.guestLang ?? 'en'
  const phrases = messagePhrases[lang]
  const { labels, own } = phrases
  const locale = localeOf(lang, letter.countryCode)
  const dayOf = (at: Temporal.PlainDateTime): string =>
    localWords(at, locale, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
  const timeOf = (at: Temporal.PlainDateTime): string => localWords(at, locale, { hour: 'numeric', minute: '2-digit' })
  const starts = Temporal.Instant.from(letter.startsAt).toZonedDateTimeISO(letter.timeZone).toPlainDateTime()
  const name = `${letter.guestFirstName} ${letter.guestLastName}`.trim()
  const values = {
    venue: letter.venueName,
    day: dayOf(starts),
    time: timeOf(starts),
    party: letter.partySize,
    name,
    phone: letter.venuePhone ?? '',
    keptUntil: keptUntilOf(letter, timeOf),
  }
  const brand = await brandOfVenue(ctx, letter.venueId)
  const { publicUrl, mailFrom } = ctx.ports.config
  const { subject, title, text } = wordsOf(letter, notice)
  const until = over.includes(notice) ? undefined : untilOf(ctx, letter)
  const rendered = renderMail({
    brand: mailBrand(brand, publicUrl),
    title: fill(title, values),
    paragraphs: [
      fill(phrases.greeting, values),
      fill(text, values),
      ...(notice === 'booked' ? bookWords(letter, lang) : []),
      ...(until ? [fill(own.until, { until: `${dayOf(until)}, ${timeOf(until)}` })] : []),
    ],
    details: [
      [labels.venue, letter.venueName],
      [labels.when, `${values.day}, ${values.time}`],
      [labels.party, String(letter.partySize)],
      ...(letter.areaName ? [[labels.area, letter.areaNames?.[lang] || letter.areaName] as const] : []),
      [labels.reference, letter.reference],
      ...(letter.venueAddress ? [[labels.address, letter.venueAddress] as const] : []),
    ],
    action: wayOf(ctx, letter, notice),
    footer: fill(letter.venuePhone ? phrases.call : phrases.thanks, values),
    // What is only kept is no reservation that a mail program should show.
    ...(letter.status === 'held' ? {} : { markup: markupOf(ctx, letter) }),
    dir: 'ltr',
    lang,
  })
  const sender = senderOf(letter, brand.name, mailFrom)
  const method = calendarMethods[notice]
  return {
    to: letter.guestEmail!,
    from: `${sender.name} <${sender.address}>`,
    companyId: letter.companyId,
    subject: fill(subject, values),
    ...rendered,
    ...(method && { calendar: { method, content: calendarFile(entryOf(ctx, letter, { method, organizer: sender })) } }),
    ...(letter.emailReplyTo === null ? {} : { replyTo: letter.emailReplyTo }),
  }
}
