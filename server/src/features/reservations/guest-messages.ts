import type { GuestMessage } from '@tablewire/contracts/booking/guest-messages'
import type { GuestNotice } from '@tablewire/contracts/booking/reservations.rules'
import { type Generated, sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { deferInsert } from '#src/platform/db/deferred.ts'
import type { InstantColumn, NullableInstant } from '#src/platform/db/schema.ts'
import { newId } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'
import { maskedEmail, maskedPhone } from './guest-contact.ts'
import { type PendingReservation, visibleAs } from './reservation-rows.ts'

export type Notice = GuestNotice

type GuestMessages = {
  venueId: string
  id: string
  reservationId: string
  kind: Notice
  startsAt: InstantColumn
  port: Generated<GuestMessage['port']>
  gatewayId: Generated<string | null>
  begun: Generated<number>
  told: Generated<string | null>
  reason: Generated<string | null>
  said: Generated<string | null>
  /** Masked. */
  recipient: string
  askedBy: string | null
  state: GuestMessage['state']
  queuedAt: InstantColumn
  stateAt: InstantColumn
  answer: GuestMessage['answer']
  answeredAt: NullableInstant
}
declare module '#src/platform/db/schema.ts' {
  interface Tables {
    guestMessages: GuestMessages
  }
}

type Queued = { id: string; kind: Notice; askedBy: string | null }
/** Written with the job that sends it. */
export const noteQueued = async (
  ctx: Ctx,
  row: Pick<PendingReservation, 'venueId' | 'id' | 'startsAt' | 'guestEmail' | 'guestPhone'>,
  queued: Queued,
): Promise<void> => {
  const now = ctx.clock().toString()
  await deferInsert(ctx, 'guestMessages', {
    ...queued,
    venueId: row.venueId,
    reservationId: row.id,
    startsAt: row.startsAt,
    // Which way it goes is known when it leaves, unless there is one only.
    port: row.guestEmail ? 'mail' : 'text',
    recipient: maskedEmail(row.guestEmail) ?? maskedPhone(row.guestPhone) ?? '',
    state: 'queued',
    queuedAt: now,
    stateAt: now,
    answer: null,
    answeredAt: null,
  })
}

export type MessageKey = { venueId: string; id: string }
type Outcome = { state: GuestMessage['state']; reason?: string | null; /** What it said, as a key. */ told?: string }
/** What became of it, unless somebody who carried it was quicker to say more. */
export const noteMessage = async (ctx: Ctx, { venueId, id }: MessageKey, outcome: Outcome): Promise<void> => {
  const change = { ...outcome, stateAt: ctx.clock().toString() }
  const mine = ctx.db.updateTable('guestMessages').set(change).where('venueId', '=', venueId).where('id', '=', id)
  await mine.where('state', '=', 'queued').execute()
}

type Beginning = { before: number; gatewayId: string; phone: string }
/** By text, it is about to leave, for the `before + 1`st time; of two processes only one goes on. */
export const beginMessage = async (ctx: Ctx, { venueId, id }: MessageKey, { before, gatewayId, phone }: Beginning): Promise<boolean> => {
  const mine = ctx.db.updateTable('guestMessages').where('venueId', '=', venueId).where('id', '=', id).where('begun', '=', before)
  const change = { begun: before + 1, port: 'text' as const, gatewayId, recipient: maskedPhone(phone)! }
  return (await mine.set(change).executeTakeFirst()).numUpdatedRows === 1n
}
/** How often it began to leave; undefined where it is on its way no more. */
export const timesBegun = async (ctx: Ctx, { venueId, id }: MessageKey): Promise<number | undefined> => {
  const mine = ctx.db.selectFrom('guestMessages').select('begun').where('venueId', '=', venueId).where('id', '=', id)
  return (await mine.where('state', '=', 'queued').executeTakeFirst())?.begun
}
/** It was refused before it left, so that time does not count. */
export const unbeginMessage = async (ctx: Ctx, { venueId, id }: MessageKey, before: number): Promise<void> => {
  await ctx.db.updateTable('guestMessages').set({ begun: before }).where('venueId', '=', venueId).where('id', '=', id).execute()
}
/** A reminder that is held out, kept beside those that are sent. */
export const noteHeld = async (ctx: Ctx, row: PendingReservation): Promise<void> => {
  const id = newId()
  await noteQueued(ctx, row, { id, kind: 'reminder', askedBy: null })
  await noteMessage(ctx, { venueId: row.venueId, id }, { state: 'held' })
}

/** By the link of a message: the last one that the guest got is what he answered. */
export const noteAnswered = async (
  ctx: Ctx,
  { venueId, id }: Pick<PendingReservation, 'venueId' | 'id'>,
  answered: Exclude<NonNullable<GuestMessage['answer']>, 'wrote'> | { wrote: string },
): Promise<void> => {
  const [answer, said] = typeof answered === 'string' ? [answered, null] : (['wrote', answered.wrote] as const)
  const last = ctx.db
    .selectFrom('guestMessages')
    .select('guestMessages.id')
    .where('venueId', '=', venueId)
    .where('reservationId', '=', id)
    .where('state', 'in', ['sent', 'delivered'])
    .orderBy('queuedAt', 'desc')
    .limit(1)
  await ctx.db
    .updateTable('guestMessages')
    .set({ answer, said, answeredAt: ctx.clock().toString() })
    .where('venueId', '=', venueId)
    .where('id', '=', last)
    .execute()
}

/** What its guest was sent, newest first; what nobody wanted sent is left out. */
export const listGuestMessages = async (ctx: Ctx, id: string): Promise<GuestMessage[]> => {
  const { rows: known } = await sql`select from reservations r where ${visibleAs(ctx, id, 'r')}`.execute(ctx.db)
  if (!known.length) throw new Problem('reservation.not_found')
  const { rows } = await sql<GuestMessage>`
    select m.id, m.kind, m.port, m.reason, m.said, m.recipient, m.asked_by as "askedBy", m.state, m.queued_at as "queuedAt", m.state_at as "stateAt", m.answer, m.answered_at as "answeredAt"
    from reservations r join guest_messages m on m.venue_id = r.venue_id and m.reservation_id = r.id
    where ${visibleAs(ctx, id, 'r')} and m.state <> 'skipped' order by m.queued_at desc, m.id desc limit 100`.execute(
    ctx.db.withoutPlugins(),
  )
  return rows
}
