import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { inScope } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'

/** Companies (`c`) the caller may see: of a system, those it made and those that own a venue it serves. */
export const companiesInScope = (ctx: Ctx): RawBuilder<SqlBool> => {
  if (ctx.scope.kind === 'all') return sql<SqlBool>`true`
  if (ctx.scope.kind === 'company') return sql<SqlBool>`c.id = ${ctx.scope.companyId}`
  const serving = sql<SqlBool>`exists (select from venues v where v.company_id = c.id and ${inScope(ctx, 'v.id')})`
  return ctx.scope.kind === 'system' ? sql<SqlBool>`(c.system_id = ${ctx.scope.systemId} or ${serving})` : serving
}

/** Companies the caller may change: a company that also has venues elsewhere is not for one system to rename. */
export const ownCompanies = (ctx: Ctx): RawBuilder<SqlBool> => {
  if (ctx.scope.kind !== 'system') return ctx.scope.kind === 'venues' ? sql<SqlBool>`false` : companiesInScope(ctx)
  const { systemId } = ctx.scope
  return sql<SqlBool>`(c.system_id is not distinct from ${systemId}::uuid or (
    exists (select from venues v where v.company_id = c.id and v.system_id = ${systemId})
    and not exists (select from venues v where v.company_id = c.id and v.system_id is distinct from ${systemId})))`
}
