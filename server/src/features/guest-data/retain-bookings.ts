import { type RawBuilder, sql } from 'kysely'
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

const settled = (ctx: Ctx): RawBuilder<boolean> => sql`
  c.booking_months is not null and c.booking_months_since < ${ctx.clock().toString()}::timestamptz - make_interval(days => ${secondThoughtDays})`

const venuesToTidy = async (ctx: Ctx): Promise<string[]> => {
  const { rows } = await sql<{ venueId: string }>`
    select v.id as venue_id from companies c join venues v on v.company_id = c.id where ${settled(ctx)} and not is_closed(v.id) order by v.id`.execute(
    ctx.db,
  )
  return rows.map(({ venueId }) => venueId)
}

/**
 * What goes of `r`. A party that was noted after the day of its meal goes when both days lie behind: sums of either are counted from what is there.
 */
export const isPast = (firstKeptDay: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`r.service_on < ${firstKeptDay} and r.created_on < ${firstKeptDay}`
/** The first day whose bookings stay. */
export const firstKeptDay = (ctx: Ctx, months: RawBuilder<unknown>): RawBuilder<string> =>
  sql`((${ctx.clock().toString()}::timestamptz at time zone 'UTC')::date - make_interval(months => ${months}))::date`

type Kept = { day: string; months: number }
/**
 * The first day whose bookings stay, unless somebody else is at this venue. What the company says is read for every batch: one that keeps its
 * bookings longer from now on, or for always, loses none of them any more.
 */
const firstKept = async (ctx: Ctx, venueId: string): Promise<Kept | undefined> => {
  const { rows } = await sql<Kept>`
    select c.booking_months as months,
      ${firstKeptDay(ctx, sql`c.booking_months`)} as day
    from booking_retention b join venues v on v.id = b.venue_id join companies c on c.id = v.company_id
    where b.venue_id = ${venueId} and ${settled(ctx)} for update of b skip locked`.execute(ctx.db)
  return rows[0]
}

/** A day that is still to be counted is counted first: what is removed stands in the sums. */
const awaitsCount = async (ctx: Ctx, venueId: string, day: string): Promise<boolean> => {
  const { rows } = await sql`
    (select from analytics_dirty d where d.venue_id = ${venueId} and d.service_on < ${day}::date limit 1)
    union all (select from analytics_dirty d where d.venue_id = ${venueId} and d.created_on < ${day}::date limit 1)`.execute(ctx.db)
  return rows.length > 0
}

/** One batch with its place and its entry in the audit is one transaction: whoever goes on begins where it ended. */
const removeSome = async (ctx: Ctx, venueId: string): Promise<boolean> => {
  const kept = await firstKept(ctx, venueId)
  if (!kept || (await awaitsCount(ctx, venueId, kept.day))) return false
  const { day, months } = kept
  const { rows } = await sql<{ id: string }>`
    select r.id from reservations r where r.venue_id = ${venueId} and ${isPast(sql`${day}::date`)} order by r.service_on, r.starts_at, r.id limit ${atOnce}`.execute(
    ctx.db,
  )
  // It never goes back: what was removed is not there to be counted.
  await sql`update booking_retention set removed_before = greatest(removed_before, ${day}::date) where venue_id = ${venueId}`.execute(
    ctx.db,
  )
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

const removeAll = async (ctx: Ctx, venueId: string, until: number): Promise<void> => {
  // A transaction of its own: whoever marks a day needs the row to wait for.
  await sql`insert into booking_retention (venue_id, removed_before) values (${venueId}, '-infinity') on conflict do nothing`.execute(
    ctx.db,
  )
  for (let more = true; more && performance.now() < until;) {
    await ctx.ports.jobs.backpressure()
    more = await transaction(ctx, (inner) => removeSome(inner, venueId))
  }
}

/** Bookings of evenings that lie further back than their company keeps them are removed whole, venue by venue; one that fails keeps no other waiting. */
export const retainBookings = async (ctx: Ctx): Promise<void> => {
  const until = performance.now() + forMs
  const failed: unknown[] = []
  for (const venueId of await venuesToTidy(ctx)) await removeAll(ctx, venueId, until).catch((error: unknown) => failed.push(error))
  if (failed.length) throw new AggregateError(failed, `${failed.length} venues keep bookings that were to be removed`)
}
