import { venues } from '@tablewire/contracts/estate/venues'
import { links } from '@tablewire/contracts/channels/links'
import { useLive } from '#src/api/live.ts'
import { keyOf, queryClient } from '#src/api/query.ts'

/** What others change shows here without a reload; what is being edited stays as it is until it is saved. */
export const useLiveVenues = (): void =>
  useLive(({ type }) => {
    if (type === 'venue') void queryClient.invalidateQueries({ queryKey: keyOf(venues.list) })
    if (type === 'channel')
      for (const endpoint of [venues.list, links.list]) void queryClient.invalidateQueries({ queryKey: keyOf(endpoint) })
  })
