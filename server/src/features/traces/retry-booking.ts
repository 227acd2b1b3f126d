import type { Journey } from '@tablewire/contracts/operations/traces'
import { retryReconcile } from '#src/features/rms-bookings/api.ts'
import { requireVisible } from '#src/features/reservations/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { getJourney } from './get-trace.ts'

/** Retry by hand: the booking is resynced now, ahead of its backoff. */
export const retryBooking = async (ctx: Ctx, id: string): Promise<Journey> => {
  await transaction(ctx, async (inner) => {
    const venueId = await requireVisible(inner, id)
    if (!(await retryReconcile(inner, id))) throw new Problem('reservation.not_remote')
    await audit(inner, { action: 'reservation.settle_asked', subject: 'reservation', subjectId: id, venueId })
  })
  return getJourney(ctx, id)
}
