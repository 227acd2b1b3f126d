import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { changeReservation, type Dialect, venueOf, type ChangeInput } from './change-reservation.ts'
import { moveReservation } from './move-reservation.ts'
import type { VenueWithBook } from '#src/features/venues/api.ts'
import { noteAnswered } from './guest-messages.ts'
import { recordEvent, refuseOutdated } from './reservation-history.ts'
import { changeRow, lockReservation, requireReservation, type ReservationRecord } from './reservation-rows.ts'
import { type ChannelBooking, channelBookingView } from './reservation-view.ts'
import { notifyChange } from './notify-guest.ts'

/** A booking of the calling channel; its holds are not bookings yet. */
export const requireBooking = async (ctx: Ctx, id: string): Promise<ReservationRecord> => {
  const row = await lockReservation(ctx, id)
  if (!row || row.status === 'held' || row.status === 'expired') throw new Problem('reservation.not_found')
  return row
}

export const open = new Set(['pending_confirmation', 'requires_payment', 'confirmed'])

/** Until when guests may cancel: before the venue's cancellation window closes, or its company's where that is longer. */
export const cancelableUntil = (
  { book, minAdvanceBookingCancelling }: Closing,
  { startsAt }: Pick<ReservationRecord, 'startsAt'>,
): Temporal.Instant => {
  const seconds = Math.max(book.cancellationWindowMinutes * 60, minAdvanceBookingCancelling ?? 0)
  return Temporal.Instant.from(startsAt).subtract({ seconds })
}

type Closing = Pick<VenueWithBook, 'book' | 'minAdvanceBookingCancelling'>
/** The same for a booking as it has been since: a guest who comes later, and said so after it had closed, has not opened it again. */
export const cancelDeadline = async (
  ctx: Ctx,
  venue: Closing,
  row: Pick<ReservationRecord, 'id' | 'venueId' | 'startsAt'>,
): Promise<Temporal.Instant> => {
  const { rows } = await sql<{ startsAt: string; at: string }>`
    select e.before ->> 'startsAt' as starts_at, e.at from reservation_events e
    where e.venue_id = ${row.venueId} and e.reservation_id = ${row.id} and e.kind = 'changed' and e.side in ('guest', 'channel') and e.before ->> 'startsAt' is not null
    order by e.at`.execute(ctx.db)
  const closed = rows.map(({ startsAt, at }) => ({ until: cancelableUntil(venue, { startsAt }), at }))
  return closed.find(({ until, at }) => Temporal.Instant.compare(at, until) > 0)?.until ?? cancelableUntil(venue, row)
}

/** Guests cancel in time; a booking not yet accepted binds nobody. */
export const requireInTime = async (ctx: Ctx, row: ReservationRecord): Promise<void> => {
  if (row.status === 'pending_confirmation') return
  const latest = await cancelDeadline(ctx, await venueOf(ctx, row), row)
  if (Temporal.Instant.compare(ctx.clock(), latest) > 0) throw new Problem('reservation.cancel_too_late')
}

/** A channel changes its booking for the guest, who is notified. `confirmed` requests a status no channel may set, unless it is set already. */
export const changeBooking = async (
  ctx: Ctx,
  { id, patch, dialect, confirmed }: { id: string; patch: ChangeInput; dialect: Dialect; confirmed: boolean },
): Promise<ChannelBooking> =>
  transaction(ctx, async (inner) => {
    const row = await requireBooking(inner, id)
    if (!open.has(row.status)) throw new Problem('reservation.final')
    if (confirmed && row.status !== 'confirmed') throw new Problem('reservation.move_illegal', { status: `status.${row.status}` })
    const after = await changeReservation(inner, { row, patch, dialect })
    if (after === row) return channelBookingView(row)
    // Another service day, or fewer seats, counts as a cancellation.
    if (after.serviceOn !== row.serviceOn || after.partySize < row.partySize) await requireInTime(inner, row)
    await notifyChange(inner, row, after)
    return channelBookingView(after)
  })

/** `quiet`: its guest was never told of it. */
export type CancelInput = { id: string; cancelActor: string; reason: string | null; quiet?: boolean }

/**
 * Cancels for the guest. Idempotent: canceling what this channel has canceled already succeeds without a change. `tell`: further notifications, in
 * the same transaction.
 */
export const cancelBooking = async (
  ctx: Ctx,
  { id, cancelActor, reason, quiet = false }: CancelInput,
  tell: (ctx: Ctx, row: ReservationRecord) => Promise<void> = () => Promise.resolve(),
): Promise<ChannelBooking> =>
  transaction(ctx, async (inner) => {
    const row = await requireBooking(inner, id)
    if (row.status === 'canceled' && (await canceledByCaller(inner, row))) return channelBookingView(row)
    if (!open.has(row.status)) throw new Problem('reservation.move_illegal', { status: `status.${row.status}` })
    await requireInTime(inner, row)
    const side = /^(guest|user|customer|diner)$/i.test(cancelActor) ? 'guest' : 'channel'
    const after = await moveReservation(inner, row, { move: 'cancel', reason, side, cancelActor, ...(quiet ? { notify: false } : {}) })
    await tell(inner, row)
    return channelBookingView(await after.written)
  })

const canceledByCaller = async (ctx: Ctx, { venueId, id }: ReservationRecord): Promise<boolean> => {
  const last = await ctx.db
    .selectFrom('reservationEvents')
    .select(['actorKind', 'actorId'])
    .where('venueId', '=', venueId)
    .where('reservationId', '=', id)
    .where('move', '=', 'cancel')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.actorKind === ctx.actor.kind && last.actorId === ctx.actor.id
}

/** What the house is told on the phone: by how many minutes a party is late, null = it is not; said of a party that is still to come. */
export const noteLate = (
  ctx: Ctx,
  id: string,
  { lateMinutes, version }: { lateMinutes: number | null; version?: number | undefined },
): Promise<ReservationRecord> =>
  transaction(ctx, async (inner) => {
    const row = await requireReservation(inner, id)
    await refuseOutdated(inner, row, version)
    if (row.status !== 'confirmed') throw new Problem('reservation.move_illegal', { status: `status.${row.status}` })
    if (row.lateMinutes === lateMinutes) return row
    const after = await changeRow(inner, row, { lateMinutes })
    await recordEvent(inner, { kind: 'changed', action: 'reservation.changed', before: row, after })
    return after
  })

/** That he comes, or by how many minutes he is late. */
type GuestAnswer = { comes: true } | { lateMinutes: number }

/** What a guest says of a booking that stands; once more says nothing new. */
export const answerBooking = (ctx: Ctx, id: string, answer: GuestAnswer): Promise<ReservationRecord> =>
  transaction(ctx, async (inner) => {
    const row = await requireBooking(inner, id)
    if (row.status !== 'confirmed') throw new Problem('reservation.final')
    const late = 'lateMinutes' in answer
    if (late ? row.lateMinutes === answer.lateMinutes : row.guestConfirmedAt !== null) return row
    if (!late && Temporal.Instant.compare(row.startsAt, inner.clock()) < 0) throw new Problem('reservation.final')
    const after = await changeRow(inner, row, late ? { lateMinutes: answer.lateMinutes } : { guestConfirmedAt: inner.clock().toString() })
    await recordEvent(inner, { kind: 'changed', action: 'reservation.changed', before: row, after })
    await noteAnswered(inner, row, late ? 'late' : 'confirmed')
    return after
  })
