import { type ListingGap, listingPoints } from '@tablewire/contracts/listing/completeness.rules'
import type { ListingDetail } from '@tablewire/contracts/listing/listings'
import { sql } from 'kysely'
import { inScope } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import { listingsOf } from './read-profiles.ts'

export const gapsInOrder = (gaps: readonly ListingGap[]): ListingDetail['gaps'] =>
  gaps.map((gap) => ({ gap, points: listingPoints[gap] })).toSorted((a, b) => b.points - a.points)

/** One listing as somebody edits it, or `venue.not_found`. */
export const readListing = async (ctx: Ctx, venueId: string): Promise<ListingDetail> => {
  const found = (await listingsOf(ctx, [venueId])).get(venueId)
  if (!found) throw new Problem('venue.not_found')
  const { rows } = await sql<{ venueName: string; displayName: string | null; score: number; gaps: ListingGap[] }>`
    select v.name as venue_name, v.display_name, s.score, s.gaps from venues v join listing_scores s on s.venue_id = v.id
    where v.id = ${venueId} and ${inScope(ctx, 'v.id')}`.execute(ctx.db)
  const { gaps, ...row } = rows[0]!
  return { ...found.profile, id: venueId, ...row, ...found.own, bookHours: found.bookHours(), gaps: gapsInOrder(gaps) }
}
