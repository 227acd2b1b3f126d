import type { Received } from '@tablewire/contracts/kit/endpoint'
import type { Venue } from '@tablewire/contracts/estate/venue-fields'
import type { Lack, VenueFilter } from '@tablewire/contracts/estate/venue-filters'
import type { venues } from '@tablewire/contracts/estate/venues'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { containing } from '#src/platform/db/containing.ts'
import { cutNames, readNameCursor } from '#src/platform/db/name-cursor.ts'
import { builtInSystemId } from './venue-rows.ts'
import { notArchived } from './venue-scope.ts'
import { seen, venueColumns, venueParts, withChannels } from './venue-view.ts'

type Query = Received<typeof venues.list>['query']
type Row = Venue & { sortKey: string }

/** `venues_name`, `venues_city_order` and `venues_city_search` hold exactly these expressions. */
const keys = { name: sql`lower(v.name)`, city: sql`lower(coalesce(v.city, ''))` }

/** That a venue `v` lacks something; migration 0085 holds the indexes of exactly these conditions. */
const lacking: Record<Lack, RawBuilder<SqlBool>> = {
  // Where another system counts the tables, nobody fills in the book.
  hours: sql`(v.system_id is null or v.system_id = ${builtInSystemId}) and v.id in (select venue_id from books where rules -> 'shifts' = '[]')`,
  channel: sql`not exists (select from live_links l where l.venue_id = v.id)`,
  position: sql`v.latitude is null`,
  phone: sql`v.phone_number is null`,
  group: sql`v.group_id is null`,
  // Asked venue by venue along `user_venues_venue`: as a join, all that anybody was ever given would be read.
  manager: sql`(select uv.venue_id from user_venues uv where uv.venue_id = v.id limit 1) is null`,
}

const ofArchive = (archived = false): RawBuilder<SqlBool> => (archived ? sql`v.archived_at is not null` : notArchived('v.id'))

/** Looked up first: with their ids the search still runs along the index of names, which knows nothing of partners' ids. */
const idsNamed = async (ctx: Ctx, externalId: string | undefined): Promise<string[]> => {
  if (!externalId) return []
  const { rows } = await sql<{ id: string }>`select id from venues where external_id = ${externalId} limit 1000`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

const asked = async (ctx: Ctx, filters: VenueFilter = {}): Promise<RawBuilder<SqlBool>> => {
  const { criteria, city, countryCode, active, archived, systemId, channelId, companyId, groupId, missing = [] } = filters
  const named = await idsNamed(ctx, criteria)
  const alike = criteria ? [sql`lower(v.name) like lower(${containing(criteria)})`] : []
  const conditions = [
    seen(ctx),
    ofArchive(archived),
    ...(named.length ? [sql`(${alike[0]} or v.id = any(${named}::uuid[]))`] : alike),
    ...(city ? [sql`${keys.city} like lower(${containing(city)})`] : []),
    // One country alone runs along its own index, in the order of names.
    ...(countryCode?.length === 1 ? [sql`v.country_code = ${countryCode[0]}`] : []),
    ...(countryCode && countryCode.length > 1 ? [sql`v.country_code = any(${countryCode}::text[])`] : []),
    ...(active === undefined ? [] : [sql`v.active = ${active}`]),
    ...(systemId ? [sql`v.system_id = ${systemId}`] : []),
    ...(companyId ? [sql`v.company_id = ${companyId}`] : []),
    ...(groupId ? [sql`v.group_id = ${groupId}`] : []),
    ...missing.map((lack) => lacking[lack]),
    ...(channelId ? [sql`v.id in (select venue_id from live_links where channel_id = ${channelId})`] : []),
  ]
  return sql.join(conditions, sql` and `) as RawBuilder<SqlBool>
}

type Page = {
  filters?: VenueFilter | undefined
  sort?: Query['sort']
  offset?: number | undefined
  after?: string | undefined
  limit: number
}

/** By name or city, equal ones by id; `limit` -1 = all. */
export const venuePage = async (
  ctx: Ctx,
  { filters, sort = 'name', offset = 0, after, limit }: Page,
): Promise<{ data: Venue[]; next: string | null }> => {
  const descending = sort.startsWith('-')
  const key = keys[descending ? (sort.slice(1) as 'name' | 'city') : (sort as 'name' | 'city')]
  const place = after === undefined ? undefined : readNameCursor(after, sort)
  const going = sql.raw(descending ? 'desc' : 'asc')
  const beyond = place ? sql`and (${key}, v.id) ${sql.raw(descending ? '<' : '>')} (${place.name}, ${place.id}::uuid)` : sql``
  // Which venues first, what they are then: whoever scrolls far does not join the books of all he passes.
  const { rows } = await sql<Row>`
    with page as materialized (
      select v.id, ${key} as sort_key from venues v where ${await asked(ctx, filters)} ${beyond}
      order by ${key} ${going}, v.id ${going} ${limit === -1 ? sql`` : sql`limit ${limit + 1}`} offset ${offset})
    select ${venueColumns}, p.sort_key from page p join venues v on v.id = p.id ${venueParts} order by p.sort_key ${going}, p.id ${going}`.execute(
    ctx.db,
  )
  if (limit === -1) return { data: rows, next: null }
  return cutNames(rows, limit, { sort, placeOf: ({ sortKey, id }) => ({ name: sortKey, id }) })
}

export const countVenues = async (ctx: Ctx, filters: VenueFilter | undefined): Promise<number> => {
  const { rows } = await sql<{ total: number }>`select count(*)::integer as total from venues v where ${await asked(ctx, filters)}`.execute(
    ctx.db,
  )
  return rows[0]!.total
}

/** Venues the caller may see, with the exact total; `limit` -1 answers all of them. */
export const listVenues = async (
  ctx: Ctx,
  { filters, ...query }: Query,
): Promise<{ data: Venue[]; total: number; next: string | null }> => {
  const limit = filters?.limit ?? query.limit ?? 50
  const page = await venuePage(ctx, { ...query, filters, limit })
  if (limit === -1 && query.after === undefined && !query.offset) return { ...page, total: page.data.length }
  const [data, total] = await Promise.all([limit === -1 ? page.data : withChannels(ctx, page.data), countVenues(ctx, filters)])
  return { data, next: page.next, total }
}
