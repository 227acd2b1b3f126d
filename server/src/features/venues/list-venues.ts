import type { Received } from '@tablewire/contracts/endpoint'
import type { Venue, venues } from '@tablewire/contracts/venues'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { containing } from '#src/platform/db/containing.ts'
import { cutNames, readNameCursor } from '#src/platform/db/name-cursor.ts'
import { seen, venueColumns, venueTables } from './venue-view.ts'

type Query = Received<typeof venues.list>['query']
type Row = Venue & { sortKey: string }

/** `venues_name` and `venues_city_order` hold exactly these expressions. */
const keys = { name: sql`lower(v.name)`, city: sql`lower(coalesce(v.city, ''))` }

const asked = (ctx: Ctx, { filters = {} }: Query): RawBuilder<SqlBool> => {
  const { criteria, city, countryCode, active } = filters
  const conditions = [
    seen(ctx),
    ...(criteria ? [sql`lower(v.name) like lower(${containing(criteria)})`] : []),
    ...(city ? [sql`${keys.city} = lower(${city})`] : []),
    // One country alone runs along its own index, in the order of names.
    ...(countryCode?.length === 1 ? [sql`v.country_code = ${countryCode[0]}`] : []),
    ...(countryCode && countryCode.length > 1 ? [sql`v.country_code = any(${countryCode}::text[])`] : []),
    ...(active === undefined ? [] : [sql`v.active = ${active}`]),
  ]
  return sql.join(conditions, sql` and `) as RawBuilder<SqlBool>
}

/** Venues the caller may see, by name or city, equal ones by id; `limit` -1 answers all of them. */
export const listVenues = async (ctx: Ctx, query: Query): Promise<{ data: Venue[]; total: number; next: string | null }> => {
  const { sort = 'name', offset = 0, after, filters } = query
  const limit = filters?.limit ?? query.limit ?? 50
  const descending = sort.startsWith('-')
  const key = keys[descending ? (sort.slice(1) as 'name' | 'city') : (sort as 'name' | 'city')]
  const where = asked(ctx, query)
  const place = after === undefined ? undefined : readNameCursor(after, sort)
  const going = sql.raw(descending ? 'desc' : 'asc')
  const beyond = place ? sql`and (${key}, v.id) ${sql.raw(descending ? '<' : '>')} (${place.name}, ${place.id}::uuid)` : sql``
  const { rows } = await sql<Row>`
    select ${venueColumns}, ${key} as sort_key from ${venueTables} where ${where} ${beyond}
    order by ${key} ${going}, v.id ${going} ${limit === -1 ? sql`` : sql`limit ${limit + 1}`} offset ${offset}`.execute(ctx.db)
  const page =
    limit === -1 ? { data: rows, next: null } : cutNames(rows, limit, { sort, placeOf: ({ sortKey, id }) => ({ name: sortKey, id }) })
  if (limit === -1 && !place && offset === 0) return { ...page, total: rows.length }
  const counted = await sql<{ total: number }>`select count(*)::integer as total from venues v where ${where}`.execute(ctx.db)
  return { ...page, total: counted.rows[0]!.total }
}
