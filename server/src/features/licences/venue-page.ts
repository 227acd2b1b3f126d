import { type RawBuilder, sql } from 'kysely'
import { inScope, notArchived } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { containing } from '#src/platform/db/containing.ts'
import { cutNames, readNameCursor } from '#src/platform/db/name-cursor.ts'

export type Page<Row> = { data: Row[]; total: number; next: string | null }
type Query = {
  sort?: 'name' | '-name' | undefined
  limit?: number | undefined
  offset?: number | undefined
  after?: string | undefined
  filters?: { criteria?: string | undefined; countryCode?: string[] | undefined; city?: string | undefined } | undefined
}
type VenuePageQuery = {
  columns: RawBuilder<unknown>
  only: readonly RawBuilder<unknown>[]
  /** Ids of venues, as `l.venue_id` from a table smaller than that of venues: counted without looking at the venues where nothing asks for it. */
  ids?: { from: RawBuilder<unknown>; only: readonly RawBuilder<unknown>[] } | undefined
}

/** Where a venue is, in every list of licences and installs. */
export const listedColumns = sql`v.id, v.name, v.city, v.country_code`

const narrowing = ({ criteria, countryCode = [], city }: NonNullable<Query['filters']>): RawBuilder<unknown>[] => {
  const wanted = criteria?.trim()
  return [
    ...(wanted ? [sql`(lower(v.name) like lower(${containing(wanted)}) or v.external_id = ${wanted})`] : []),
    // `venues_city_search` holds exactly this expression.
    ...(city ? [sql`lower(coalesce(v.city, '')) like lower(${containing(city)})`] : []),
    ...(countryCode.length === 1 ? [sql`v.country_code = ${countryCode[0]}`] : []),
    ...(countryCode.length > 1 ? [sql`v.country_code = any(${countryCode}::text[])`] : []),
  ]
}

/** A page of venues (alias `v`) the caller may see, by name, equal ones by id, with the exact total. */
export const pageOfVenues = async <Row>(ctx: Ctx, query: Query, { columns, only, ids }: VenuePageQuery): Promise<Page<Row>> => {
  const { sort = 'name', limit = 50, offset = 0, after } = query
  const about = [...only, ...narrowing(query.filters ?? {})]
  const own = [inScope(ctx, ids ? 'l.venue_id' : 'v.id'), notArchived(ids ? 'l.venue_id' : 'v.id'), ...(ids?.only ?? [])]
  const from = ids ? sql`${ids.from} join venues v on v.id = l.venue_id` : sql`venues v`
  const where = sql.join([...own, ...about], sql` and `)
  const counting = ids && about.length === 0 ? ids.from : from
  const place = after === undefined ? undefined : readNameCursor(after, sort)
  const [going, sign] = sort === 'name' ? (['asc', '>'] as const) : (['desc', '<'] as const)
  const beyond = place ? sql`and (lower(v.name), v.id) ${sql.raw(sign)} (${place.name}, ${place.id}::uuid)` : sql``
  const [{ rows }, counted] = await Promise.all([
    // Which venues first, what they are then: whoever scrolls far looks nothing up of all he passes.
    sql<Row & { id: string; sortKey: string }>`
      with page as materialized (
        select v.id, lower(v.name) as sort_key from ${from} where ${where} ${beyond}
        order by lower(v.name) ${sql.raw(going)}, v.id ${sql.raw(going)} limit ${limit + 1} offset ${offset}
      ) select ${columns}, p.sort_key from page p join venues v on v.id = p.id order by p.sort_key ${sql.raw(going)}, p.id ${sql.raw(going)}`.execute(
      ctx.db,
    ),
    sql<{ total: number }>`select count(*)::integer as total from ${counting} where ${where}`.execute(ctx.db),
  ])
  const page = cutNames(rows, limit, { sort, placeOf: ({ sortKey, id }) => ({ name: sortKey, id }) })
  return { ...page, total: counted.rows[0]!.total }
}
