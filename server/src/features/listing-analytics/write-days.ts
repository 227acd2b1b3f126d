import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'

const venuesAtOnce = 500
/** Of a machine that stood still for longer, the days before are not known. */
const daysBack = 390

/**
 * The days that have ended for venues with a listing, and that nobody wrote yet. A score, and what stood open, are worked out from how it is now and what
 * moved since the day ended: so a day is the same whenever it is written, by whichever process.
 */
const writeSome = (ctx: Ctx, after: string): Promise<string | undefined> =>
  transaction(ctx, async (inner) => {
    const now = inner.clock().toString()
    const { rows } = await sql<{ venueId: string }>`
      with asked as materialized (
        select v.id as venue_id, v.time_zone as zone, s.score, (${now}::timestamptz at time zone v.time_zone)::date as today,
          greatest(
            (greatest(s.kept_from, v.listing_enabled_at) at time zone v.time_zone)::date,
            (select d.day + 1 from listing_days d where d.venue_id = v.id order by d.day desc limit 1)) as first_on
        from venues v join listing_scores s on s.venue_id = v.id
        where v.listing_enabled and v.archived_at is null and v.id > ${after}::uuid order by v.id limit ${venuesAtOnce}),
      due as (
        select a.*, g.day::date as day, (g.day::date + 1)::timestamp at time zone a.zone as ended
        from asked a, generate_series(greatest(a.first_on, a.today - ${daysBack}::integer)::timestamp, (a.today - 1)::timestamp, interval '1 day') as g (day)),
      written as (
        insert into listing_days (venue_id, day, score, differences, by_channel)
        select d.venue_id, d.day,
          coalesce((select m.before from listing_score_moves m where m.venue_id = d.venue_id and m.at >= d.ended order by m.at limit 1), d.score),
          coalesce(o.differences, 0), coalesce(o.by_channel, '{}')
        from due d cross join lateral (
          select sum(c.open)::integer as differences, jsonb_object_agg(c.channel_id, c.open) as by_channel from (
            select x.channel_id, sum(x.more)::integer as open from (
              select f.channel_id, 1 as more from listing_differences f where f.venue_id = d.venue_id and f.state <> 'ignored'
              union all
              select m.channel_id, case when m.opened then -1 else 1 end from listing_difference_moves m where m.venue_id = d.venue_id and m.at >= d.ended
            ) as x group by x.channel_id having sum(x.more) > 0) as c) as o
        on conflict (venue_id, day) do nothing)
      select a.venue_id from asked a order by a.venue_id desc limit 1`.execute(inner.db)
    return rows[0]?.venueId
  })

/** AN2: writes down how listings stood when days ended. Several processes may do it at once. */
export const writeListingDays = async (ctx: Ctx): Promise<void> => {
  let after: string | undefined = '00000000-0000-0000-0000-000000000000'
  while (after !== undefined) {
    await ctx.ports.jobs.backpressure()
    after = await writeSome(ctx, after)
  }
}
