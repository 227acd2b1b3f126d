import { isTextNotice, type NoticePorts, portOf, type Status } from '@tablewire/contracts/booking/reservations.rules'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import { Problem } from '#src/platform/problem.ts'
import { type MessageKey, type Notice, noteQueued } from './guest-messages.ts'
import type { PendingReservation } from './reservation-rows.ts'

/** Exponential backoff up to half an hour, for four hours and more: a mail server may be down for an evening. */
const tries = 16

/** `noticeId` is the id of the message, and of the history's entry: a job that runs twice writes once. `asked`: staff requested this mail. */
export type GuestNotification = { reservationId: string; noticeId: string; notice: Notice; asked?: boolean }
export const notifyGuestJob = defineJob<GuestNotification>('reservations.tell_guest', tries)
/** Who changes one thing often changes the next: by then the last state is told, once. */
const restSeconds = 20
export const notifyChangeJob = defineJob<GuestNotification>('reservations.tell_change', tries, restSeconds)

/** Outbox: sends the mail after the caller's transaction has committed; a guest who cannot be reached is skipped. */
export const notifyGuest = (ctx: Ctx, row: PendingReservation, notice: Notice): Promise<void> => queue(ctx, row, { notice, asked: false })

/** The same on request: then also where the venue sends no such mails by itself. */
export const notifyGuestIfAsked = (ctx: Ctx, row: PendingReservation, notice: Notice): Promise<void> =>
  queue(ctx, row, { notice, asked: true })

type Told = Omit<PendingReservation, 'tags'>
/** What messages say of a booking, and to whom; of notes, answers and consent they say nothing. */
const toldFields = [
  'status',
  'partySize',
  'areaId',
  'guestFirstName',
  'guestLastName',
  'guestEmail',
  'guestPhone',
  'guestLang',
] as const satisfies readonly (keyof Told)[]
const isTold = (before: Told, after: Told): boolean =>
  Date.parse(before.startsAt) !== Date.parse(after.startsAt) ||
  Date.parse(before.endsAt) !== Date.parse(after.endsAt) ||
  toldFields.some((name) => before[name] !== after[name])

/** After a change that messages speak of. What is sent in the end says how it stands then, and nothing that was said before. */
export const notifyChange = async (ctx: Ctx, before: Told, after: PendingReservation): Promise<void> => {
  if (isTold(before, after)) await queue(ctx, after, { notice: 'changed', asked: false })
}

/** Without a mail address a guest is written to where the venue has this message go by text. */
export const isReachable = async (
  { db }: Ctx,
  { venueId, guestEmail, guestPhone }: PendingReservation,
  notice: Notice,
): Promise<boolean> => {
  if (guestEmail) return true
  if (!guestPhone || !isTextNotice(notice)) return false
  const { rows } = await sql<{ messagePorts: NoticePorts }>`
    select v.message_ports from venues v where v.id = ${venueId}`.execute(db)
  return rows[0] !== undefined && portOf(rows[0].messagePorts, notice) !== 'mail'
}

const queue = async (ctx: Ctx, row: PendingReservation, { notice, asked }: { notice: Notice; asked: boolean }): Promise<void> => {
  if (!(await isReachable(ctx, row, notice))) return
  const noticeId = newId()
  await noteQueued(ctx, row, { id: noticeId, kind: notice, askedBy: asked ? ctx.actor.name : null })
  const job = notice === 'changed' && !asked ? notifyChangeJob : notifyGuestJob
  await ctx.ports.jobs.enqueue(ctx, job, { reservationId: row.id, noticeId, notice, ...(asked ? { asked } : {}) })
}

type FailedText = { venueId: string; reservationId: string; kind: Notice; askedBy: string | null }
/** What a text could not tell goes by mail, where there is an address; else it stands undelivered with the booking. */
const tellByMail = async (ctx: Ctx, { venueId, reservationId, kind: notice, askedBy }: FailedText): Promise<void> => {
  const { rows } = await sql<Pick<PendingReservation, 'venueId' | 'id' | 'startsAt' | 'guestEmail' | 'guestPhone'>>`
    select r.venue_id, r.id, r.starts_at, r.guest_email, r.guest_phone from reservations r
    where r.venue_id = ${venueId} and r.id = ${reservationId} and r.guest_email is not null`.execute(ctx.db)
  const [row] = rows
  if (!row) return
  const noticeId = newId()
  await noteQueued(ctx, row, { id: noticeId, kind: notice, askedBy })
  await ctx.ports.jobs.enqueue(ctx, notifyGuestJob, { reservationId, noticeId, notice, ...(askedBy === null ? {} : { asked: true }) })
}

/** A text that its gateway refuses for good. */
export const noteRefused = (ctx: Ctx, { venueId, id }: MessageKey, reason: string): Promise<void> =>
  transaction(ctx, async (inner) => {
    const { rows } = await sql<FailedText>`
      update guest_messages m set state = 'failed', reason = ${reason}, state_at = ${inner.clock().toString()}
      where m.venue_id = ${venueId} and m.id = ${id} and m.state = 'queued' returning m.venue_id, m.reservation_id, m.kind, m.asked_by`.execute(
      inner.db,
    )
    for (const row of rows) await tellByMail(inner, row)
  })

type Carried = {
  id: string
  state: 'delivered' | 'bounced' | 'failed'
  reason: string | null
  /** Null = by mail. */ gatewayId: string | null
}
/** Said by whoever carries it, by its id alone; what has arrived has arrived, and a text that has not is told by mail. False = not known, or known already. */
export const noteCarried = (ctx: Ctx, { id, state, reason, gatewayId }: Carried): Promise<boolean> =>
  transaction(ctx, async (inner) => {
    const { rows } = await sql<FailedText>`
      update guest_messages m set state = ${state}, reason = ${reason}, state_at = ${inner.clock().toString()}
      where m.id = ${id} and m.gateway_id is not distinct from ${gatewayId} and m.state in ('queued', 'sent', 'failed') and m.state <> ${state}
      returning m.venue_id, m.reservation_id, m.kind, m.asked_by`.execute(inner.db)
    const [row] = rows
    if (row && state === 'failed') await tellByMail(inner, row)
    if (row) await inner.ports.live.publish(inner, { type: 'reservation', venueId: row.venueId, id: row.reservationId, kind: 'notified' })
    return row !== undefined
  })

/** A notification was requested, so there must be an address. */
export const requireEmail = (email: string | null): string => {
  if (!email) throw new Problem('request.invalid', {}, { 'guest.email': [{ issue: 'required' }] })
  return email
}

/** The mail for a reservation in that status; undefined = none is needed. */
export const noticeOf = (status: Status): Notice | undefined =>
  status === 'pending_confirmation' || status === 'requires_payment' ? 'requested' : status === 'confirmed' ? 'booked' : undefined
