import { lockReservation } from '#src/features/reservations/api.ts'
import { venueWithBook } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { asSystem, type RemoteStatement } from './apply-remote-state.ts'
import { isEndedAtSystem } from './remote-state-cases.ts'
import { mirrorBooking, namedBy } from './mirror-booking.ts'
import { reconcileFound } from './reconcile-found.ts'
import { wakeReconciler } from './reconcile-loop.ts'
import { lockRemote, type RemoteKey, writeRemote } from './remote-rows.ts'

type StatementInput = { systemId: string; venueId?: string | undefined; booking: RemoteStatement }

/**
 * Applies what a system states authoritatively about a booking. An unknown one is mirrored when its venue, start and party are stated; undefined = it
 * is unknown, or there is nothing to do.
 */
export const acceptRemoteState = async (from: Ctx, { systemId, venueId, booking }: StatementInput): Promise<string | undefined> => {
  const name = (await from.db.selectFrom('systems').select('name').where('id', '=', systemId).executeTakeFirst())?.name
  if (name === undefined) return undefined
  // Joins the caller's transaction, where there is one.
  const ctx = { ...asSystem(from, { id: systemId, name }), unitOfWork: from.unitOfWork }
  const known = await namedBy(ctx, systemId, booking.id)
  if (known) return transaction(ctx, (inner) => acceptKnown(inner, known, booking))
  return venueId === undefined ? undefined : mirrorBooking(ctx, { systemId, venueId, booking })
}

const acceptKnown = async (ctx: Ctx, named: RemoteKey, booking: RemoteStatement): Promise<string | undefined> => {
  const reservation = await lockReservation(ctx, named.reservationId)
  const row = await lockRemote(ctx, named)
  if (!reservation || !row) return undefined
  const venue = await venueWithBook(ctx, named.venueId)
  // The create is in flight: the resync that follows decides once it has arrived.
  if (row.state === 'changing' || (row.state === 'canceling' && !isEndedAtSystem(booking.status ?? null)))
    await writeRemote(ctx, row, { lookAgain: true, hints: row.hints + 1 })
  else {
    const applied = await reconcileFound({ ctx, row, reservation }, { venue, booking })
    // Statements arrive out of order: a quiet resync asks for the current state.
    await writeRemote(ctx, applied, { lookAgain: true, hints: row.hints + 1 })
  }
  wakeReconciler(ctx)
  return reservation.id
}
