import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { hubId } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'
import { inScope } from './venue-scope.ts'
import { seen } from './venue-view.ts'

type VenueRefRow = { id: string; mergedInto: string | null }

/**
 * The hub id of a venue the caller may see, named by that id or by the partner's own. A system's id names one of its
 * venues: who sees several systems or companies may find two, and is asked to say which. One the caller may not know of is `venue.not_found`.
 * What was merged into another is read by its hub id where the caller sees it; by any other name the venue that is kept is meant.
 */
export const venueIdOf = async (ctx: Ctx, ref: string): Promise<string> => {
  const { rows } = await sql<VenueRefRow>`
    select case when ${seen(ctx)} then v.id else v.merged_into end as id, v.merged_into from venues v
    where ${hubId.test(ref) ? sql`(v.id = ${ref}::uuid or v.external_id = ${ref})` : sql`v.external_id = ${ref}`}
      and (${seen(ctx)} or (v.merged_into is not null and ${inScope(ctx, 'v.merged_into')}))
    order by v.external_id is not distinct from ${ref} limit 3`.execute(ctx.db)
  const [first] = rows
  if (!first) throw new Problem('venue.not_found')
  if (first.id === ref.toLowerCase()) return first.id
  const meant = new Set(rows.map(({ id, mergedInto }) => mergedInto ?? id))
  if (meant.size > 1) throw new Problem('venue.ambiguous')
  return [...meant][0]!
}

/** Of these hub ids those that were merged, and into which venue; who may see that one is asked of it itself. */
export const mergeTargets = async (ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  if (!ids.length) return new Map()
  const { rows } = await sql<{ id: string; mergedInto: string }>`
    select v.id, v.merged_into from venues v where v.id = any(${[...new Set(ids)]}::uuid[]) and v.merged_into is not null`.execute(ctx.db)
  return new Map(rows.map(({ id, mergedInto }) => [id, mergedInto]))
}

export const mergedInto = async (ctx: Ctx, id: string): Promise<string | undefined> => [...(await mergeTargets(ctx, [id])).values()][0]
