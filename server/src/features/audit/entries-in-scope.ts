import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { inScope } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'

/** A company's people see what happened at their venues and to their company; whoever has single venues sees those. */
export const entriesInScope = (ctx: Ctx): RawBuilder<SqlBool> => {
  if (ctx.scope.kind !== 'company') return inScope(ctx, 'e.venue_id')
  const { companyId } = ctx.scope
  // As an array, so that two indexes can answer the "or".
  return sql<SqlBool>`(e.company_id = ${companyId} or e.venue_id = any(array(select v.id from venues v where v.company_id = ${companyId})))`
}
