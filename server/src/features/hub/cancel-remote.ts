import type { Move } from '@tablewire/contracts/reservations.rules'
import {
  canceledByCaller,
  type ChannelBooking,
  channelBookingView,
  isLocal,
  moveReservation,
  open,
  requireBooking,
  requireInTime,
  type ReservationRecord,
  type Step,
} from '#src/features/reservations/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { wakeSettling } from './loop.ts'
import { lockRemote, writeRemote } from './remote-rows.ts'

/** To be delivered from now on; a create on its way is found and canceled when it arrived. */
const wantCanceled = async (ctx: Ctx, { venueId, id }: ReservationRecord, { actor, reason }: { actor: string; reason: string | null }) => {
  const row = await lockRemote(ctx, { venueId, reservationId: id })
  if (!row || row.state === 'closed' || row.state === 'canceling') return
  await writeRemote(ctx, row, {
    state: 'canceling',
    cancelActor: actor,
    cancelReason: reason,
    lookAgain: false,
    attempts: 0,
    payUntil: null,
  })
  wakeSettling(ctx)
}

/** Cancels for a channel's guest: at the hub at once, and at the system until it agrees or says why not. */
export const cancelRemote = async (
  ctx: Ctx,
  { id, cancelActor, reason }: { id: string; cancelActor: string; reason: string | null },
): Promise<ChannelBooking> =>
  transaction(ctx, async (inner) => {
    const row = await requireBooking(inner, id)
    if (row.status === 'canceled' && (await canceledByCaller(inner, row))) return channelBookingView(row)
    if (!open.has(row.status)) throw new Problem('reservation.move_illegal', { status: `status.${row.status}` })
    await requireInTime(inner, row)
    const side = /^(guest|user|customer|diner)$/i.test(cancelActor) ? 'guest' : 'channel'
    const after = await moveReservation(inner, row, { move: 'cancel', reason, side, cancelActor })
    await wantCanceled(inner, row, { actor: cancelActor, reason })
    return channelBookingView(after)
  })

/** A move of the venue's people: what takes a place or gives it back is the system's to decide or to hear, the evening's own moves stay here. */
export const moveRemote = async (
  ctx: Ctx,
  { row, move, step }: { row: ReservationRecord; move: Move; step: Omit<Step, 'move'> },
): Promise<ReservationRecord> => {
  if (!isLocal(move, row.status)) throw new Problem('remote.decides')
  const after = await moveReservation(ctx, row, { move, ...step })
  if (move === 'cancel' || move === 'reject') await wantCanceled(ctx, row, { actor: 'venue', reason: step.reason || null })
  return after
}
