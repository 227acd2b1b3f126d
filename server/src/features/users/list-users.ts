import type { Received } from '@tablewire/contracts/kit/endpoint'
import type { User, users } from '@tablewire/contracts/identity/users'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { usersInScope } from '#src/features/people/api.ts'
import { inScope } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { containing } from '#src/platform/db/containing.ts'
import { cutNames, readNameCursor } from '#src/platform/db/name-cursor.ts'
import { isInvited, userColumns, type UserRow, userView } from './user-view.ts'

type Query = Received<typeof users.list>['query']

/** `users_names`, `users_emails` and `users_search` hold exactly these expressions. */
const keys = { name: sql`lower(u.first_name || ' ' || u.last_name)`, email: sql`u.email` }
const searched = sql`lower(u.first_name || ' ' || u.last_name || ' ' || u.email || ' ' || coalesce(u.username, ''))`
const mostWords = 6

/** The word is in the name, an address or the company. Two lists instead of an "or", which no index would answer. */
const found = (word: string): RawBuilder<SqlBool> => {
  const like = containing(word.toLowerCase())
  return sql<SqlBool>`u.id in (select u.id from users u where ${searched} like ${like}
    union all select u.id from companies c join users u on u.company_id = c.id where lower(c.name) like ${like})`
}
/** The same, asked of each one that was found. */
const holds = (word: string): RawBuilder<SqlBool> => {
  const like = containing(word.toLowerCase())
  return sql<SqlBool>`(${searched} like ${like} or exists (select from companies c where c.id = u.company_id and lower(c.name) like ${like}))`
}
/** Every word has to be there. The longest is in the fewest: it finds, the others sort out. */
const named = (search: string): RawBuilder<SqlBool>[] => {
  const words = search.split(/\s+/).filter((word) => word !== '')
  const [longest, ...others] = words.slice(0, mostWords).toSorted((a, b) => b.length - a.length)
  return longest === undefined ? [] : [found(longest), ...others.map(holds)]
}

const states = {
  disabled: sql<SqlBool>`u.disabled_at is not null`,
  invited: sql<SqlBool>`${isInvited} and u.disabled_at is null`,
  active: sql<SqlBool>`u.disabled_at is null and not ${isInvited}`,
}

const seesVenue = (ctx: Ctx, venueId: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`u.id in (select uv.user_id from user_venues uv where uv.venue_id = ${venueId} and ${inScope(ctx, 'uv.venue_id')}
    union all select u.id from venues v join users u on u.company_id = v.company_id and u.all_venues where v.id = ${venueId} and ${inScope(ctx, 'v.id')})`

export type UserFilters = NonNullable<Query['filters']>
export type UserSort = NonNullable<Query['sort']>

/** Whom a filter means, of `users u`; never anybody the caller does not keep. */
export const filteredUsers = (ctx: Ctx, filters: UserFilters = {}): RawBuilder<SqlBool> => {
  const { search, role, companyId, groupId, venueId, state } = filters
  const conditions = [
    usersInScope(ctx),
    ...(search ? named(search) : []),
    ...(role?.length ? [sql`u.roles && ${role}::text[]`] : []),
    ...(companyId ? [sql`u.company_id = ${companyId}`] : []),
    ...(groupId ? [sql`u.id in (select user_id from user_groups where group_id = ${groupId})`] : []),
    ...(venueId ? [seesVenue(ctx, venueId)] : []),
    ...(state ? [states[state]] : []),
  ]
  return sql.join(conditions, sql` and `) as RawBuilder<SqlBool>
}

const orderParts = (sort: UserSort) =>
  [keys[sort.replace('-', '') as keyof typeof keys], sql.raw(sort.startsWith('-') ? 'desc' : 'asc')] as const
export const userOrder = (sort: UserSort = 'name'): RawBuilder<unknown> => {
  const [key, going] = orderParts(sort)
  return sql`order by ${key} ${going}, u.id ${going}`
}

/** The people the caller keeps, by name or address, equal ones by id. */
export const listUsers = async (ctx: Ctx, query: Query): Promise<{ data: User[]; total: number; next: string | null }> => {
  const { sort = 'name', limit = 50, offset = 0, after } = query
  const [key] = orderParts(sort)
  const where = filteredUsers(ctx, query.filters)
  const place = after === undefined ? undefined : readNameCursor(after, sort)
  const beyond = place ? sql`and (${key}, u.id) ${sql.raw(sort.startsWith('-') ? '<' : '>')} (${place.name}, ${place.id}::uuid)` : sql``
  // First who, then what about them: the questions about each are asked for one page only.
  const [page, counted] = await Promise.all([
    sql<UserRow & { sortKey: string }>`
      select ${userColumns}, ${key} as sort_key from (
        select * from users u where ${where} ${beyond} ${userOrder(sort)} limit ${limit + 1} offset ${offset}
      ) u left join companies c on c.id = u.company_id ${userOrder(sort)}`.execute(ctx.db),
    sql<{ total: number }>`select count(*)::integer as total from users u where ${where}`.execute(ctx.db),
  ])
  const { data, next } = cutNames(page.rows, limit, { sort, placeOf: ({ sortKey, id }) => ({ name: sortKey, id }) })
  return { data: data.map(({ sortKey: _sortKey, ...row }) => userView(row)), next, total: counted.rows[0]!.total }
}
