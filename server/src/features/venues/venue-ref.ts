import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { hubId } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'
import { seen } from './venue-view.ts'

/**
 * The hub id of a venue the caller may see, named by that id or by the partner's own. A system's id names one of its
 * venues: who sees several systems or companies may find two, and is asked to say which. One the caller may not know of is `venue.not_found`.
 */
export const venueIdOf = async (ctx: Ctx, ref: string): Promise<string> => {
  const { rows } = await sql<{ id: string }>`
    select v.id from venues v where ${hubId.test(ref) ? sql`(v.id = ${ref}::uuid or v.external_id = ${ref})` : sql`v.external_id = ${ref}`} and ${seen(ctx)}
    order by v.external_id is not distinct from ${ref} limit 2`.execute(ctx.db)
  const [first, second] = rows
  if (!first) throw new Problem('venue.not_found')
  if (second && first.id !== ref.toLowerCase()) throw new Problem('venue.ambiguous')
  return first.id
}
