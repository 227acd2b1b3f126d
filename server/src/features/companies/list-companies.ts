import type { Company, companies } from '@tablewire/contracts/estate/companies'
import type { Received } from '@tablewire/contracts/kit/endpoint'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { containing } from '#src/platform/db/containing.ts'
import { cutNames, readNameCursor } from '#src/platform/db/name-cursor.ts'
import { companyColumns, companyJoins, companiesInScope } from './company-view.ts'

type Query = Received<typeof companies.list>['query']

/** `companies_order` and `companies_search` hold exactly this expression. */
const key = sql`lower(c.name)`

export const listCompanies = async (ctx: Ctx, query: Query): Promise<{ data: Company[]; total: number; next: string | null }> => {
  const { sort = 'name', limit = 50, offset = 0, after, filters = {} } = query
  const { search, countryCode, brandId } = filters
  const conditions = [
    companiesInScope(ctx),
    ...(search ? [sql`${key} like ${containing(search.toLowerCase())}`] : []),
    ...(countryCode?.length ? [sql`c.country_code = any(${countryCode}::text[])`] : []),
    ...(brandId ? [sql`c.brand_id = ${brandId}`] : []),
  ]
  const where = sql.join(conditions, sql` and `)
  const descending = sort === '-name'
  const place = after === undefined ? undefined : readNameCursor(after, sort)
  const going = sql.raw(descending ? 'desc' : 'asc')
  const beyond = place ? sql`and (${key}, c.id) ${sql.raw(descending ? '<' : '>')} (${place.name}, ${place.id}::uuid)` : sql``
  const [page, counted] = await Promise.all([
    sql<Company & { sortKey: string }>`
      select ${companyColumns}, ${key} as sort_key from (
        select * from companies c where ${where} ${beyond} order by ${key} ${going}, c.id ${going} limit ${limit + 1} offset ${offset}
      ) c ${companyJoins} order by ${key} ${going}, c.id ${going}`.execute(ctx.db),
    sql<{ total: number }>`select count(*)::integer as total from companies c where ${where}`.execute(ctx.db),
  ])
  const cut = cutNames(page.rows, limit, { sort, placeOf: ({ sortKey, id }) => ({ name: sortKey, id }) })
  return { ...cut, total: counted.rows[0]!.total }
}
