import type { GroupDetail } from '@tablewire/contracts/estate/groups'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { inScope } from '#src/features/venues/api.ts'
import { manyVenues, namedAtMost } from '#src/platform/audit/shortened-ids.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'

/** All; those of one's company; with single venues, those that hold one of them. */
export const groupsInScope = (ctx: Ctx): RawBuilder<SqlBool> => {
  if (ctx.scope.kind === 'all') return sql<SqlBool>`true`
  if (ctx.scope.kind === 'company') return sql<SqlBool>`g.company_id = ${ctx.scope.companyId}`
  return sql<SqlBool>`g.id in (select v.group_id from venues v where v.group_id is not null and ${inScope(ctx, 'v.id')})`
}

/** `venues_group` holds exactly this of `venues v`. */
const isIn = (group: RawBuilder<unknown>) => sql`v.group_id = ${group} and v.archived_at is null`

/** How many see by it is told only to whoever sees all of it. */
export const groupColumns = (
  ctx: Ctx,
) => sql`g.id, g.company_id, c.name as company_name, g.name, g.logo, g.fb_install_link, g.version, g.created_at, g.updated_at,
  (select count(*)::integer from venues v where ${isIn(sql`g.id`)} and ${inScope(ctx, 'v.id')}) as venue_count,
  ${ctx.scope.kind === 'all' || ctx.scope.kind === 'company' ? sql`(select count(*)::integer from user_groups ug where ug.group_id = g.id)` : sql`0`} as user_count`

/** Whose group it is, without counting who is in it: asked for each of thousands of venues that join. */
export const groupOf = async (ctx: Ctx, id: string): Promise<{ id: string; companyId: string }> => {
  const { rows } = await sql<{ id: string; companyId: string }>`
    select g.id, g.company_id from groups g where g.id = ${id} and ${groupsInScope(ctx)}`.execute(ctx.db)
  if (!rows[0]) throw new Problem('group.not_found')
  return rows[0]
}

/** One group the caller sees, or `group.not_found`; `min` without its venues. */
export const readGroup = async (ctx: Ctx, id: string, mode: 'min' | 'max' = 'max'): Promise<GroupDetail> => {
  const members = sql`(
      select coalesce(json_agg(json_build_object('id', v.id, 'name', v.name, 'city', v.city) order by lower(v.name), v.id), '[]')
      from venues v where ${isIn(sql`g.id`)} and ${inScope(ctx, 'v.id')})`
  const { rows } = await sql<GroupDetail>`
    select ${groupColumns(ctx)}, ${mode === 'max' ? members : sql`'[]'::json`} as venues
    from groups g join companies c on c.id = g.company_id where g.id = ${id} and ${groupsInScope(ctx)}`.execute(ctx.db)
  if (!rows[0]) throw new Problem('group.not_found')
  return rows[0]
}

/** Its venues, by id; of more than an entry of the audit names, how many there are. */
const membersOf = async (ctx: Ctx, { id, venueCount }: GroupDetail): Promise<readonly string[] | string> => {
  if (venueCount > namedAtMost) return manyVenues(venueCount)
  const { rows } = await sql<{ id: string }>`
    select v.id from venues v where ${isIn(sql`${id}`)} and ${inScope(ctx, 'v.id')} order by v.id`.execute(ctx.db)
  return rows.map((row) => row.id)
}

/** For the audit, and to be put back by an undo, as far as so many venues can be told one by one. */
export const groupSnapshot = async (ctx: Ctx, group: GroupDetail) => {
  const { name, logo, fbInstallLink } = group
  return { name, logo, fbInstallLink, venues: await membersOf(ctx, group) }
}
