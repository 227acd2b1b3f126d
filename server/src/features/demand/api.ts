import { type RawBuilder, sql } from 'kysely'
import { isOfChannels, isOfPartner, ofScopedChannels } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import type { Leftover } from '#src/platform/leftovers.ts'

export { offerDays } from './offer-days.ts'
export { type PastSearch, recordPastSearches } from './record-past.ts'
export { makeTurnedAway } from './turned-away.ts'

export const demandLeftovers: readonly Leftover[] = [
  // Retention: as far back as a question may be compared.
  { table: 'turned_away', column: 'day', keep: { hours: 24 * 366 * 4 } },
  { table: 'refused_searches', column: 'day', keep: { hours: 24 * 366 * 4 } },
  { table: 'refused_days', column: 'day', keep: { hours: 24 * 366 * 4 } },
  { table: 'refused_samples', column: 'day', keep: { hours: 24 * 366 * 4 } },
]

/** Of a period (0) or of the one it is compared with (1): a venue with all its days that are known, or a day with all venues. */
export type OfferedCell = [p: 0 | 1, venueId: string | null, day: string | null, covers: number, days: number]
export type AwayCell = [p: 0 | 1, day: string, covers: number]
export type Demand = { offered: readonly OfferedCell[] | null; away: readonly AwayCell[] | null; awaySince: string }

type DemandQuery = {
  basis: 'meal' | 'creation'
  venueIds: readonly string[]
  channelIds: readonly string[] | undefined
  systemIds: readonly string[] | undefined
  sizes: readonly number[] | undefined
}

/**
 * Columns `offered`, `away` and `away_since` of a statement that knows `spans(p, from_on, to_on)`. What a house offers is its own: who is of a partner sees none of it, and a day
 * of booking offers nothing. Searches name no system.
 */
export const demandColumns = (ctx: Ctx, { basis, venueIds, channelIds, systemIds, sizes }: DemandQuery): RawBuilder<unknown> => {
  const venues = sql`any(${[...venueIds]}::uuid[])`
  const asked = sql.raw(basis === 'meal' ? 't.day' : 't.asked_on')
  const offered = sql`(select coalesce(json_agg(json_build_array(p, venue_id, day, covers, days)), '[]') from (
      select s.p, o.venue_id, o.day::text as day, sum(o.covers)::integer as covers, count(*)::integer as days
      from spans s join offered_days o on o.day between s.from_on and s.to_on where o.venue_id = ${venues}
      group by grouping sets ((s.p, o.venue_id), (s.p, o.day))) g)`
  const away = sql`(select coalesce(json_agg(json_build_array(p, day, covers)), '[]') from (
      select s.p, ${asked}::text as day, sum(t.searches * t.party_size)::integer as covers
      from spans s join turned_away t on ${asked} between s.from_on and s.to_on
      where t.venue_id = ${venues} ${isOfChannels(ctx) ? sql`and ${ofScopedChannels(ctx, 't.channel_id')}` : sql``}
        ${channelIds ? sql`and t.channel_id = any(${[...channelIds]}::uuid[])` : sql``}
        ${sizes ? sql`and t.party_size = any(${[...sizes]}::int[])` : sql``}
      group by s.p, ${asked}) g)`
  return sql`${isOfPartner(ctx) || basis === 'creation' ? sql`null::json` : offered} as offered,
    ${systemIds ? sql`null::json` : away} as away, (select day::text from turned_away_since) as away_since`
}
