import { sql } from 'kysely'
import { lockReservation, moveReservation } from '#src/features/reservations/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import { fill } from '#src/platform/phrases.ts'
import type {} from './checks.ts'
import { latePhrases } from './late-phrases.ts'

export const expireAsksJob = defineJob<object>('booking_checks.expire_asks', 2)

const atOnce = 200
type Late = { id: string; hours: number }

/** Of requests to come, by the index of each venue's starts. */
const lateAsks = async (ctx: Ctx): Promise<Late[]> => {
  const now = sql`${ctx.clock().toString()}::timestamptz`
  const { rows } = await sql<Late>`
    select r.id, c.ask_hours as hours from booking_checks c join reservations r on r.venue_id = c.venue_id and r.starts_at > ${now}
    where c.ask_hours is not null and r.status = 'pending_confirmation' and r.override and r.source = 'widget'
      and r.created_at < ${now} - make_interval(hours => c.ask_hours)
    order by r.created_at, r.id limit ${atOnce}`.execute(ctx.db)
  return rows
}

/** A request of a large party that the venue leaves unanswered is declined, so that its guest looks elsewhere and its place is free again. */
export const expireAsks = async (ctx: Ctx): Promise<void> => {
  for (const { id, hours } of await lateAsks(ctx))
    await transaction(ctx, async (inner) => {
      const row = await lockReservation(inner, id)
      // Answered in the meantime.
      if (row?.status !== 'pending_confirmation') return
      const reason = fill(latePhrases[row.guestLang ?? 'en'].late, { hours })
      await moveReservation(inner, row, { move: 'reject', reason })
    })
}
