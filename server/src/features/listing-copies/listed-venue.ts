import { sql } from 'kysely'
import { inScope, mergedInto } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import { type Truth, truthsOf } from './truths-of.ts'

/** A venue the caller may know of, by the id it is kept under. */
export const venueKnown = async (ctx: Ctx, venueId: string): Promise<string> => {
  const { rows } = await sql`select from venues v where v.id = ${venueId} and ${inScope(ctx, 'v.id')}`.execute(ctx.db)
  if (rows.length) return venueId
  const kept = await mergedInto(ctx, venueId)
  if (kept === undefined) throw new Problem('venue.not_found')
  return venueKnown(ctx, kept)
}

/** What a venue says of itself; one without the listing product says nothing. */
export const listedVenue = async (ctx: Ctx, venueId: string): Promise<Truth> => {
  const truth = (await truthsOf(ctx, [await venueKnown(ctx, venueId)])).values().next().value
  if (!truth) throw new Problem('venue.not_found')
  if (!truth.enabled) throw new Problem('listing.disabled')
  return truth
}
