import type { RowFilters } from '@tablewire/contracts/analytics/analytics'
import type { ListingAnalytics } from '@tablewire/contracts/analytics/listing-analytics'
import type { CopyState } from '@tablewire/contracts/listing/copies'
import { type ListingGap, listingPoints } from '@tablewire/contracts/listing/completeness.rules'
import { sql } from 'kysely'
import { notArchived, ofScopedChannels } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'

type Now = ListingAnalytics['now']
type Ids = readonly string[]

/** Those that lack nothing are told apart from the rest. */
const bands = [
  { from: 0, to: 19 },
  { from: 20, to: 39 },
  { from: 40, to: 59 },
  { from: 60, to: 79 },
  { from: 80, to: 99 },
  { from: 100, to: 100 },
]

type Listed = {
  listings: number
  average: number | null
  bands: number[]
  gaps: { gap: ListingGap; listings: number }[]
  venues: (Omit<Now['venues'][number], 'rows' | 'venueId'> & { id: string })[]
}

/** In one statement, so of one moment. */
const listedNow = async (ctx: Ctx, venueIds: Ids, mostVenues: number | null): Promise<Listed> => {
  const { rows } = await sql<Listed>`
    with listed as materialized (
      select v.id, v.name, v.city, s.score, s.gaps from listing_scores s join venues v on v.id = s.venue_id
      where s.venue_id = any(${[...venueIds]}::uuid[]) and v.listing_enabled and ${notArchived('s.venue_id')}),
    worst as (select l.* from listed l order by l.score, l.id limit ${mostVenues}::integer),
    gaps as (select g.gap, count(*)::integer as listings from listed l, unnest(l.gaps) as g (gap) group by g.gap)
    select (select count(*)::integer from listed) as listings, (select round(avg(l.score), 1)::float8 from listed l) as average,
      array(
        select (select count(*)::integer from listed l where l.score between b.least and b.most)
        from unnest(${bands.map(({ from }) => from)}::integer[], ${bands.map(({ to }) => to)}::integer[]) with ordinality as b (least, most, nth)
        order by b.nth) as bands,
      (select coalesce(jsonb_agg(to_jsonb(g)), '[]') from gaps g) as gaps,
      (select coalesce(jsonb_agg(jsonb_build_object('id', w.id, 'name', w.name, 'city', w.city, 'score', w.score, 'gaps', w.gaps, 'differences',
        (select count(*) from listing_differences d where d.venue_id = w.id and d.state = any('{open,asked}') and ${ofScopedChannels(ctx, 'd.channel_id')}))
        order by w.score, w.id), '[]') from worst w) as venues`.execute(ctx.db)
  return rows[0]!
}

type OpenRow = {
  by: 'all' | 'channel' | 'field'
  channelId: string | null
  field: Now['fields'][number]['field'] | null
  name: string | null
  differences: number
  middleMinutes: number | null
  longestMinutes: number | null
}

/** What stands open, as the list of differences shows it where nobody asks for a state. */
const openNow = async (ctx: Ctx, venueIds: Ids): Promise<OpenRow[]> => {
  const { rows } = await sql<OpenRow>`
    with open as materialized (
      select d.channel_id, d.field, greatest(extract(epoch from ${ctx.clock().toString()}::timestamptz - d.since) / 60, 0) as minutes
      from listing_differences d
      where d.state = any('{open,asked}') and d.venue_id = any(${[...venueIds]}::uuid[]) and ${ofScopedChannels(ctx, 'd.channel_id')}),
    counted as (
      select case when grouping(o.channel_id) = 0 then 'channel' when grouping(o.field) = 0 then 'field' else 'all' end as by, o.channel_id, o.field,
        count(*)::integer as differences, floor(percentile_cont(0.5) within group (order by o.minutes))::integer as middle_minutes,
        floor(max(o.minutes))::integer as longest_minutes
      from open o group by grouping sets ((), (o.channel_id), (o.field)))
    select n.*, c.name from counted n left join channels c on c.id = n.channel_id
    order by n.differences desc, c.name, n.field`.execute(ctx.db)
  return rows
}

type PlaceRow = { channelId: string; name: string; state: CopyState; venues: number }
const placesNow = async (ctx: Ctx, venueIds: Ids): Promise<PlaceRow[]> => {
  const { rows } = await sql<PlaceRow>`
    select x.channel_id, c.name, x.state, count(*)::integer as venues from shown_listings x join venues v on v.id = x.venue_id
      join channels c on c.id = x.channel_id
    where x.venue_id = any(${[...venueIds]}::uuid[]) and v.listing_enabled and ${notArchived('x.venue_id')} and ${ofScopedChannels(ctx, 'x.channel_id')}
    group by x.channel_id, c.name, x.state order by c.name, x.channel_id, x.state`.execute(ctx.db)
  return rows
}

const placesOf = (places: readonly PlaceRow[], rows: RowFilters): Now['places'] =>
  [...Map.groupBy(places, ({ channelId }) => channelId)].map(([channelId, of]) => ({
    channelId,
    name: of[0]!.name,
    venues: of.reduce((sum, { venues }) => sum + venues, 0),
    rows: { ...rows, channelId },
    states: of.map(({ state, venues }) => ({ state, venues, rows: { ...rows, channelId, shown: state } })),
  }))

/** How it all stands. `rows`: the venues asked about, as filters of the lists that show them. `mostVenues`: so many are ranked; null = all. */
export const listingsNow = async (
  ctx: Ctx,
  venueIds: Ids,
  { rows, mostVenues }: { rows: RowFilters; mostVenues: number | null },
): Promise<Now> => {
  const [listed, open, places] = await Promise.all([listedNow(ctx, venueIds, mostVenues), openNow(ctx, venueIds), placesNow(ctx, venueIds)])
  const openOf = ({ differences, middleMinutes, longestMinutes }: OpenRow, more: RowFilters = {}) => ({
    differences,
    middleMinutes,
    longestMinutes,
    rows: { ...rows, ...more },
  })
  return {
    listings: listed.listings,
    average: listed.average,
    scores: bands.map(({ from, to }, at) => ({
      from,
      to,
      listings: listed.bands[at]!,
      rows: { ...rows, minScore: String(from), maxScore: String(to) },
    })),
    gaps: listed.gaps
      .map(({ gap, listings }) => ({ gap, points: listingPoints[gap], listings, rows: { ...rows, missing: gap } }))
      .toSorted((a, b) => b.points * b.listings - a.points * a.listings || (a.gap < b.gap ? -1 : 1)),
    venues: listed.venues.map(({ id, ...venue }) => ({ venueId: id, ...venue, rows: { venueId: id } })),
    open: openOf(open.find(({ by }) => by === 'all')!),
    channels: open.flatMap((row) => {
      const { by, channelId, name } = row
      return by === 'channel' ? [{ channelId: channelId!, name: name!, ...openOf(row, { channelId: channelId! }) }] : []
    }),
    fields: open.flatMap((row) => (row.by === 'field' ? [{ field: row.field!, ...openOf(row, { field: row.field! }) }] : [])),
    places: placesOf(places, rows),
  }
}
