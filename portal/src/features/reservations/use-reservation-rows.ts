import { reservations, type Reservation, type ReservationRow } from '@tablewire/contracts/reservations'
import { keepPreviousData, type QueryClient, type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useRef } from 'react'
import type { ApiError } from '#src/api/api-error.ts'
import { api } from '#src/api/client.ts'
import { keyOf } from '#src/api/query.ts'
import type { ListFilters, Sort } from './reservation-search.ts'
import { missingPage, noRows, pageSize, placePage, type RowsWindow } from './rows-window.ts'

export type ListInput = { readonly sort: Sort; readonly filters: ListFilters }

/** All windows of rows in the cache lie under this key, the input last. */
export const windowsKey: QueryKey = [...keyOf(reservations.list), 'window']
export const inputOfKey = (key: QueryKey): ListInput => key.at(-1) as ListInput

const load = (input: ListInput, page: { offset: number; limit: number }, signal?: AbortSignal) =>
  api(reservations.list, { query: { ...input, ...page } }, signal ? { signal } : {})

/** What is on the screen, fetched at once; a list that grew or shrank meanwhile is asked again from its end. */
const loadWindow = async (input: ListInput, seen: { from: number; to: number }, signal: AbortSignal): Promise<RowsWindow> => {
  const offsets: number[] = []
  for (let offset = Math.floor(seen.from / pageSize) * pageSize; offset < Math.max(seen.to, 1); offset += pageSize) offsets.push(offset)
  const pages = await Promise.all(offsets.map((offset) => load(input, { offset, limit: pageSize }, signal)))
  return pages.reduce((rows, page, index) => placePage(rows, offsets[index]!, page), noRows)
}

export type ReservationRows = {
  window: RowsWindow
  /** Nothing to show yet. */
  loading: boolean
  /** What is shown still answers the question before. */
  stale: boolean
  error: ApiError | null
  retry: () => void
  /** Brings what stands at the places from–to, and remembers them as seen. */
  ensure: (from: number, to: number) => void
  /** Brings everything, up to so many rows. */
  ensureAll: (atMost: number) => Promise<RowsWindow>
}

/** A list of any length: places are known at once, rows come as somebody scrolls to them (RE1). */
export const useReservationRows = (input: ListInput, enabled = true): ReservationRows => {
  const client = useQueryClient()
  const seen = useRef({ from: 0, to: pageSize })
  const shape = JSON.stringify(input)
  // oxlint-disable-next-line react/exhaustive-deps -- the text says when the input is another one
  const key = useMemo(() => [...windowsKey, input], [shape])
  const query = useQuery<RowsWindow, ApiError>({
    queryKey: key,
    queryFn: ({ signal }) => loadWindow(input, seen.current, signal),
    placeholderData: keepPreviousData,
    structuralSharing: false,
    enabled,
  })
  const underWay = useRef(new Set<string>())

  const fill = useCallback(
    async (from: number, to: number): Promise<boolean> => {
      const current = client.getQueryData<RowsWindow>(key)
      const page = current && missingPage(current, from, to)
      const name = page && `${shape} ${page.offset}`
      if (!page || !name || underWay.current.has(name)) return false
      underWay.current.add(name)
      try {
        const answer = await load(inputOfKey(key), page)
        client.setQueryData<RowsWindow>(key, (before) => before && placePage(before, page.offset, answer), { updatedAt: query.dataUpdatedAt })
        return true
      } finally {
        underWay.current.delete(name)
      }
    },
    [client, key, shape, query.dataUpdatedAt],
  )
  const ensure = useCallback(
    (from: number, to: number) => {
      seen.current = { from, to }
      fill(from, to + pageSize / 4).catch(() => undefined)
    },
    [fill],
  )
  const ensureAll = useCallback(
    async (atMost: number): Promise<RowsWindow> => {
      while (await fill(0, atMost));
      return client.getQueryData<RowsWindow>(key) ?? noRows
    },
    [client, fill, key],
  )
  return {
    window: query.data ?? noRows,
    loading: query.data === undefined && !query.isError,
    stale: query.isPlaceholderData,
    error: query.data === undefined ? query.error : null,
    retry: () => void query.refetch(),
    ensure,
    ensureAll,
  }
}

/** A row wherever it is known, for keys and links that name it by id only. */
export const rowOf = (client: QueryClient, id: string): ReservationRow | undefined => {
  const listed = client.getQueriesData<RowsWindow>({ queryKey: windowsKey }).flatMap(([, window]) => window?.rows.find((row) => row?.id === id) ?? [])
  const single = client.getQueryData<Reservation>(keyOf(reservations.get, { params: { id } }))
  return [...listed, ...(single ? [single] : [])].toSorted((a, b) => b.version - a.version)[0]
}
