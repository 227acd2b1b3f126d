import type { Book, LangTexts } from '@tablewire/contracts/estate/book'
import type { Status } from '@tablewire/contracts/booking/reservations.rules'
import type { Lang } from '@tablewire/contracts/kit/wire'
import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { brandOfVenue, mailBrand } from '#src/features/brands/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { newId } from '#src/platform/id.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import { oneAddress } from '#src/platform/mail/address.ts'
import { renderMail } from '#src/platform/mail/layout.ts'
import type { Mail } from '#src/platform/mail/mail.ts'
import { sendOnce } from '#src/platform/mail/send-once.ts'
import { localWords } from '#src/platform/local-words.ts'
import { Problem } from '#src/platform/problem.ts'
import { fill } from '#src/platform/phrases.ts'
import { maskedEmail } from './guest-contact.ts'
import { guestPhrases, type Notice } from './guest-phrases.ts'
import { recordEvent } from './reservation-history.ts'
import { type ReservationRecord, type PendingReservation, visibleAs } from './reservation-rows.ts'

export type { Notice } from './guest-phrases.ts'

/** Exponential backoff up to half an hour, for four hours and more: a mail server may be down for an evening. */
const tries = 16

/** `noticeId` becomes the id of the history's entry, for idempotency: a job that runs twice writes once. `asked`: staff requested this mail. */
type GuestNotification = { reservationId: string; noticeId: string; notice: Notice; asked?: true }
export const notifyGuestJob = defineJob<GuestNotification>('reservations.tell_guest', tries)

/** Outbox: sends the mail after the caller's transaction has committed; a reservation without an e-mail address is skipped. */
export const notifyGuest = async (ctx: Ctx, row: PendingReservation, notice: Notice): Promise<void> => {
  if (row.guestEmail) await ctx.ports.jobs.enqueue(ctx, notifyGuestJob, { reservationId: row.id, noticeId: newId(), notice })
}

/** The same on request: then also where the venue sends no such mails by itself. */
export const notifyGuestIfAsked = async (ctx: Ctx, row: PendingReservation, notice: Notice): Promise<void> => {
  if (row.guestEmail) await ctx.ports.jobs.enqueue(ctx, notifyGuestJob, { reservationId: row.id, noticeId: newId(), notice, asked: true })
}

/** A notification was requested, so there must be an address. */
export const requireEmail = (email: string | null): string => {
  if (!email) throw new Problem('request.invalid', {}, { 'guest.email': [{ issue: 'required' }] })
  return email
}

/** The mail for a reservation in that status; undefined = none is needed. */
export const noticeOf = (status: Status): Notice | undefined =>
  status === 'pending_confirmation' || status === 'requires_payment' ? 'requested' : status === 'confirmed' ? 'booked' : undefined

/** Outdated mails are dropped: no "booked" after "canceled". */
const stillTrue = (notice: Notice, status: Status): boolean => {
  if (notice === 'canceled' || notice === 'rejected') return status === notice
  if (notice === 'booked') return status === 'confirmed' || status === 'seated'
  return notice === 'requested'
    ? status === 'pending_confirmation' || status === 'requires_payment'
    : noticeOf(status) !== undefined || status === 'seated'
}

type Letter = ReservationRecord & {
  companyId: string
  venueName: string
  venuePhone: string | null
  venueAddress: string | null
  countryCode: string
  timeZone: string
  areaName: string | null
  emailDomain: string | null
  emailSenderName: string | null
  emailReplyTo: string | null
  emailNotices: Notice[]
  confirmationText: Partial<Record<Lang, string>>
  bookTexts: Book['texts'] | null
  partyMax: number | null
  areaNames: LangTexts | null
}

/** Guests of test venues are invented, but their addresses may exist: nothing is sent. */
export const runNotifyGuest = async (
  ctx: Ctx,
  { reservationId, noticeId, notice, asked = false }: Omit<GuestNotification, 'asked'> & { asked?: boolean },
): Promise<void> => {
  const { rows } = await sql<Letter & { alreadySent: boolean }>`
    select r.*, v.company_id, coalesce(v.display_name, v.name) as venue_name, v.phone_number as venue_phone, concat_ws(', ', v.address, nullif(concat_ws(' ', v.postal_code, v.city), '')) as venue_address,
      v.country_code, v.time_zone, v.email_domain, v.email_sender_name, v.email_reply_to, v.email_notices, v.confirmation_text, a.name as area_name,
      a.names as area_names, b.rules -> 'texts' as book_texts, (b.rules #>> '{party,max}')::integer as party_max,
      exists (select from reservation_events e where e.venue_id = r.venue_id and e.reservation_id = r.id and e.id = ${noticeId}) as already_sent
    from reservations r join venues v on v.id = r.venue_id left join areas a on a.venue_id = r.venue_id and a.id = r.area_id
      left join books b on b.venue_id = r.venue_id
    where ${visibleAs(ctx, reservationId, 'r')} and not v.test`.execute(ctx.db)
  const letter = rows[0]
  if (!letter?.guestEmail || letter.alreadySent || !stillTrue(notice, letter.status)) return
  if (!asked && !letter.emailNotices.includes(notice)) return
  const mail = await mailOf(ctx, letter, notice)
  const extra = { notice, to: maskedEmail(letter.guestEmail) }
  const remember = (inner: Ctx) =>
    recordEvent(inner, { id: noticeId, kind: 'notified', action: null, before: letter, after: letter, extra })
  await sendOnce(ctx, { ...mail, id: `guest.${noticeId}` }, remember)
}

/** The form of dates in English differs by country; elsewhere the language is enough. */
const localeOf = (lang: Lang, countryCode: string): string =>
  lang === 'en' ? (countryCode === 'US' || countryCode === 'CA' ? `en-${countryCode}` : 'en-GB') : lang

/** What the venue adds to its confirmations, in the guest's language or in English. */
const ownWords = ({ confirmationText }: Letter, lang: Lang): string[] => {
  const text = confirmationText[lang] ?? confirmationText.en
  return text ? [text] : []
}

/** What every guest reads of the venue's book: the way there, what canceling means, the rules of the house; and what is for large parties alone. */
const bookWords = ({ bookTexts, partySize, partyMax }: Letter, lang: Lang): string[] =>
  ([...(partyMax !== null && partySize > partyMax ? ['largeParty' as const] : []), 'arrival', 'cancellation', 'policies'] as const).flatMap(
    (name) => {
      const text = bookTexts?.[name]?.[lang] || bookTexts?.[name]?.en
      return text ? [text] : []
    },
  )

/** From the venue where it says so, else from the brand; a domain of its own has to allow our mail server. */
const senderOf = ({ emailSenderName, emailDomain }: Letter, brandName: string, mailFrom: string): string => {
  const { address } = oneAddress(mailFrom)
  const name = (emailSenderName ?? brandName).replace(/[<>"\r\n]/g, '')
  return `${name} <${emailDomain === null ? address : `${address.slice(0, address.lastIndexOf('@'))}@${emailDomain}`}>`
}

const mailOf = async (ctx: Ctx, letter: Letter, notice: Notice): Promise<Mail> => {
  const lang = letter.guestLang ?? 'en'
  const phrases = guestPhrases[lang]
  const { labels } = phrases
  const starts = Temporal.Instant.from(letter.startsAt).toZonedDateTimeISO(letter.timeZone).toPlainDateTime()
  const locale = localeOf(lang, letter.countryCode)
  const day = localWords(starts, locale, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
  const time = localWords(starts, locale, { hour: 'numeric', minute: '2-digit' })
  const name = `${letter.guestFirstName} ${letter.guestLastName}`.trim()
  const values = { venue: letter.venueName, day, name, phone: letter.venuePhone ?? '' }
  const brand = await brandOfVenue(ctx, letter.venueId)
  const { publicUrl, mailFrom } = ctx.ports.config
  const { subject, title, text } = phrases[notice]
  const rendered = renderMail({
    brand: mailBrand(brand, publicUrl),
    title: fill(title, values),
    paragraphs: [
      fill(phrases.greeting, values),
      fill(text, values),
      ...(notice === 'booked' ? [...ownWords(letter, lang), ...bookWords(letter, lang)] : []),
    ],
    details: [
      [labels.venue, letter.venueName],
      [labels.when, `${day}, ${time}`],
      [labels.party, String(letter.partySize)],
      ...(letter.areaName ? [[labels.area, letter.areaNames?.[lang] || letter.areaName] as const] : []),
      [labels.reference, letter.reference],
      ...(letter.venueAddress ? [[labels.address, letter.venueAddress] as const] : []),
    ],
    footer: fill(letter.venuePhone ? phrases.call : phrases.thanks, values),
    dir: 'ltr',
    lang,
  })
  const from = senderOf(letter, brand.name, mailFrom)
  const mail = { to: letter.guestEmail!, from, companyId: letter.companyId, subject: fill(subject, values), ...rendered }
  return letter.emailReplyTo === null ? mail : { ...mail, replyTo: letter.emailReplyTo }
}
