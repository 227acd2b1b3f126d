import type { Move } from '@tablewire/contracts/booking/reservations.rules'
import {
  cancelBooking,
  type CancelInput,
  type ChannelBooking,
  isLocal,
  moveReservation,
  type ChangedReservation,
  type ReservationRecord,
  type Step,
} from '#src/features/reservations/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import { wakeReconciler } from './reconcile-loop.ts'
import { lockRemote, writeRemote } from './remote-rows.ts'

/** Records the intent to cancel; a create in flight is looked up and canceled once it has arrived. */
const recordIntentToCancel = async (
  ctx: Ctx,
  { venueId, id }: ReservationRecord,
  { actor, reason }: { actor: string; reason: string | null },
) => {
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
  wakeReconciler(ctx)
}

/** Cancels for a channel's guest: at the hub at once, and at the system with retries until it agrees or refuses. */
export const cancelRemote = async (ctx: Ctx, canceling: CancelInput): Promise<ChannelBooking> =>
  cancelBooking(ctx, canceling, (inner, row) =>
    recordIntentToCancel(inner, row, { actor: canceling.cancelActor, reason: canceling.reason }),
  )

/** A move by staff: what takes or frees a place is routed to the system, the evening's other moves stay local. */
export const moveRemote = async (
  ctx: Ctx,
  { row, move, step }: { row: ReservationRecord; move: Move; step: Omit<Step, 'move'> },
): Promise<ChangedReservation> => {
  if (!isLocal(move, row.status)) throw new Problem('remote.decides')
  const after = await moveReservation(ctx, row, { move, ...step })
  if (move === 'cancel' || move === 'reject') await recordIntentToCancel(ctx, row, { actor: 'venue', reason: step.reason || null })
  return after
}
