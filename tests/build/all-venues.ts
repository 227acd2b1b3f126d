import type { Venue } from '@tablewire/contracts/estate/venue-fields'
import { streamVenues, type VenueQuery } from '@tablewire/server/features/venues/list-venues'
import type { Ctx } from '@tablewire/server/platform/ctx'

/** What a list of all venues answers, gathered. */
export const allVenues = async (ctx: Ctx, query: VenueQuery): Promise<{ data: Venue[]; total: number }> => {
  const { batches, total } = (await streamVenues(ctx, query))!
  const data: Venue[] = []
  for (let batch = await batches.next(); !batch.done; batch = await batches.next()) data.push(...(batch.value as Venue[]))
  return { data, total: total(data.length) }
}
