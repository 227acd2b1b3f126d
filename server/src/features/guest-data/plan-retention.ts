import { mostCounted, type RetentionPlan } from '@tablewire/contracts/estate/companies'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import type {} from './erasure-rows.ts'
import { firstKeptDay, isPast } from './retain-bookings.ts'
import { forgottenBefore, isToForget } from './retain-guests.ts'

type Counted = NonNullable<RetentionPlan['bookings']>

/** Venue by venue, as the jobs go, and no further than there is something to say. */
const countOf = async (ctx: Ctx, companyId: string, goes: { is: RawBuilder<boolean>; day: RawBuilder<unknown> }): Promise<Counted> => {
  const { rows } = await sql<{ day: string; count: number }>`
    select (${goes.day})::text as day, (select count(*)::integer from (
      select from venues v left join guest_retention g on g.venue_id = v.id cross join lateral (
        select from reservations r where r.venue_id = v.id and ${goes.is} limit ${mostCounted + 1}
      ) as there where v.company_id = ${companyId} limit ${mostCounted + 1}
    ) as few) as count`.execute(ctx.db)
  const { day, count } = rows[0]!
  return { day, bookings: Math.min(count, mostCounted), more: count > mostCounted }
}

/** What the jobs would find today, by their own words. */
export const planRetention = async (
  ctx: Ctx,
  { companyId, guestMonths, bookingMonths }: { companyId: string; guestMonths?: number | undefined; bookingMonths?: number | undefined },
): Promise<RetentionPlan> => {
  const guestsUntil = guestMonths === undefined ? undefined : forgottenBefore(ctx, guestMonths)
  const firstDay = bookingMonths === undefined ? undefined : firstKeptDay(ctx, sql`${bookingMonths}::integer`)
  return {
    guests:
      guestsUntil === undefined
        ? null
        : await countOf(ctx, companyId, { is: isToForget(guestsUntil), day: sql`(${guestsUntil}::timestamptz at time zone 'UTC')::date` }),
    bookings: firstDay === undefined ? null : await countOf(ctx, companyId, { is: isPast(firstDay), day: firstDay }),
  }
}
