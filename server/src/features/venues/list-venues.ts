import type { Received } from '@tablewire/contracts/kit/endpoint'
import type { Venue } from '@tablewire/contracts/estate/venue-fields'
import type { Lack, VenueFilter } from '@tablewire/contracts/estate/venue-filters'
import type { venues } from '@tablewire/contracts/estate/venues'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import type { StreamedPage } from '#src/platform/http/streamed-page.ts'
import { containing } from '#src/platform/db/containing.ts'
import { cutNames, readNameCursor } from '#src/platform/db/name-cursor.ts'
import { builtInSystemId } from './venue-rows.ts'
import { isOfChannels, notArchived, ofScopedChannels } from './venue-scope.ts'
import { asListed, seen, venueColumns, venueParts, withChannels } from './venue-view.ts'

export type VenueQuery = Received<typeof venues.list>['query']
type Row = Venue & { sortKey: string }

/** `venues_name`, `venues_city_order` and `venues_city_search` hold exactly these expressions. */
const keys = { name: sql`lower(v.name)`, city: sql`lower(coalesce(v.city, ''))` }

/** Whoever sells for single channels is told of those only; for everybody else one row for each venue says it, and not each of its links. */
const soldBy = (ctx: Ctx): RawBuilder<unknown> =>
  isOfChannels(ctx)
    ? sql`select from live_links l where l.venue_id = v.id and ${ofScopedChannels(ctx, 'l.channel_id')}`
    : sql`select from live_venues l where l.venue_id = v.id`

/** That a venue `v` lacks something; migration 0085 holds the indexes of exactly these conditions. */
const lacking = (ctx: Ctx): Record<Lack, RawBuilder<SqlBool>> => ({
  // Where another system counts the tables, nobody fills in the book.
  hours: sql`(v.system_id is null or v.system_id = ${builtInSystemId}) and v.id in (select venue_id from books where rules -> 'shifts' = '[]')`,
  channel: sql`not exists (${soldBy(ctx)})`,
  position: sql`v.latitude is null`,
  phone: sql`v.phone_number is null`,
  group: sql`v.group_id is null`,
  // Asked venue by venue along `user_venues_venue`: as a join, all that anybody was ever given would be read.
  manager: sql`(select uv.venue_id from user_venues uv where uv.venue_id = v.id limit 1) is null`,
})

const ofArchive = (archived = false): RawBuilder<SqlBool> => (archived ? sql`v.archived_at is not null` : notArchived('v.id'))

/** Looked up first: with their ids the search still runs along the index of names, which knows nothing of partners' ids. */
const idsNamed = async (ctx: Ctx, externalId: string | undefined): Promise<string[]> => {
  if (!externalId || isOfChannels(ctx)) return []
  const { rows } = await sql<{ id: string }>`select id from venues where external_id = ${externalId} limit 1000`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

const filterConditions = async (ctx: Ctx, filters: VenueFilter = {}): Promise<RawBuilder<SqlBool>> => {
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
    ...missing.map((lack) => lacking(ctx)[lack]),
    ...(channelId
      ? [
          sql`v.id in (select venue_id from live_links where channel_id = ${channelId} and ${ofScopedChannels(ctx, 'live_links.channel_id')})`,
        ]
      : []),
  ]
  return sql.join(conditions, sql` and `) as RawBuilder<SqlBool>
}

/** How many are asked for; -1 = all. */
export const listLimit = ({ filters, limit }: VenueQuery): number => filters?.limit ?? limit ?? 50

type Order = { key: RawBuilder<unknown>; going: RawBuilder<unknown>; descending: boolean }
const sortOrderOf = ({ sort = 'name' }: VenueQuery): Order => {
  const descending = sort.startsWith('-')
  const key = keys[descending ? (sort.slice(1) as 'name' | 'city') : (sort as 'name' | 'city')]
  return { key, going: sql.raw(descending ? 'desc' : 'asc'), descending }
}

/** Which venues, as `id` and `sort_key`: by name or city, equal ones by id; without `limit`, all from there on. */
export const placesOf = async (ctx: Ctx, query: VenueQuery, limit?: number): Promise<RawBuilder<unknown>> => {
  const { filters, sort = 'name', offset = 0, after } = query
  const { key, going, descending } = sortOrderOf(query)
  const place = after === undefined ? undefined : readNameCursor(after, sort)
  const beyond = place ? sql`and (${key}, v.id) ${sql.raw(descending ? '<' : '>')} (${place.name}, ${place.id}::uuid)` : sql``
  return sql`select v.id, ${key} as sort_key from venues v where ${await filterConditions(ctx, filters)} ${beyond}
      order by ${key} ${going}, v.id ${going} ${limit === undefined ? sql`` : sql`limit ${limit}`} offset ${offset}`
}

/** A page of them, with the cursor of the next. */
export const venuePage = async (ctx: Ctx, query: VenueQuery & { limit: number }): Promise<{ data: Venue[]; next: string | null }> => {
  const { sort = 'name', limit } = query
  const { going } = sortOrderOf(query)
  // Which venues first, what they are then: whoever scrolls far does not join the books of all he passes.
  const { rows } = await sql<Row>`
    with page as materialized (${await placesOf(ctx, query, limit + 1)})
    select ${venueColumns}, p.sort_key from page p join venues v on v.id = p.id ${venueParts} order by p.sort_key ${going}, p.id ${going}`.execute(
    ctx.db,
  )
  const told = rows.map((row) => asListed(ctx, row))
  return cutNames(told, limit, { sort, placeOf: ({ sortKey, id }) => ({ name: sortKey, id }) })
}

export const countVenues = async (ctx: Ctx, filters: VenueFilter | undefined): Promise<number> => {
  const { rows } = await sql<{
    total: number
  }>`select count(*)::integer as total from venues v where ${await filterConditions(ctx, filters)}`.execute(ctx.db)
  return rows[0]!.total
}

/** The ids of a filter's venues that the caller may see, by name. */
export const venueIdsMatching = async (ctx: Ctx, filters: VenueFilter): Promise<string[]> => {
  const { rows } = await sql<{
    id: string
  }>`select v.id from venues v where ${await filterConditions(ctx, filters)} order by ${keys.name}, v.id`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

/** Venues the caller may see, with the exact total. All of them at once are streamed. */
export const listVenues = async (ctx: Ctx, query: VenueQuery): Promise<{ data: Venue[]; total: number; next: string | null }> => {
  const page = await venuePage(ctx, { ...query, limit: listLimit(query) })
  const [data, total] = await Promise.all([withChannels(ctx, page.data), countVenues(ctx, query.filters)])
  return { data, next: page.next, total }
}

/** So many at once: a few hundred kilobytes, and some ten milliseconds of the database. */
const batchRows = 1000

const rowsOf = async (ctx: Ctx, ids: readonly string[]): Promise<Venue[]> => {
  const { rows } = await sql<Venue>`
    select ${venueColumns} from unnest(${[...ids]}::uuid[]) with ordinality as p (id, place) join venues v on v.id = p.id ${venueParts}
    where ${seen(ctx)} order by p.place`.execute(ctx.db)
  return rows.map((row) => asListed(ctx, row))
}

/** Which venues is one question, so that none is told twice or left out; what each is, is asked by the batch, and no connection waits for a slow reader. */
const batchesOf = async function* (ctx: Ctx, query: VenueQuery): AsyncGenerator<readonly Venue[], void> {
  const { rows } = await sql<{ id: string }>`select id from (${await placesOf(ctx, query)}) place`.execute(ctx.db)
  for (let at = 0; at < rows.length; at += batchRows)
    yield await rowsOf(
      ctx,
      rows.slice(at, at + batchRows).map(({ id }) => id),
    )
}

/** All venues the caller may see, where that is asked for (`limit` -1). */
export const streamVenues = async (ctx: Ctx, query: VenueQuery): Promise<StreamedPage | undefined> => {
  if (listLimit(query) !== -1) return undefined
  const counted = query.after === undefined && !query.offset ? undefined : await countVenues(ctx, query.filters)
  return { batches: batchesOf(ctx, query), total: (sent) => counted ?? sent }
}
