import type { Received, Result } from '@tablewire/contracts/kit/endpoint'
import { type ListingGap, listingPoints } from '@tablewire/contracts/listing/completeness.rules'
import type { ListingRow, listings } from '@tablewire/contracts/listing/listings'
import { type RawBuilder, sql } from 'kysely'
import { inScope, notArchived, ofScopedChannels } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { containing } from '#src/platform/db/containing.ts'
import { cutNames, readNameCursor } from '#src/platform/db/name-cursor.ts'
import { Problem } from '#src/platform/problem.ts'

type Query = Received<typeof listings.list>['query']
type Filters = NonNullable<Query['filters']>
type Sort = NonNullable<Query['sort']>
type Row = ListingRow & { sortKey: string }

const seen = (ctx: Ctx, enabled: boolean): RawBuilder<unknown> =>
  sql`${inScope(ctx, 's.venue_id')} and ${notArchived('s.venue_id')} and ${enabled ? sql`v.listing_enabled` : sql`not v.listing_enabled`}`

/** Of which venues, by what they are. */
const placed = ({ venueId, companyId, groupId, test }: Filters): RawBuilder<unknown>[] => [
  ...(venueId?.length ? [sql`s.venue_id = any(${venueId}::uuid[])`] : []),
  ...(companyId ? [sql`v.company_id = ${companyId}`] : []),
  ...(groupId ? [sql`v.group_id = ${groupId}`] : []),
  ...(test === undefined ? [] : [sql`v.test = ${test}`]),
]

/** How channels show them, of those the caller may know of. */
const shownSo = (ctx: Ctx, { channelId, shown }: Filters): RawBuilder<unknown>[] =>
  channelId?.length || shown?.length
    ? [
        sql`exists (
          select from shown_listings x where x.venue_id = s.venue_id and ${ofScopedChannels(ctx, 'x.channel_id')}
            ${channelId?.length ? sql`and x.channel_id = any(${channelId}::uuid[])` : sql``}
            ${shown?.length ? sql`and x.state = any(${shown}::text[])` : sql``})`,
      ]
    : []

const narrowing = (ctx: Ctx, filters: Filters): RawBuilder<unknown> => {
  const { q, missing = [], enabled = true, minScore, maxScore } = filters
  const wanted = q?.trim()
  return sql.join(
    [
      seen(ctx, enabled),
      ...(wanted
        ? [sql`(lower(v.name) like lower(${containing(wanted)}) or lower(coalesce(v.city, '')) like lower(${containing(wanted)}))`]
        : []),
      ...placed(filters),
      ...shownSo(ctx, filters),
      ...(minScore === undefined ? [] : [sql`s.score >= ${minScore}`]),
      ...(maxScore === undefined ? [] : [sql`s.score <= ${maxScore}`]),
      ...(missing.length ? [sql`s.gaps @> ${missing}::text[]`] : []),
    ],
    sql` and `,
  )
}

/** How a page goes on behind its cursor, and in which order; equal ones by id. */
type Order = { order: RawBuilder<unknown>; beyond: RawBuilder<unknown>; /** Of the page that was cut out. */ ofPage: RawBuilder<unknown> }
const orderOf = (sort: Sort, after: string | undefined): Order => {
  const [going, sign] = sort.startsWith('-') ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`]
  const place = after === undefined ? undefined : readNameCursor(after, sort)
  const byName = sort.endsWith('name')
  if (place && !byName && !/^\d{1,3}$/.test(place.name)) throw new Problem('request.invalid', {}, { after: [{ issue: 'invalid' }] })
  const [order, id] = byName ? [sql`lower(v.name)`, sql`v.id`] : [sql`s.score`, sql`s.venue_id`]
  const value = place && (byName ? sql`${place.name}` : sql`${Number(place.name)}`)
  return {
    order: sql`${order} ${going}, ${id} ${going}`,
    ofPage: sql`${byName ? sql`g.sort_key` : sql`g.score`} ${going}, g.id ${going}`,
    beyond: place ? sql`and (${order}, ${id}) ${sign} (${value}, ${place.id}::uuid)` : sql``,
  }
}

/** LI1: the least complete first, with the exact total. */
export const listListings = async (ctx: Ctx, query: Query): Promise<Result<typeof listings.list>> => {
  const { sort = 'score', limit = 50, offset = 0, after, filters = {} } = query
  const where = narrowing(ctx, filters)
  const { order, beyond, ofPage } = orderOf(sort, after)
  const [page, counted] = await Promise.all([
    sql<Row>`
      with page as materialized (
        select v.id, v.name, v.city, v.country_code, v.listing_enabled as enabled, s.score, s.gaps, lower(v.name) as sort_key
        from listing_scores s join venues v on v.id = s.venue_id
        where ${where} ${beyond} order by ${order} limit ${limit + 1} offset ${offset})
      select g.*, p.updated_at,
        (select '/' || (f.sizes -> 0 ->> 'path') from listing_photos f where f.id = (
          select (one ->> 'id')::uuid from jsonb_array_elements(p.photos) with ordinality as t (one, nth) where one ->> 'kind' <> 'logo' order by nth limit 1)) as photo
      from page g left join listing_profiles p on p.venue_id = g.id order by ${ofPage}`.execute(ctx.db),
    sql<{ total: number }>`
      select count(*)::integer as total from listing_scores s join venues v on v.id = s.venue_id where ${where}`.execute(ctx.db),
  ])
  const placeOf = ({ sortKey, score, id }: Row) => ({ name: sort.endsWith('name') ? sortKey : String(score), id })
  return { ...cutNames(page.rows, limit, { sort, placeOf }), total: counted.rows[0]!.total }
}

/** Over all venues that have the product. */
export const readCompleteness = async (ctx: Ctx): Promise<Result<typeof listings.completeness>> => {
  const of = sql`from listing_scores s join venues v on v.id = s.venue_id where ${seen(ctx, true)}`
  const [all, lacking] = await Promise.all([
    sql<{ venues: number; complete: number; average: number | null }>`
      select count(*)::integer as venues, (count(*) filter (where s.score = 100))::integer as complete, round(avg(s.score), 1)::float8 as average ${of}`.execute(
      ctx.db,
    ),
    sql<{ gap: ListingGap; venues: number }>`
      select g.gap, count(*)::integer as venues from (select s.gaps ${of}) l, unnest(l.gaps) as g (gap) group by g.gap`.execute(ctx.db),
  ])
  const gaps = lacking.rows.map(({ gap, venues }) => ({ gap, points: listingPoints[gap], venues }))
  return { ...all.rows[0]!, gaps: gaps.toSorted((a, b) => b.venues * b.points - a.venues * a.points) }
}
