import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { recordEvent } from './reservation-history.ts'
import { lockReservation } from './reservation-rows.ts'
import { changePipelined } from './pipelined-rows.ts'

/** Releases a hold at once; false when it had expired before. It ends as expired: nobody ever booked, so nobody canceled. */
export const releaseHold = async (ctx: Ctx, id: string): Promise<boolean> =>
  transaction(ctx, async (inner) => {
    const row = await lockReservation(inner, id)
    if (!row) throw new Problem('hold.not_found')
    if (row.status === 'expired') return false
    if (row.status !== 'held') throw new Problem('reservation.move_illegal', { status: `status.${row.status}` })
    const after = await changePipelined(inner, row, { status: 'expired', holdExpiresAt: null })
    await recordEvent(inner, { kind: 'expired', action: 'reservation.released', before: row, after, reason: 'released' })
    return true
  })
