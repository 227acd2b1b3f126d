import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { refuseMoved } from '#src/platform/db/where-moved.ts'
import { Problem } from '#src/platform/problem.ts'
import { conditionsOf, type Filters, isNarrow } from './reservation-filters.ts'
import { type ListedRow, listedColumns, listedJoins, rowView } from './reservation-view.ts'

type Sort = 'startsAt' | '-startsAt' | 'createdAt' | '-createdAt'
export type ListAsk = {
  offset?: number | undefined
  limit?: number | undefined
  after?: string | undefined
  sort?: Sort | undefined
  filters?: Filters | undefined
}
export type ReservationPage = { data: ReservationRow[]; total: number; next: string | null }

const usualLimit = 50

/** Keyset cursor: the order, the instant and the id of a page's last row. */
const cursorOf = (sort: Sort, row: ListedRow): string =>
  Buffer.from(`${sort} ${sort.endsWith('createdAt') ? row.createdAt : row.startsAt} ${row.id}`).toString('base64url')
const readCursor = (after: string, sort: Sort): { at: string; id: string } => {
  const [of, at, id] = Buffer.from(after, 'base64url').toString().split(' ')
  if (of !== sort || !/^\d{4,6}-\d\d-\d\dT[\d:.]{8,15}Z$/.test(at ?? '') || !/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id ?? ''))
    throw new Problem('request.invalid', {}, { after: [{ issue: 'invalid' }] })
  return { at: at!, id: id! }
}

/**
 * One page and the exact total in one statement. Keyset pagination with the id as tie-breaker, so that pages neither repeat nor lose a row. Narrow
 * lists are materialized once for both; wide ones walk the index for the page and count beside it.
 */
const foundPage = async (ctx: Ctx, { offset = 0, limit = usualLimit, after, filters = {}, ...ask }: ListAsk): Promise<ReservationPage> => {
  const sort = ask.sort ?? (filters.dateBasis === 'creation' ? '-createdAt' : 'startsAt')
  const key = sql.ref(sort.endsWith('createdAt') ? 'created_at' : 'starts_at')
  const [direction, beyond] = sort.startsWith('-') ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`]
  const cursor = after === undefined ? undefined : readCursor(after, sort)
  const from = cursor ? sql<SqlBool>`(${key}, id) ${beyond} (${cursor.at}::timestamptz, ${cursor.id}::uuid)` : sql<SqlBool>`true`
  const conditions = await conditionsOf(ctx, filters)
  const hits = sql`select r.venue_id, r.id, r.${key} from reservations r where ${conditions}`
  const order = sql`order by ${key} ${direction}, id ${direction} limit ${limit + 1} offset ${offset}`
  const parts: RawBuilder<unknown> = isNarrow(filters)
    ? sql`with hits as materialized (${hits}), page as (select * from hits where ${from} ${order}), counted as (select count(*)::int as total from hits)`
    : sql`with page as (${hits} and ${from} ${order}), counted as (select count(*)::int as total from reservations r where ${conditions})`
  const { rows } = await sql<ListedRow & { total: number }>`
    ${parts}
    select counted.total, ${listedColumns}
    from counted left join (page p join reservations r on r.venue_id = p.venue_id and r.id = p.id ${listedJoins}) on true
    order by p.${key} ${direction}, p.id ${direction}`.execute(ctx.db.withoutPlugins())
  const found = rows
    .filter((row) => row.id !== null)
    .map((row): ListedRow => {
      const { total: _, ...listed } = row
      return listed
    })
  const data = found.slice(0, limit)
  const last = data.at(-1)
  return { data: data.map(rowView), total: rows[0]!.total, next: last && found.length > limit ? cursorOf(sort, last) : null }
}

/** An empty list of venues that have moved away would say that nobody has booked there. */
export const listReservations = async (ctx: Ctx, ask: ListAsk): Promise<ReservationPage> => {
  const page = await foundPage(ctx, ask)
  if (page.total === 0) await refuseMoved(ctx, ask.filters?.venueId ?? [])
  return page
}
