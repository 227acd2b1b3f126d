import type { DoneStep } from '@tablewire/widget/page-state'
import { sellableVenue } from '#src/features/channel-api/api.ts'
import {
  type ChannelBooking,
  correctKept,
  getChannelBooking,
  maskedEmail,
  type ReservationRecord,
  verifyAgain,
} from '#src/features/reservations/api.ts'
import { hearsBy, ownLink, readLetter } from '#src/features/guest-messages/api.ts'
import { instantMs } from '#src/platform/clock.ts'
import { asProblem } from '#src/platform/http/errors.ts'
import { fill } from '#src/platform/phrases.ts'
import { type Asked, inLang, linkTo } from './asked-page.ts'
import { summaryOf } from './details-page.ts'
import { localAt, timeWords } from './in-words.ts'
import { countMail, countMailTry } from './limits.ts'
import { readEmail } from './read-details.ts'
import { toldOf } from './refused-words.ts'
import { signSeen } from './signed-token.ts'
import { widgetPhrases } from './widget-phrases.ts'

/** So long the page of a booking just made may be loaded again. */
export const seenForMs = 24 * 3_600_000

export const doneLink = (asked: Asked, booking: string): string => {
  const { ctx, house } = asked
  const until = ctx.clock().epochMilliseconds + seenForMs
  return linkTo(asked, '/done', { booking: signSeen(ctx, { venue: house.id, channel: house.channelId, booking, until }) })
}

/** A system names where to pay; nothing but a page is led to. */
const web = /^https?:\/\//i

const statusOf = ({ status }: ChannelBooking): DoneStep['status'] => {
  if (status === 'confirmed' || status === 'seated') return 'booked'
  if (status === 'requires_payment') return 'payment'
  return status === 'pending_confirmation' ? 'requested' : 'over'
}

const saids = { again: 'mailSaid', correct: 'mailCorrected' } as const
type Said = (typeof saids)[keyof typeof saids]
/** The mail of a place that is kept: what was asked of it, and what a guest typed as its address. */
type Mailing = { token: string; said?: Said | undefined; value?: string; error?: string | undefined; notice?: string }
/** What the page was told to say; anything else says nothing. */
export const saidIn = (query: Readonly<Record<string, string>>): Said | undefined => saids[query['sent'] as keyof typeof saids]

const refusedMail = { soon: 'mailSoon', enough: 'mailEnough' } as const
type Asks = { id: string; form: Readonly<Record<string, string>> }
/**
 * The guest wants the mail again, or has mistyped its address: sent by this page alone, a few times in all. Undefined = done, or there is nothing left to be
 * done; the page says how it stands.
 */
export const mailOnce = async (asked: Asked, { id, form }: Asks): Promise<(Omit<Mailing, 'token'> & { status: number }) | undefined> => {
  const { ctx } = asked
  const words = widgetPhrases[asked.lang]
  const typed = form['act'] === 'again' ? undefined : readEmail(asked, form['email'] ?? '')
  if (typed && form['to'] !== undefined) return { status: 200, ...(typed.value ? { value: typed.value } : {}) }
  if (typed?.error !== undefined) return { status: 422, value: typed.value, error: typed.error }
  const value = typed ? { value: typed.value } : {}
  try {
    await countMailTry(ctx)
    const count = countMail
    const became = await (typed ? correctKept(ctx, { id, email: typed.email, count }) : verifyAgain(ctx, { id, count }))
    return became === 'sent' || became === 'over' ? undefined : { status: 429, notice: words[refusedMail[became]], ...value }
  } catch (failed) {
    return { ...refusalOf(asked, failed), ...value }
  }
}

const refusalOf = (asked: Asked, failed: unknown): { status: number; notice: string } => {
  const words = widgetPhrases[asked.lang]
  const error = asProblem(failed)
  const told = error && toldOf(asked, error, { taken: words.mailEnough, elsewhere: words.unreachable })
  if (!told) throw failed
  return { status: told.status, notice: told.notice }
}

/** Kept until its guest presses the button in his mail, or given back because he did not. As much of his address as shows whether he mistyped it. */
const keptPage = (asked: Asked, kept: Kept, mail: Mailing): DoneStep => {
  const words = widgetPhrases[asked.lang]
  // Its time may have run out before the job that gives places back has come by.
  const isOver = kept.holdExpiresAt !== null && instantMs(kept.holdExpiresAt) <= asked.ctx.clock().epochMilliseconds
  const status = kept.status === 'held' && !isOver ? 'verify' : 'over'
  const summary = summaryOf(asked, { ms: instantMs(kept.startsAt), party: kept.partySize, area: null })
  const until = kept.holdExpiresAt === null ? '' : timeWords(localAt(instantMs(kept.holdExpiresAt), asked.house.timeZone), asked.locale)
  const masked = { email: maskedEmail(kept.guestEmail) ?? '', until }
  const [title, text] = [words[`${status}Title`], fill(words[`${status}Text`], masked)]
  const { token, said, value, error, notice } = mail
  return {
    kind: 'done',
    status,
    title,
    text,
    summary,
    reference: kept.reference,
    payment: null,
    texts: [],
    again: linkTo(asked, ''),
    own: '',
    mail:
      status === 'over'
        ? null
        : {
            booking: token,
            said: said && notice === undefined ? fill(words[said], masked) : null,
            notice: notice ?? null,
            values: value === undefined ? {} : { email: value },
            errors: error === undefined ? {} : { email: error },
            again: words.mailAgain,
            correct: words.mailCorrect,
            hint: fill(words.mailHint, masked),
            send: words.mailSend,
          },
  }
}
type Kept = Pick<ReservationRecord, 'status' | 'startsAt' | 'partySize' | 'reference' | 'guestEmail' | 'holdExpiresAt'>
const keptOf = ({ ctx, house }: Asked, id: string): Promise<Kept | undefined> =>
  ctx.db
    .selectFrom('reservations')
    .select(['status', 'startsAt', 'partySize', 'reference', 'guestEmail', 'holdExpiresAt'])
    .where('venueId', '=', house.id)
    .where('id', '=', id)
    .where('channelId', '=', house.channelId)
    .where('status', 'in', ['held', 'expired'])
    .executeTakeFirst()

type Waited = 'booked' | 'requested' | 'asked'
/** How the guest hears of it, or of the restaurant's answer; where he hears nothing the page says so, which is then all that he has. */
const newsOf = async ({ ctx, lang }: Asked, bookingId: string, waited: Waited): Promise<string> => {
  const words = widgetPhrases[lang]
  const letter = await readLetter(ctx, bookingId)
  const by = letter && (await hearsBy(ctx, letter, 'booked'))
  if (by === 'mail') return words[`${waited}Text`]
  return by === 'text' ? words[`${waited}ByText`] : words[`${waited}Untold`]
}

/** A booking as it stands now, without anything personal: the page may lie open, and its address in a history. */
export const donePage = async (asked: Asked, bookingId: string, mail: Mailing): Promise<DoneStep> => {
  const { ctx, house, lang } = asked
  const words = widgetPhrases[lang]
  const kept = await keptOf(asked, bookingId)
  if (kept) return keptPage(asked, kept, mail)
  const [booking, venue] = await Promise.all([getChannelBooking(ctx, bookingId), sellableVenue(ctx, house.id)])
  const status = statusOf(booking)
  const area = venue.book.areas.length > 1 ? venue.book.areas.find(({ id }) => id === booking.areaId) : undefined
  // Too large to be booked: the house weighs it first.
  const waited = status === 'requested' ? (booking.partySize > venue.book.party.max ? 'asked' : 'requested') : 'booked'
  const texts =
    status === 'over'
      ? []
      : [
          { title: words.confirmation, text: inLang(house.confirmationText, lang) },
          { title: words.arrival, text: inLang(venue.book.texts?.arrival, lang) },
          { title: words.cancellation, text: inLang(venue.book.texts?.cancellation, lang) },
        ]
  return {
    kind: 'done',
    status,
    title: words[`${status}Title`],
    text: status === 'booked' || status === 'requested' ? await newsOf(asked, bookingId, waited) : words[`${status}Text`],
    summary: summaryOf(asked, {
      ms: instantMs(booking.startsAt),
      party: booking.partySize,
      area: area ? inLang(area.names, lang) || area.name : null,
    }),
    reference: booking.reference,
    payment: status === 'payment' && web.test(booking.paymentUrl ?? '') ? booking.paymentUrl : null,
    texts: texts.filter(({ text }) => text !== ''),
    again: linkTo(asked, ''),
    own: new URL(ownLink(ctx, booking.id)).pathname,
    mail: null,
  }
}
