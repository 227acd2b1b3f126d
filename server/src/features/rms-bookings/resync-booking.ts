import { isEndedAtSystem } from './remote-state-cases.ts'
import { newId } from '#src/platform/id.ts'
import { forgetDuplicates, endedDuplicates } from './duplicates.ts'
import { findOwn, tellMoved } from './find-own.ts'
import { markStuck, postpone, reject, notifyTrouble, watchFor } from './give-up.ts'
import { mirrorOf, reconcileFound } from './reconcile-found.ts'
import { type LeasedBooking, whileLeased } from './write-under-lease.ts'
import { isOver, nothingWanted, type RemoteRecord, writeRemote } from './remote-rows.ts'
import type { ReconcileContext } from './reconcile-context.ts'

/** Resync: reads the system's state and applies it, after a hint, a change without an answer, or an overdue payment. */
export const resyncBooking = async (context: ReconcileContext): Promise<RemoteRecord | undefined> => {
  const { ctx, row, rms, venue, reservation } = context
  if (row.remoteId === null) return lookForLate(context)
  const { change: changeMs } = ctx.ports.config.waits
  if (row.state === 'changing' && !isOver(row, row.sentAt, changeMs))
    return whileLeased(ctx, row, (ours) => writeRemote(ours.ctx, ours.row, { later: changeMs }))
  const about = { venueId: venue.id, reservationId: reservation.id, attempt: row.attempts + 1, requestId: ctx.requestId }
  const over = await endedDuplicates(context)
  const found = await rms.find({ id: row.remoteId, venueId: venue.externalId ?? '' }, about)
  return whileLeased(ctx, row, async (ours) => {
    await forgetDuplicates(ours.ctx, ours.row, over)
    if (!found.ok && found.fault.kind === 'not_found')
      // A wrong address or a restored backup would look the same: no booking is canceled for that.
      return ours.row.state === 'closed'
        ? writeRemote(ours.ctx, ours.row, { lookAgain: false })
        : markStuck(ours, 'the system does not know this booking any more')
    if (!found.ok) return postpone(ours, found.fault)
    // Canceled here meanwhile: the cancellation is delivered first.
    if (ours.row.state === 'canceling') return writeRemote(ours.ctx, ours.row, { lookAgain: false })
    if (ours.row.state === 'closed' && isEndedAtSystem(found.value.status)) return writeRemote(ours.ctx, ours.row, { lookAgain: false })
    const unpaid = found.value.status === 'requires_payment' && ours.row.payUntil !== null && isOver(ours.row, ours.row.payUntil)
    const applied = await reconcileFound(ours, { venue, booking: found.value })
    return unpaid
      ? writeRemote(ours.ctx, applied, { state: 'canceling', cancelActor: 'hub', cancelReason: 'payment not made', payUntil: null })
      : applied
  })
}

/** Given up as never made, or left to people: searches whether it exists after all. */
const lookForLate = async (context: ReconcileContext): Promise<RemoteRecord | undefined> => {
  const { ctx, row, venue } = context
  const own = await findOwn(ctx, context)
  return whileLeased(ctx, row, async (ours) => {
    if (!own.ok) return postpone(ours, own.fault)
    const { value } = own
    if (value.kind === 'several')
      return tellUndecided(ours, `the system has several bookings like this one: ${value.ids.toSorted().join(', ')}`)
    // People have been notified already; of one refused or canceled here it does not matter that its guest booked otherwise.
    if (value.kind === 'moved' && ours.row.state === 'stuck' && !isEndedAtSystem(ours.reservation.status))
      return tellUndecided(ours, tellMoved(value.bookings, venue))
    if (value.kind !== 'one') return watchFor(ours.ctx, await closeUnmade(ours), ours.row.sentAt)
    // Canceled or refused here, and it stands there: it has to be canceled there too.
    if (ours.row.state === 'closed' || isEndedAtSystem(ours.reservation.status))
      return value.sure ? takeBack(ours, value.booking.id) : askPeople(ours, value.booking.id)
    return reconcileFound(ours, { venue, booking: value.booking })
  })
}

/** Ambiguous candidates: staff are notified once per set. */
const tellUndecided = async ({ ctx, row, reservation }: LeasedBooking, what: string): Promise<RemoteRecord> => {
  const lastError = what.slice(0, 500)
  if (lastError !== row.lastError) await notifyTrouble(ctx, reservation, { what: lastError, eventId: newId() })
  return writeRemote(ctx, row, { lookAgain: false, lastError })
}

const closeUnmade = async (ours: LeasedBooking): Promise<RemoteRecord> => {
  if (ours.row.state === 'closed') return ours.row
  return ours.row.state === 'stuck' && !isEndedAtSystem(ours.reservation.status)
    ? reject(ours, { refusal: 'unreachable', message: 'the system does not have the booking', answered: false })
    : writeRemote(ours.ctx, ours.row, { ...nothingWanted, state: 'closed', lookAgain: false, attempts: 0 })
}

/** A late booking: its guest was refused already. One that staff treat as a booking of its own is left to them. */
const takeBack = async (ours: LeasedBooking, remoteId: string): Promise<RemoteRecord> => {
  const { ctx, row } = ours
  if (await mirrorOf(ctx, row, remoteId)) return askPeople(ours, remoteId)
  return writeRemote(ctx, row, {
    state: 'canceling',
    remoteId,
    cancelActor: row.cancelActor ?? 'hub',
    cancelReason: row.cancelReason ?? 'made too late',
    lookAgain: false,
  })
}

/** It may as well be what the same guest booked there by another way: no table is canceled for a likeness. */
const askPeople = async ({ ctx, row, reservation }: LeasedBooking, remoteId: string): Promise<RemoteRecord> => {
  const what = `not made or canceled here, and the system has one like it (${remoteId})`
  await notifyTrouble(ctx, reservation, { what })
  return writeRemote(ctx, row, { lookAgain: false, sentAt: null, lastError: `${reservation.reference}: ${what}`.slice(0, 500) })
}
