import { stillTrue, waitNoticeKinds } from '@tablewire/contracts/booking/reservations.rules'
import { sql } from 'kysely'
import { type GuestNotification, maskedEmail, noteMessage, recordEvent } from '#src/features/reservations/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { sendOnce } from '#src/platform/mail/send-once.ts'
import { choosePort } from './choose-port.ts'
import { type Letter, readLetter } from './read-letter.ts'
import { returnAddress } from './returned-mails.ts'
import { sendAsText } from './send-as-text.ts'
import { isToldAlready, toldBy } from './what-is-told.ts'
import { writeMail } from './write-mail.ts'

const isRecorded = async (ctx: Ctx, { venueId, id }: Letter, noticeId: string): Promise<boolean> => {
  const { rows } = await sql`
    select from reservation_events e where e.venue_id = ${venueId} and e.reservation_id = ${id} and e.id = ${noticeId}`.execute(ctx.db)
  return rows.length > 0
}

/** Asked when its text is about to leave: nobody is told what is over. */
const holdsFor =
  ({ venueId, id, startsAt }: Letter, { notice }: GuestNotification) =>
  async (ctx: Ctx): Promise<boolean> => {
    const { rows } = await sql<Pick<Letter, 'status' | 'startsAt'>>`
      select status, starts_at from reservations where venue_id = ${venueId} and id = ${id}`.execute(ctx.db)
    const [now] = rows
    return now !== undefined && stillTrue(notice, now.status) && Date.parse(now.startsAt) === Date.parse(startsAt)
  }

const reminders: ReadonlySet<GuestNotification['notice']> = new Set(['reminder', 'same_day'])
/** A reminder that waited for a mail server until nobody wants it any more: the meal has begun, or people sleep. */
const isLate = (ctx: Ctx, { startsAt, timeZone, quietFrom, quietUntil }: Letter, { notice, asked = false }: GuestNotification): boolean => {
  if (asked || !reminders.has(notice)) return false
  const now = ctx.clock()
  const { hour } = now.toZonedDateTimeISO(timeZone)
  const quiet = quietFrom <= quietUntil ? hour >= quietFrom && hour < quietUntil : hour >= quietFrom || hour < quietUntil
  return quiet || now.epochMilliseconds >= Date.parse(startsAt)
}

/** Whoever waits has asked for it. */
const waits: ReadonlySet<GuestNotification['notice']> = new Set([...waitNoticeKinds, 'verify'])
/** Guests of test venues are invented, but their addresses may exist: nothing is sent. */
const isWanted = ({ test, emailNotices, status }: Letter, { notice, asked = false }: GuestNotification): boolean =>
  !test && stillTrue(notice, status) && (asked || waits.has(notice) || emailNotices.includes(notice))

const sendAsMail = async (ctx: Ctx, letter: Letter, told: GuestNotification & { told: string }): Promise<void> => {
  const { noticeId, notice } = told
  const message = { venueId: letter.venueId, id: noticeId }
  const written = await writeMail(ctx, letter, notice)
  const returnTo = returnAddress(ctx, { id: noticeId, from: written.from })
  const mail = { ...written, ...(returnTo && { returnTo }), id: `guest.${noticeId}`, holds: holdsFor(letter, told) }
  const extra = { notice, to: maskedEmail(letter.guestEmail) }
  const taken = await sendOnce(ctx, mail, async (inner) => {
    await recordEvent(inner, { id: noticeId, kind: 'notified', action: null, before: letter, after: letter, extra })
    await noteMessage(inner, message, { state: 'sent', told: told.told })
  })
  if (!taken) await noteMessage(ctx, message, { state: 'bounced' })
}

/** Asked for again before it left, or to another address: the later one says it all. */
const isReplaced = async (ctx: Ctx, { venueId, id }: Letter, { noticeId, notice }: GuestNotification): Promise<boolean> => {
  if (notice !== 'verify') return false
  const { rows } = await sql`
    select from guest_messages mine join guest_messages m on m.venue_id = mine.venue_id and m.reservation_id = mine.reservation_id and m.kind = mine.kind
    where mine.venue_id = ${venueId} and mine.reservation_id = ${id} and mine.id = ${noticeId} and (m.queued_at, m.id) > (mine.queued_at, mine.id) limit 1`.execute(
    ctx.db,
  )
  return rows.length > 0
}

/** The one message of that id; it goes once, and what became of it stands with the booking. */
export const sendMessage = async (ctx: Ctx, notification: GuestNotification): Promise<void> => {
  const { reservationId, noticeId, notice, asked = false } = notification
  const letter = await readLetter(ctx, reservationId)
  if (!letter || (await isRecorded(ctx, letter, noticeId))) return
  const message = { venueId: letter.venueId, id: noticeId }
  const wanted = isWanted(letter, notification) && !isLate(ctx, letter, notification)
  const way = wanted ? await choosePort(ctx, letter, { notice, asked }) : undefined
  const told = way && { ...notification, told: toldBy(ctx, letter, way) }
  if (!told || (await isToldAlready(ctx, letter, told)) || (await isReplaced(ctx, letter, notification)))
    return noteMessage(ctx, message, { state: 'skipped' })
  if (way.port === 'mail') return sendAsMail(ctx, letter, told)
  return sendAsText(ctx, letter, { message, told: told.told, ...way })
}
