import { agentRoles, effectiveRole, type Role } from '@tablewire/contracts/identity/access'
import type { acting, Customer } from '@tablewire/contracts/identity/acting'
import type { Received, Result } from '@tablewire/contracts/kit/endpoint'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { requireUser } from '#src/features/people/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { containing } from '#src/platform/db/containing.ts'
import { cutNames, readNameCursor } from '#src/platform/db/name-cursor.ts'
import { neverActedAs } from './act-as.ts'

type Query = Received<typeof acting.customers>['query']
type Row = Omit<Customer, 'role'> & { roles: Role[]; sortKey: string }

/** `users_customers`, `users_customers_search` and `companies_search` hold exactly these expressions. */
const key = sql`lower(u.first_name || ' ' || u.last_name)`
const searched = sql`lower(u.first_name || ' ' || u.last_name || ' ' || u.email)`
const mostWords = 6

/** Tenant scope: everybody's customers, or the own company's; with single venues, those who see no other ones. */
const seen = (ctx: Ctx): RawBuilder<SqlBool>[] => {
  const { id, companyId } = requireUser(ctx)
  return [
    sql`u.company_id is not null and u.disabled_at is null and u.id <> ${id} and not u.roles && ${neverActedAs}::text[]`,
    // An agent sees more than his company: only the platform's people may be him.
    ...(companyId === null ? [] : [sql<SqlBool>`u.company_id = ${companyId} and not u.roles && ${agentRoles}::text[]`]),
    ...(ctx.scope.kind === 'venues'
      ? [
          sql<SqlBool>`not u.all_venues and not exists (select from user_venues uv where uv.user_id = u.id and uv.venue_id <> all(${ctx.scope.ids}::uuid[]))`,
        ]
      : []),
  ] as RawBuilder<SqlBool>[]
}

/** The word is in the name, the address or the company. Two lists instead of an "or", which no index would answer. */
const found = (word: string): RawBuilder<SqlBool> => {
  const like = containing(word)
  return sql<SqlBool>`u.id in (
    select u.id from users u where u.company_id is not null and ${searched} like lower(${like})
    union all
    select u.id from companies c join users u on u.company_id = c.id and u.disabled_at is null where lower(c.name) like lower(${like}))`
}

/** The same condition, checked for each row found. */
const holds = (word: string): RawBuilder<SqlBool> => {
  const like = containing(word)
  return sql<SqlBool>`(${searched} like lower(${like}) or exists (select from companies c where c.id = u.company_id and lower(c.name) like lower(${like})))`
}

/** Every word has to match. The longest is the most selective: it searches, the others filter. */
const named = (words: readonly string[]): RawBuilder<SqlBool>[] => {
  const [longest, ...others] = words.slice(0, mostWords).toSorted((a, b) => b.length - a.length)
  return longest === undefined ? [] : [found(longest), ...others.map(holds)]
}

export const listCustomers = async (ctx: Ctx, query: Query): Promise<Result<typeof acting.customers>> => {
  const { limit = 50, offset = 0, after, filters } = query
  const words = (filters?.search ?? '').split(/\s+/).filter((word) => word !== '')
  const where = sql.join([...seen(ctx), ...named(words)], sql` and `)
  const place = after === undefined ? undefined : readNameCursor(after, 'name')
  const beyond = place ? sql`and (${key}, u.id) > (${place.name}, ${place.id}::uuid)` : sql``
  const [page, counted] = await Promise.all([
    sql<Row>`
      select u.id, u.first_name || ' ' || u.last_name as name, u.email, u.company_id, c.name as company_name, u.roles, ${key} as sort_key,
        case when u.all_venues then null else (select count(*)::integer from user_venues uv
          where uv.user_id = u.id and not exists (select from archived_venues a where a.id = uv.venue_id)) end as venues
      from users u join companies c on c.id = u.company_id where ${where} ${beyond}
      order by ${key}, u.id limit ${limit + 1} offset ${offset}`.execute(ctx.db),
    sql<{ total: number }>`select count(*)::integer as total from users u where ${where}`.execute(ctx.db),
  ])
  const { data, next } = cutNames(page.rows, limit, { sort: 'name', placeOf: ({ sortKey, id }) => ({ name: sortKey, id }) })
  return {
    data: data.map(({ roles, sortKey: _sortKey, ...row }) => ({ ...row, role: effectiveRole(roles) })),
    next,
    total: counted.rows[0]!.total,
  }
}
