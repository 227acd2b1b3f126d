import { type Ctx, requireRight } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'

/** Who owns the tables is decided by those who look after systems. */
export const requireKnownSystem = async (ctx: Ctx, systemId: string): Promise<void> => {
  requireRight(ctx, 'update', 'systems')
  const known = await ctx.db.selectFrom('systems').select('id').where('id', '=', systemId).executeTakeFirst()
  if (!known) throw new Problem('system.not_found')
}
