import { type TablePlan, tables } from '@tablewire/contracts/booking/tables'
import { useLive } from '#src/api/live.ts'
import { queryClient, useEndpoint } from '#src/api/query.ts'
import type { Search } from '../reservation-search.ts'

/** The tables of the one venue that is shown; who is filtered by them is asked anew whenever somebody is given one. */
export const useFilterPlan = (venueId: string | undefined, { table }: Pick<Search, 'table'>): TablePlan | undefined => {
  useLive((message) => {
    if (message.type === 'tables' && table.length > 0) void queryClient.invalidateQueries({ queryKey: ['reservations'] })
  })
  return useEndpoint(tables.plan, { params: { id: venueId ?? '' } }, { staleTime: 600_000, enabled: venueId !== undefined }).data
}
