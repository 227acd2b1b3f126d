import { type GuestRow, guests } from '@tablewire/contracts/booking/guests'
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { api } from '#src/api/client.ts'
import { coalescedReload } from '#src/api/coalesced-reload.ts'
import { useLive } from '#src/api/live.ts'
import { keyOf, queryClient } from '#src/api/query.ts'
import type { ListRows } from '#src/kit/list/columns.ts'

/** Rows below the last one seen from which on the next page is asked for. */
const ahead = 20

type Ask = { q?: string; venueId?: string }

/** Guests by their names, page by page as they are scrolled to: how many there are is not counted, an installation may have millions. */
export const useGuests = (ask: Ask): ListRows<GuestRow> & { more: boolean } => {
  const query = useInfiniteQuery({
    queryKey: [...keyOf(guests.list), 'pages', ask],
    queryFn: ({ pageParam, signal }) => api(guests.list, { query: { ...ask, ...(pageParam ? { after: pageParam } : {}) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  })
  const rows = useMemo(() => query.data?.pages.flatMap(({ data }) => data) ?? [], [query.data])
  const { hasNextPage, isFetching, fetchNextPage } = query
  const count = rows.length
  const ensure = useCallback(
    (_from: number, to: number): void => {
      if (hasNextPage && !isFetching && to + ahead >= count) void fetchNextPage()
    },
    [hasNextPage, isFetching, fetchNextPage, count],
  )
  return {
    total: query.isError && !query.data ? 0 : count,
    rows,
    name: JSON.stringify(ask),
    ensure,
    loading: query.data === undefined && !query.isError,
    stale: query.isPlaceholderData,
    error: query.data === undefined ? query.error : null,
    retry: () => void query.refetch(),
    more: query.data?.pages.at(-1)?.more ?? false,
  }
}

/** Whatever shows guests asks again. */
export const askAgain = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['guests'] })

/** Bookings that come, and what others write of guests who are about to come. */
export const useLiveGuests = (): void => {
  const client = useQueryClient()
  const [reread] = useState(() => coalescedReload(() => client.invalidateQueries({ queryKey: keyOf(guests.get) })))
  useLive(({ type }) => {
    if (type === 'reservation') void reread()
  })
}
