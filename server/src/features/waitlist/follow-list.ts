import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { type Loop, startLoop, wakeLoop } from '#src/platform/jobs/leased-loop.ts'
import { type DueDay, lookAtDay } from './look-at-day.ts'

const loopName = 'waitlist'
/** A place that became free is offered within about this time. */
const pollMs = 1000
/** Who dies while he looks at a day leaves it to others after this time. */
const leaseSeconds = 20
const atOnce = 4

/** Wakes this process after the commit; others poll. */
export const wakeWaitlist = (ctx: Ctx): void => wakeLoop(ctx, loopName)

/** Days that are due, under a lease: the row itself tells when somebody else may take it. */
export const takeDue = async (ctx: Ctx, capacity: number): Promise<DueDay[]> => {
  const now = sql`${ctx.clock().toString()}::timestamptz`
  const { rows } = await sql<DueDay>`
    with due as (
      select d.venue_id, d.service_on from waitlist_due d where d.next_at <= ${now} order by d.next_at limit ${capacity} for update skip locked
    )
    update waitlist_due d set next_at = ${now} + make_interval(secs => ${leaseSeconds}) from due
    where d.venue_id = due.venue_id and d.service_on = due.service_on
    returning d.venue_id, d.service_on::text as service_on, d.rev`.execute(ctx.db)
  return rows
}

/** Every working process offers free places to those who wait, ends offers that nobody took, and passes the place on. */
export const startWaitlist = (ctx: () => Ctx): Loop =>
  startLoop<DueDay>(ctx, { name: loopName, atOnce, everyMs: pollMs, take: takeDue, run: (inner, day) => lookAtDay(inner, day) })
