import type { Group, groups } from '@tablewire/contracts/estate/groups'
import type { Received } from '@tablewire/contracts/kit/endpoint'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { containing } from '#src/platform/db/containing.ts'
import { cutNames, readNameCursor } from '#src/platform/db/name-cursor.ts'
import { groupColumns, groupsInScope } from './group-view.ts'

type Query = Received<typeof groups.list>['query']

/** `groups_order` and `groups_search` hold exactly this expression. */
const key = sql`lower(g.name)`

export const listGroups = async (ctx: Ctx, query: Query): Promise<{ data: Group[]; total: number; next: string | null }> => {
  const { sort = 'name', limit = 50, offset = 0, after, filters = {} } = query
  const conditions = [
    groupsInScope(ctx),
    ...(filters.search ? [sql`${key} like ${containing(filters.search.toLowerCase())}`] : []),
    ...(filters.companyId ? [sql`g.company_id = ${filters.companyId}`] : []),
  ]
  const where = sql.join(conditions, sql` and `)
  const descending = sort === '-name'
  const place = after === undefined ? undefined : readNameCursor(after, sort)
  const going = sql.raw(descending ? 'desc' : 'asc')
  const beyond = place ? sql`and (${key}, g.id) ${sql.raw(descending ? '<' : '>')} (${place.name}, ${place.id}::uuid)` : sql``
  const [page, counted] = await Promise.all([
    sql<Group & { sortKey: string }>`
      select ${groupColumns(ctx)}, ${key} as sort_key from (
        select * from groups g where ${where} ${beyond} order by ${key} ${going}, g.id ${going} limit ${limit + 1} offset ${offset}
      ) g join companies c on c.id = g.company_id order by ${key} ${going}, g.id ${going}`.execute(ctx.db),
    sql<{ total: number }>`select count(*)::integer as total from groups g where ${where}`.execute(ctx.db),
  ])
  const cut = cutNames(page.rows, limit, { sort, placeOf: ({ sortKey, id }) => ({ name: sortKey, id }) })
  return { ...cut, total: counted.rows[0]!.total }
}
