import type { ListingStanding } from '@tablewire/contracts/analytics/listing-analytics'
import { type RawBuilder, sql } from 'kysely'
import type { Span } from '#src/features/analytics-questions/api.ts'
import { isOfChannels, ofScopedChannels } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'

type Ids = readonly string[]
export type Moves = { opened: number; settled: number }
export const noMoves: Moves = { opened: 0, settled: 0 }

/** Of a house, who sells for channels hears what stands open at his own. */
const openOf = (ctx: Ctx): RawBuilder<unknown> =>
  isOfChannels(ctx)
    ? sql`(select coalesce(sum(c.open), 0) from (
        select e.key::uuid as channel, e.value::integer as open from jsonb_each_text(d.by_channel) as e (key, value)) as c
        where ${ofScopedChannels(ctx, 'c.channel')})`
    : sql`d.differences`

/** How these listings stood when days ended, by day; a day of which nothing is kept is not in it. */
export const standingsOn = async (ctx: Ctx, venueIds: Ids, days: readonly string[]): Promise<Map<string, ListingStanding>> => {
  if (days.length === 0) return new Map()
  const { rows } = await sql<ListingStanding & { day: string }>`
    select d.day, count(*)::integer as listings, round(avg(d.score), 1)::float8 as average,
      (count(*) filter (where d.score = 100))::integer as complete, sum(${openOf(ctx)})::integer as differences
    from listing_days d where d.day = any(${[...new Set(days)]}::date[]) and d.venue_id = any(${[...venueIds]}::uuid[])
    group by d.day`.execute(ctx.db)
  return new Map(rows.map(({ day, ...standing }) => [day, standing]))
}

/** From when on days are kept of these listings, and until when they are made up. */
export const keptOf = async (ctx: Ctx, venueIds: Ids): Promise<{ since: string | null; demoUntil: string | null }> => {
  const { rows } = await sql<{ since: string | null; demoUntil: string | null }>`
    select (
        select min(f.day) from unnest(${[...venueIds]}::uuid[]) as v (id)
          cross join lateral (select d.day from listing_days d where d.venue_id = v.id order by d.day limit 1) as f) as since,
      (select max(d.day) from listing_days d where d.demo and d.venue_id = any(${[...venueIds]}::uuid[])) as demo_until`.execute(ctx.db)
  return rows[0]!
}

/** What was opened and settled, by the first days of steps of the period (0) and of the one it is compared with (1): `[p, from, to]`. */
export const movesIn = async (
  ctx: Ctx,
  venueIds: Ids,
  steps: readonly (readonly [0 | 1, Span])[],
): Promise<readonly [ReadonlyMap<string, Moves>, ReadonlyMap<string, Moves>]> => {
  const { rows } = await sql<Moves & { p: 0 | 1; step: string }>`
    with steps(p, from_on, to_on) as (values ${sql.join(steps.map(([p, { from, to }]) => sql`(${p}::integer, ${from}::date, ${to}::date)`))})
    select t.p, t.from_on::text as step, (count(*) filter (where m.opened))::integer as opened,
      (count(*) filter (where not m.opened))::integer as settled
    from steps t join listing_difference_moves m on m.day between t.from_on and t.to_on
    where m.venue_id = any(${[...venueIds]}::uuid[]) and ${ofScopedChannels(ctx, 'm.channel_id')}
    group by t.p, t.from_on`.execute(ctx.db)
  const of = (wanted: 0 | 1): ReadonlyMap<string, Moves> =>
    new Map(rows.flatMap(({ p, step, ...moves }) => (p === wanted ? [[step, moves] as const] : [])))
  return [of(0), of(1)]
}
