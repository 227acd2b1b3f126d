import { sql } from 'kysely'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import type {} from './erasure-rows.ts'

export const retainBookingsJob = defineJob<object>('guest_data.retain_bookings', 2)

const atOnce = 200

type Keeping = { venueId: string; months: number }
const keepings = async (ctx: Ctx): Promise<Keeping[]> => {
  const { rows } = await sql<Keeping>`
    select v.id as venue_id, c.booking_months as months from companies c join venues v on v.company_id = c.id
    where c.booking_months is not null order by v.id`.execute(ctx.db)
  return rows
}

/** The first day whose bookings stay; it never goes back, as what was removed is not there to be counted. */
const firstKept = async (ctx: Ctx, { venueId, months }: Keeping): Promise<string> => {
  const wanted = ctx.clock().toZonedDateTimeISO('UTC').toPlainDate().subtract({ months }).toString()
  const { rows } = await sql<{ day: string }>`
    select greatest(b.removed_before, ${wanted}::date) as day from booking_retention b where b.venue_id = ${venueId} for update`.execute(
    ctx.db,
  )
  return rows[0]!.day
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
  if (await awaitsCount(ctx, venueId, day)) return false
  const { rows } = await sql<{ id: string }>`
    select r.id from reservations r where r.venue_id = ${venueId} and r.service_on < ${day}::date
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

/** Bookings of evenings that lie further back than their company keeps them are removed whole, venue by venue. */
export const retainBookings = async (ctx: Ctx): Promise<void> => {
  for (const keeping of await keepings(ctx)) {
    // A transaction of its own: whoever marks a day needs the row to wait for.
    await sql`insert into booking_retention (venue_id, removed_before) values (${keeping.venueId}, '-infinity') on conflict do nothing`.execute(
      ctx.db,
    )
    for (let more = true; more;) {
      await ctx.ports.jobs.backpressure()
      more = await transaction(ctx, (inner) => removeSome(inner, keeping))
    }
  }
}
