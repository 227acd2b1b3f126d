import { sql } from 'kysely'
import { type Ctx, requireRight } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'

/** Who owns the tables is decided by those who look after systems. */
export const requireKnownSystem = async (ctx: Ctx, systemId: string): Promise<void> => {
  requireRight(ctx, 'update', 'systems')
  const { rows } = await sql`select from known_systems where id = ${systemId}`.execute(ctx.db)
  if (!rows.length) throw new Problem('system.not_found')
}
