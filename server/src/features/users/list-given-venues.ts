import type { Received, Result } from '@tablewire/contracts/kit/endpoint'
import type { users } from '@tablewire/contracts/identity/users'
import { sql } from 'kysely'
import { inScope } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { containing } from '#src/platform/db/containing.ts'
import { cutNames, readNameCursor } from '#src/platform/db/name-cursor.ts'
import { readUser } from './user-view.ts'

type Row = Result<typeof users.venues>['data'][number] & { sortKey: string }

const sort = 'name'

/** Single venues somebody was given, by name, equal ones by id. */
export const listGivenVenues = async (
  ctx: Ctx,
  { params: { id }, query }: Received<typeof users.venues>,
): Promise<Result<typeof users.venues>> => {
  const { access } = await readUser(ctx, id, 'min')
  const { limit = 50, offset = 0, after, filters = {} } = query
  const given = sql.join(
    [
      sql`uv.user_id = ${id} and ${access === 'venues'} and v.archived_at is null and ${inScope(ctx, 'v.id')}`,
      ...(filters.criteria ? [sql`lower(v.name) like lower(${containing(filters.criteria)})`] : []),
    ],
    sql` and `,
  )
  const place = after === undefined ? undefined : readNameCursor(after, sort)
  const beyond = place ? sql`and (lower(v.name), v.id) > (${place.name}, ${place.id}::uuid)` : sql``
  const [{ rows }, counted] = await Promise.all([
    sql<Row>`
      select v.id, v.name, v.city, lower(v.name) as sort_key from user_venues uv join venues v on v.id = uv.venue_id where ${given} ${beyond}
      order by lower(v.name), v.id limit ${limit + 1} offset ${offset}`.execute(ctx.db),
    sql<{
      total: number
    }>`select count(*)::integer as total from user_venues uv join venues v on v.id = uv.venue_id where ${given}`.execute(ctx.db),
  ])
  const page = cutNames(rows, limit, { sort, placeOf: ({ sortKey, id: of }) => ({ name: sortKey, id: of }) })
  return { ...page, total: counted.rows[0]!.total }
}
