import { type Reservation, type ReservationRow, reservations } from '@tablewire/contracts/reservations'
import { keepPreviousData, type QueryClient, type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useRef } from 'react'
import type { ApiError } from '#src/api/api-error.ts'
import { api } from '#src/api/client.ts'
import { keyOf } from '#src/api/query.ts'
import { missingPage, noRows, pageSize, placePage } from '#src/api/rows-window.ts'
import type { ListFilters, Sort } from './reservation-search.ts'
import type { RowsWindow } from './rows-window.ts'

export type ListInput = { readonly sort: Sort; readonly filters: ListFilters }

/** All windows of rows in the cache lie under this key, the input last. */
export const windowsKey: QueryKey = [...keyOf(reservations.list), 'window']
export const inputOfKey = (key: QueryKey): ListInput => key.at(-1) as ListInput

const load = (input: ListInput, page: { offset: number; limit: number }, signal?: AbortSignal) =>
  api(reservations.list, { query: { ...input, ...page } }, signal ? { signal } : {})

type Seen = { from: number; to: number }
const start: Seen = { from: 0, to: pageSize }
/** Up to so many rows are brought to count their guests. */
export const wholeAtMost = 1_000

/** What is on the screen, fetched at once; a list that grew or shrank meanwhile is asked again from its end. */
const loadWindow = async (input: ListInput, seen: Seen, signal: AbortSignal): Promise<RowsWindow> => {
  const offsets: number[] = []
  for (let offset = Math.floor(seen.from / pageSize) * pageSize; offset < Math.max(seen.to, 1); offset += pageSize) offsets.push(offset)
  const pages = await Promise.all(offsets.map((offset) => load(input, { offset, limit: pageSize }, signal)))
  return pages.reduce<RowsWindow>((rows, page, index) => placePage(rows, offsets[index]!, page), noRows)
}

/** A list of today opens where the day stands, also when that is pages away: how many start before is a small question, asked beside. */
const openedAt = async (input: ListInput, openAt: number, signal: AbortSignal): Promise<RowsWindow> => {
  const before = { ...input, filters: { ...input.filters, to: new Date(openAt).toISOString() } }
  const [first, earlier] = await Promise.all([
    load(input, { offset: 0, limit: pageSize }, signal),
    load(before, { offset: 0, limit: 1 }, signal),
  ])
  const rows: RowsWindow = placePage(noRows, 0, first)
  if (first.total <= pageSize || earlier.total < pageSize) return rows
  const page = missingPage(rows, earlier.total - 20, earlier.total + pageSize / 2)
  return page ? placePage(rows, page.offset, await load(input, page, signal)) : rows
}

export type ReservationRows = {
  window: RowsWindow
  /** Another text = another question. */
  name: string
  /** Nothing to show yet. */
  loading: boolean
  /** What is shown still answers the question before. */
  stale: boolean
  error: ApiError | null
  retry: () => void
  /** Remembers the places from–to as seen, and brings what is missing from `hole` on. */
  ensure: (from: number, to: number, hole: number | undefined) => void
  /** Brings everything, up to so many rows. */
  ensureAll: (atMost: number) => Promise<RowsWindow>
}

/** Fetches the first hole between two places, once at a time. */
const useFill = (key: QueryKey, name: string) => {
  const client = useQueryClient()
  const underWay = useRef(new Set<string>())
  return useCallback(
    async (from: number, to: number): Promise<boolean> => {
      const current = client.getQueryData<RowsWindow>(key)
      const page = current && missingPage(current, from, to)
      const asked = page && `${name} ${page.offset}`
      if (!page || !asked || underWay.current.has(asked)) return false
      underWay.current.add(asked)
      try {
        const answer = await load(inputOfKey(key), page)
        const updatedAt = client.getQueryState(key)?.dataUpdatedAt ?? 0
        client.setQueryData<RowsWindow>(key, (before) => before && placePage(before, page.offset, answer), { updatedAt })
        // The list moved while this was under way: what is on the screen is asked for again as one.
        if (answer.total !== current.total) void client.invalidateQueries({ queryKey: key, exact: true })
        return true
      } finally {
        underWay.current.delete(asked)
      }
    },
    [client, key, name],
  )
}

/** A list that was there as a whole comes again as a whole, or its sums would blink. */
const rangeAgain = (before: RowsWindow | undefined, seen: Seen): Seen =>
  before && before.total <= wholeAtMost && missingPage(before, 0, before.total) === undefined ? { from: 0, to: before.total } : seen

/** A list of any length: places are known at once, rows come as somebody scrolls to them (RE1). */
export const useReservationRows = (
  input: ListInput,
  { enabled, openAt }: { enabled: boolean; openAt: number | undefined },
): ReservationRows => {
  const client = useQueryClient()
  const name = JSON.stringify(input)
  // oxlint-disable-next-line react/exhaustive-deps -- the text says when the input is another one
  const key = useMemo(() => [...windowsKey, input], [name])
  const seen = useRef({ ...start, name })
  const query = useQuery<RowsWindow>({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const before = client.getQueryData<RowsWindow>(key)
      if (openAt !== undefined && before === undefined) return openedAt(input, openAt, signal)
      return loadWindow(input, rangeAgain(before, seen.current.name === name ? seen.current : start), signal)
    },
    placeholderData: keepPreviousData,
    structuralSharing: false,
    enabled,
  })
  const fill = useFill(key, name)
  const ensure = useCallback(
    (from: number, to: number, hole: number | undefined) => {
      seen.current = { from, to, name }
      if (hole !== undefined) fill(hole, to + pageSize / 4).catch(() => undefined)
    },
    [fill, name],
  )
  const ensureAll = useCallback(
    async (atMost: number): Promise<RowsWindow> => {
      while (await fill(0, atMost));
      return client.getQueryData<RowsWindow>(key) ?? noRows
    },
    [client, fill, key],
  )
  // ER1: a list that was refused is empty and its total 0. One that nobody answered for keeps its rows, and the notice of the broken line says so.
  const failed = query.isError && (query.data === undefined || !query.error.passing)
  return {
    window: failed ? noRows : (query.data ?? noRows),
    name,
    loading: query.data === undefined && !query.isError,
    stale: query.isPlaceholderData,
    error: failed ? query.error : null,
    retry: () => void query.refetch(),
    ensure,
    ensureAll,
  }
}

/** A row wherever it is known, for keys and links that name it by id only. */
export const rowOf = (client: QueryClient, id: string): ReservationRow | undefined => {
  const listed = client
    .getQueriesData<RowsWindow>({ queryKey: windowsKey })
    .flatMap(([, window]) => window?.rows.find((row) => row?.id === id) ?? [])
  const single = client.getQueryData<Reservation>(keyOf(reservations.get, { params: { id } }))
  return [...listed, ...(single ? [single] : [])].toSorted((a, b) => b.version - a.version)[0]
}
