import { sql } from 'kysely'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import type {} from './erasure-rows.ts'

export const retainBookingsJob = defineJob<object>('guest_data.retain_bookings', 2)

const atOnce = 200
/** After it was set, so long: a slip of the hand that would remove years is seen in time. */
const secondThoughtDays = 7
/** Well within what a job may take; the next hour goes on. */
const forMs = 120_000

type Keeping = { venueId: string; months: number }
const keepings = async (ctx: Ctx): Promise<Keeping[]> => {
  const { rows } = await sql<Keeping>`
    select v.id as venue_id, c.booking_months as months from companies c join venues v on v.company_id = c.id
    where c.booking_months is not null and c.booking_months_since < ${ctx.clock().toString()}::timestamptz - make_interval(days => ${secondThoughtDays})
    order by v.id`.execute(ctx.db)
  return rows
}

/** The first day whose bookings stay, unless somebody else is at this venue; it never goes back, as what was removed is not there to be counted. */
const firstKept = async (ctx: Ctx, { venueId, months }: Keeping): Promise<string | undefined> => {
  const wanted = ctx.clock().toZonedDateTimeISO('UTC').toPlainDate().subtract({ months }).toString()
  const { rows } = await sql<{ day: string }>`
    select greatest(b.removed_before, ${wanted}::date) as day from booking_retention b where b.venue_id = ${venueId} for update skip locked`.execute(
    ctx.db,
  )
  return rows[0]?.day
}

/** A day that is still to be counted is counted first: what is removed stands in the sums. */
const awaitsCount = async (ctx: Ctx, venueId: string, day: string): Promise<boolean> => {
  const { rows } = await sql`
    (select from analytics_dirty d where d.venue_id = ${venueId} and d.service_on < ${day}::date limit 1)
    union all (select from analytics_dirty d where d.venue_id = ${venueId} and d.created_on < ${day}::date limit 1)`.execute(ctx.db)
  return rows.length > 0
}

/** One batch with its place and its entry in the audit is one transaction: whoever goes on begins where it ended. */
const removeSome = async (ctx: Ctx, keeping: Keeping): Promise<boolean> => {
  const { venueId, months } = keeping
  const day = await firstKept(ctx, keeping)
  if (day === undefined || (await awaitsCount(ctx, venueId, day))) return false
  const { rows } = await sql<{ id: string }>`
    select r.id from reservations r where r.venue_id = ${venueId} and r.service_on < ${day}::date
      -- A party that was noted after the day of its meal goes when both days lie behind: sums of either are counted from what is there.
      and r.created_on < ${day}::date
    order by r.service_on, r.starts_at, r.id limit ${atOnce}`.execute(ctx.db)
  await sql`update booking_retention set removed_before = ${day}::date where venue_id = ${venueId}`.execute(ctx.db)
  if (rows.length === 0) return false
  const ids = rows.map(({ id }) => id)
  await sql`select remove_bookings(${venueId}::uuid, ${ids}::uuid[], ${ctx.clock().toString()}::timestamptz)`.execute(ctx.db)
  await audit(ctx, {
    action: 'reservation.removed',
    subject: 'reservation',
    subjectId: null,
    venueId,
    after: { bookings: ids.length, bookingMonths: months },
  })
  return rows.length === atOnce
}

const removeAll = async (ctx: Ctx, keeping: Keeping, until: number): Promise<void> => {
  // A transaction of its own: whoever marks a day needs the row to wait for.
  await sql`insert into booking_retention (venue_id, removed_before) values (${keeping.venueId}, '-infinity') on conflict do nothing`.execute(
    ctx.db,
  )
  for (let more = true; more && performance.now() < until;) {
    await ctx.ports.jobs.backpressure()
    more = await transaction(ctx, (inner) => removeSome(inner, keeping))
  }
}

/** Bookings of evenings that lie further back than their company keeps them are removed whole, venue by venue; one that fails keeps no other waiting. */
export const retainBookings = async (ctx: Ctx): Promise<void> => {
  const until = performance.now() + forMs
  const failed: unknown[] = []
  for (const keeping of await keepings(ctx)) await removeAll(ctx, keeping, until).catch((error: unknown) => failed.push(error))
  if (failed.length) throw new AggregateError(failed, `${failed.length} venues keep bookings that were to be removed`)
}
