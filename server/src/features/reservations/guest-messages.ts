import type { GuestMessage } from '@tablewire/contracts/booking/guest-messages'
import type { GuestNotice } from '@tablewire/contracts/booking/reservations.rules'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { deferInsert } from '#src/platform/db/deferred.ts'
import type { InstantColumn, NullableInstant } from '#src/platform/db/schema.ts'
import { Problem } from '#src/platform/problem.ts'
import { maskedEmail } from './guest-contact.ts'
import { type PendingReservation, visibleAs } from './reservation-rows.ts'

export type Notice = GuestNotice

type GuestMessages = {
  venueId: string
  id: string
  reservationId: string
  kind: Notice
  startsAt: InstantColumn
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
export const noteQueued = async (ctx: Ctx, row: PendingReservation, queued: Queued): Promise<void> => {
  const now = ctx.clock().toString()
  await deferInsert(ctx, 'guestMessages', {
    ...queued,
    venueId: row.venueId,
    reservationId: row.id,
    startsAt: row.startsAt,
    recipient: maskedEmail(row.guestEmail) ?? '',
    state: 'queued',
    queuedAt: now,
    stateAt: now,
    answer: null,
    answeredAt: null,
  })
}

type MessageKey = { venueId: string; id: string }
/** What became of it. */
export const noteMessage = async (ctx: Ctx, { venueId, id }: MessageKey, state: 'sent' | 'bounced' | 'skipped'): Promise<void> => {
  const change = { state, stateAt: ctx.clock().toString() }
  await ctx.db.updateTable('guestMessages').set(change).where('venueId', '=', venueId).where('id', '=', id).execute()
}

/** By the link of a message: the last one that the guest got is what he answered. */
export const noteAnswered = async (
  ctx: Ctx,
  { venueId, id }: Pick<PendingReservation, 'venueId' | 'id'>,
  answer: NonNullable<GuestMessage['answer']>,
): Promise<void> => {
  const last = ctx.db
    .selectFrom('guestMessages')
    .select('guestMessages.id')
    .where('venueId', '=', venueId)
    .where('reservationId', '=', id)
    .where('state', '=', 'sent')
    .orderBy('queuedAt', 'desc')
    .limit(1)
  await ctx.db
    .updateTable('guestMessages')
    .set({ answer, answeredAt: ctx.clock().toString() })
    .where('venueId', '=', venueId)
    .where('id', '=', last)
    .execute()
}

/** What its guest was sent, newest first; what nobody wanted sent is left out. */
export const listGuestMessages = async (ctx: Ctx, id: string): Promise<GuestMessage[]> => {
  const { rows: known } = await sql`select from reservations r where ${visibleAs(ctx, id, 'r')}`.execute(ctx.db)
  if (!known.length) throw new Problem('reservation.not_found')
  const { rows } = await sql<GuestMessage>`
    select m.id, m.kind, m.recipient, m.asked_by as "askedBy", m.state, m.queued_at as "queuedAt", m.state_at as "stateAt", m.answer, m.answered_at as "answeredAt"
    from reservations r join guest_messages m on m.venue_id = r.venue_id and m.reservation_id = r.id
    where ${visibleAs(ctx, id, 'r')} and m.state <> 'skipped' order by m.queued_at desc, m.id desc limit 100`.execute(
    ctx.db.withoutPlugins(),
  )
  return rows
}
