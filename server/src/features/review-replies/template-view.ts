import type { Received, Result } from '@tablewire/contracts/kit/endpoint'
import type { ReplyTemplate, replyTemplates } from '@tablewire/contracts/reviews/reply-templates'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { requireUser } from '#src/features/people/api.ts'
import { inScope } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { containing } from '#src/platform/db/containing.ts'
import { cutNames, readNameCursor } from '#src/platform/db/name-cursor.ts'
import { Problem } from '#src/platform/problem.ts'
import type {} from './reply-rows.ts'

/** Single venues are all that somebody sees: he manages what is for them only. */
const ofOwnVenues = (ctx: Ctx): RawBuilder<SqlBool> => sql<SqlBool>`
  exists (select from reply_template_venues o where o.template_id = t.id)
  and not exists (select from reply_template_venues o where o.template_id = t.id and not ${inScope(ctx, 'o.venue_id')})`

/** On `reply_templates t`: which ones the caller may change. */
export const ownTemplates = (ctx: Ctx): RawBuilder<SqlBool> => {
  const { companyId } = requireUser(ctx)
  if (ctx.scope.kind === 'all') return sql<SqlBool>`true`
  const company = sql`t.company_id = ${ctx.scope.kind === 'company' ? ctx.scope.companyId : companyId}::uuid`
  return ctx.scope.kind === 'company' ? sql<SqlBool>`${company}` : sql<SqlBool>`(${company} and ${ofOwnVenues(ctx)})`
}

/** And which ones serve some venue of theirs. */
const servingTemplates = (ctx: Ctx): RawBuilder<SqlBool> => {
  if (ctx.scope.kind === 'all') return sql<SqlBool>`true`
  const { companyId } = requireUser(ctx)
  return sql<SqlBool>`(t.company_id is null or t.company_id = ${companyId}::uuid)
    and (t.brand_id is null or t.brand_id = (select c.brand_id from companies c where c.id = ${companyId}::uuid))
    and (not exists (select from reply_template_venues o where o.template_id = t.id)
      or exists (select from reply_template_venues o where o.template_id = t.id and ${inScope(ctx, 'o.venue_id')}))`
}

const columns = (
  ctx: Ctx,
) => sql`t.id, t.name, t.lang as language, t.stars, t.company_id, c.name as company_name, t.brand_id, b.name as brand_name, t.version,
  (${ownTemplates(ctx)}) is true as mine,
  (select coalesce(json_agg(json_build_object('id', w.id, 'text', w.content) order by w.position), '[]') from reply_template_variants w
    where w.template_id = t.id) as variants,
  (select coalesce(json_agg(json_build_object('id', v.id, 'name', v.name) order by lower(v.name), v.id), '[]')
    from reply_template_venues o join venues v on v.id = o.venue_id where o.template_id = t.id and ${inScope(ctx, 'v.id')}) as venues`
const joined = sql`left join companies c on c.id = t.company_id left join brands b on b.id = t.brand_id`
const key = sql`lower(t.name)`

export const listTemplates = async (
  ctx: Ctx,
  { limit = 50, offset = 0, after, filters = {} }: Received<typeof replyTemplates.list>['query'],
): Promise<Result<typeof replyTemplates.list>> => {
  const search = filters.search ? sql`and ${key} like ${containing(filters.search.toLowerCase())}` : sql``
  const where = sql`${servingTemplates(ctx)} ${search}`
  const place = after === undefined ? undefined : readNameCursor(after, 'name')
  const beyond = place ? sql`and (${key}, t.id) > (${place.name}, ${place.id}::uuid)` : sql``
  const [page, counted] = await Promise.all([
    sql<ReplyTemplate & { sortKey: string }>`
      select ${columns(ctx)}, ${key} as sort_key from reply_templates t ${joined}
      where ${where} ${beyond} order by ${key}, t.id limit ${limit + 1} offset ${offset}`.execute(ctx.db),
    sql<{ total: number }>`select count(*)::integer as total from reply_templates t where ${where}`.execute(ctx.db),
  ])
  const cut = cutNames(page.rows, limit, { sort: 'name', placeOf: ({ sortKey, id }) => ({ name: sortKey, id }) })
  return { ...cut, total: counted.rows[0]!.total }
}

export const readTemplate = async (ctx: Ctx, id: string): Promise<ReplyTemplate> => {
  const { rows } = await sql<ReplyTemplate>`
    select ${columns(ctx)} from reply_templates t ${joined} where t.id = ${id} and ${servingTemplates(ctx)}`.execute(ctx.db)
  if (!rows[0]) throw new Problem('reply_template.not_found')
  return rows[0]
}

/** For the audit, and to be put back. */
export const auditedTemplate = ({ name, language, stars, variants, venues }: ReplyTemplate) => ({
  name,
  language,
  stars,
  variants,
  venues: venues.map(({ id }) => id),
})
