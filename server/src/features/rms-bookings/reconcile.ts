import { rmsClientOf } from '#src/features/rms-client/api.ts'
import type { ReservationRecord } from '#src/features/reservations/api.ts'
import { venueWithBook } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { asSystem } from './apply-remote-state.ts'
import { reconcileCanceling } from './reconcile-canceling.ts'
import { reconcileCreating } from './reconcile-creating.ts'
import { resyncBooking } from './resync-booking.ts'
import { postpone } from './give-up.ts'
import { whileLeased, type WrittenBooking } from './write-under-lease.ts'
import { isOver, type RemoteRecord, renewLease, writeRemote } from './remote-rows.ts'
import { nameOf, type ReconcileContext } from './reconcile-context.ts'

export type ReconciledBooking = { remote: RemoteRecord; reservation: ReservationRecord }
type LoadedParts = Partial<Pick<ReconcileContext, 'venue' | 'reservation' | 'fresh' | 'claim'>>

/** Reservations change meanwhile; what is read here only builds the request, outcomes are written on locked rows. */
const readReservation = async (ctx: Ctx, { reservationId }: RemoteRecord): Promise<ReservationRecord | undefined> =>
  ctx.db.selectFrom('reservations').selectAll().where('id', '=', reservationId).executeTakeFirst()

/** One step of the state machine. Undefined = the lease is lost. */
const step = async (context: ReconcileContext): Promise<WrittenBooking | undefined> => {
  if (context.row.state === 'creating') return reconcileCreating(context)
  const remote = await stepBeyondCreating(context)
  return remote && { remote }
}

const stepBeyondCreating = (context: ReconcileContext): Promise<RemoteRecord | undefined> => {
  const { ctx, row } = context
  if (row.state === 'canceling') return reconcileCanceling(context)
  if (row.state === 'changing' || row.lookAgain || (row.payUntil !== null && isOver(row, row.payUntil))) return resyncBooking(context)
  // Nothing to do after all: the lease is released.
  return whileLeased(ctx, row, (ours) => writeRemote(ours.ctx, ours.row, {}))
}

/**
 * Reconciles a booking with its venue's system, step by step, until nothing is left to be done now. The caller holds the lease; who loses it stops,
 * as another process has taken over. Returns the booking as written when the system had just made it: any other outcome has to be read.
 */
export const reconcile = async (from: Ctx, taken: RemoteRecord, given: LoadedParts = {}): Promise<ReconciledBooking | undefined> => {
  const ctx = asSystem(from, { id: taken.systemId, name: await nameOf(from, 'systems', taken.systemId) })
  const lease = { lost: false }
  const { timers, processId, config } = ctx.ports
  const stopRenewing = timers.every(config.waits.lease / 3, () => {
    renewLease(ctx, taken).then(
      (kept) => void (lease.lost ||= !kept),
      () => undefined,
    )
  })
  try {
    const venue = given.venue ?? (await venueWithBook(ctx, taken.venueId))
    const rms = await rmsClientOf(ctx, taken.systemId).catch(() => undefined)
    if (!rms) {
      const fault = { message: 'the reservation system is not spoken to: it is inactive or not connected', retryAfterMs: 20_000 }
      await whileLeased(ctx, taken, (ours) => postpone(ours, fault))
      return undefined
    }
    let made: ReconciledBooking | undefined
    let row: RemoteRecord | undefined = taken
    let { reservation, fresh } = given
    while (row?.leaseBy === processId && !lease.lost) {
      const known: ReservationRecord | undefined = reservation ?? (await readReservation(ctx, row))
      if (!known) break
      const written: WrittenBooking | undefined = await step({
        ctx,
        rms,
        venue,
        row,
        reservation: known,
        ...(fresh ? { fresh } : {}),
        ...(given.claim ? { claim: given.claim } : {}),
      })
      row = written?.remote
      if (written?.reservation) made = { remote: written.remote, reservation: await written.reservation.written }
      reservation = undefined
      fresh = undefined
    }
    return made
  } finally {
    stopRenewing()
  }
}
