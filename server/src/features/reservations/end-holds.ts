import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { changePipelined } from './pipelined-rows.ts'
import { recordEvent } from './reservation-history.ts'
import { changeRow, lockReservation, type ReservationRecord } from './reservation-rows.ts'

const batchSize = 200

/**
 * Marks holds as expired. Their places are free at once: capacity is counted by time, not by this job. Several processes may run it; `skip locked`
 * divides the rows.
 */
export const expireHolds = async (ctx: Ctx): Promise<number> => {
  let expired = 0
  for (;;) {
    const count = await transaction(ctx, expireSome)
    expired += count
    if (count < batchSize) return expired
  }
}

const expireSome = async (ctx: Ctx): Promise<number> => {
  const now = ctx.clock().toString()
  const { rows } = await sql<ReservationRecord>`
    with due as (
      select venue_id, id from reservations where status = 'held' and hold_expires_at <= ${now}::timestamptz and not is_closed(venue_id)
      order by hold_expires_at limit ${batchSize} for no key update skip locked
    )
    update reservations r set status = 'expired', hold_expires_at = null, version = r.version + 1, updated_at = ${now}::timestamptz
    from due where r.venue_id = due.venue_id and r.id = due.id returning r.*`.execute(ctx.db)
  for (const row of rows) await recordEvent(ctx, { kind: 'expired', action: null, before: { ...row, status: 'held' }, after: row })
  return rows.length
}

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

/**
 * Who was seated by a slip waits again: his place is kept for him as before, or it ends as a hold does, which never was a booking to anybody. Canceled, it would
 * stand in lists, sums and figures as a cancellation that nobody made.
 */
export const takeBackSeat = async (ctx: Ctx, row: ReservationRecord, keptUntil: string | null): Promise<void> => {
  const after = await changeRow(ctx, row, { status: keptUntil === null ? 'expired' : 'held', holdExpiresAt: keptUntil })
  await recordEvent(ctx, { kind: 'changed', action: 'reservation.changed', before: row, after })
}
