import type { BulkChange, VenueSelection } from '@tablewire/contracts/estate/bulk-changes'
import { venueIdsMatching } from '#src/features/venues/api.ts'
import { type Ctx, requireRight } from '#src/platform/ctx.ts'
import { Problem, refuseBeside } from '#src/platform/problem.ts'
import { kindOf } from './bulk-kinds.ts'

export type BulkRequest = { selection: VenueSelection; change: BulkChange }

/** Venues named stay in the order they were named in, also those the caller may not know: each is told that it was not found. */
const chosen = async (ctx: Ctx, { ids, filters, except }: VenueSelection): Promise<string[]> => {
  if (ids) {
    refuseBeside('ids', { 'selection.filters': filters, 'selection.except': except })
    return [...new Set(ids.map((id) => id.toLowerCase()))]
  }
  if (!filters) return []
  const left = new Set(except?.map((id) => id.toLowerCase()))
  return (await venueIdsMatching(ctx, filters)).filter((id) => !left.has(id))
}

/** Whoever asks has the right of the change, and it is one that can be made. */
export const chosenVenues = async (ctx: Ctx, { selection, change }: BulkRequest): Promise<string[]> => {
  const { right, require } = kindOf(change)
  requireRight(ctx, ...right)
  await require?.(ctx, change)
  const ids = await chosen(ctx, selection)
  if (!ids.length) throw new Problem('bulk_change.nothing_chosen')
  return ids
}
