import type { Endpoint, Result, Sent } from '@tablewire/contracts/kit/endpoint'
import { keepPreviousData, type QueryClient, type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useRef } from 'react'
import type { ApiError } from './api-error.ts'
import { api } from './client.ts'
import { noteAge } from './data-age.ts'
import { anyPrefetched, prefetchedPages } from './prefetch.ts'
import { firstPage } from './first-rows.ts'
import { keyOf } from './query.ts'
import type { Input } from './request.ts'
import { missingPage, noRows, type Page, pageSize, placePage, type RowsWindow } from './rows-window.ts'
import { sessionStore } from './session.ts'

export { useDataAge } from './data-age.ts'

type Versioned = { readonly id: string; readonly version?: number | undefined }
type Load<Row> = (page: { offset: number; limit: number }, signal?: AbortSignal) => Promise<Page<Row>>
type VisibleRange = { readonly from: number; readonly to: number }

/** The list's first requests, which may have been prefetched (app/early.ts), and the rows of their answers. */
export type Early<Row> = {
  endpoint: Endpoint
  inputs: () => readonly Input[]
  windowOf: (pages: readonly Page<Row>[]) => RowsWindow<Row> | undefined
}

type WindowOf<Row> = {
  /** The query cache key; stable as long as `name` is. */
  key: QueryKey
  name: string
  load: Load<Row>
  /** The first answer, where it is not the first page. */
  open?: ((signal: AbortSignal) => Promise<RowsWindow<Row>>) | undefined
  enabled?: boolean
  early: Early<Row>
}

const start: VisibleRange = { from: 0, to: pageSize }
/** Up to so many rows a fully loaded list is refetched as a whole. */
export const wholeAtMost = 1_000
/** Prefetch distance: positions below the visible ones. */
const ahead = pageSize / 4

/** Refetches the visible rows; of a list that grew or shrank meanwhile again from its end. */
const loadWindow = async <Row extends Versioned>(
  load: Load<Row>,
  { from, to }: VisibleRange,
  signal: AbortSignal,
): Promise<RowsWindow<Row>> => {
  const first = Math.floor(from / pageSize)
  const offsets = Array.from({ length: Math.max(1, Math.ceil(to / pageSize) - first) }, (_, index) => (first + index) * pageSize)
  const pages = await Promise.all(offsets.map((offset) => load({ offset, limit: pageSize }, signal)))
  return pages.reduce<RowsWindow<Row>>((rows, page, index) => placePage(rows, offsets[index]!, page), noRows)
}

/** A fully loaded list is refetched as a whole, or its sums would flicker. */
const rangeAgain = (before: RowsWindow<unknown> | undefined, seen: VisibleRange): VisibleRange =>
  before && before.total <= wholeAtMost && missingPage(before, 0, before.total) === undefined ? { from: 0, to: before.total } : seen

type Filling<Row> = Pick<WindowOf<Row>, 'key' | 'name' | 'load'> & { client: QueryClient; underWay: Set<string> }
/** Fetches the first gap between two positions, one request at a time. */
const fillHole = async <Row extends Versioned>(filling: Filling<Row>, { from, to }: VisibleRange): Promise<boolean> => {
  const { client, key, name, load, underWay } = filling
  const current = client.getQueryData<RowsWindow<Row>>(key)
  const page = current && missingPage(current, from, to)
  const pageKey = page && `${name} ${page.offset}`
  if (!page || !pageKey || underWay.has(pageKey)) return false
  underWay.add(pageKey)
  try {
    const answer = await load(page)
    const updatedAt = client.getQueryState(key)?.dataUpdatedAt ?? 0
    client.setQueryData<RowsWindow<Row>>(key, (before) => before && placePage(before, page.offset, answer), { updatedAt })
    // The list shifted during the request: the visible rows are refetched together.
    if (answer.total !== current.total) void client.invalidateQueries({ queryKey: key, exact: true })
    return true
  } finally {
    underWay.delete(pageKey)
  }
}

/** Prefetched rows are part of the first render. */
const earlyRows = <Row extends Versioned>({
  endpoint,
  inputs,
  windowOf,
}: Early<Row>): { rows: RowsWindow<Row>; at: number } | undefined => {
  if (!anyPrefetched()) return undefined
  const found = prefetchedPages<Page<Row>>(endpoint, { inputs: inputs(), token: sessionStore.get().user?.access_token })
  const rows = found && windowOf(found.pages)
  if (!rows) return undefined
  found.use()
  // Not within the render that uses them.
  queueMicrotask(() => found.answers.forEach((answer) => noteAge(endpoint, answer)))
  return { rows, at: found.at }
}

const initially = <Row extends Versioned>(early: Early<Row>, enabled: boolean) => {
  let found: ReturnType<typeof earlyRows<Row>>
  return { initialData: () => (found = enabled ? earlyRows(early) : undefined)?.rows, initialDataUpdatedAt: () => found?.at }
}

export type Rows<Row extends Versioned> = ReturnType<typeof useWindow<Row>>
/** Infinite scrolling over any paged endpoint: all positions are known at once, rows are loaded as they are scrolled to (RE1). */
export const useWindow = <Row extends Versioned>({ key, name, load, open, enabled = true, early }: WindowOf<Row>) => {
  const client = useQueryClient()
  const seen = useRef({ ...start, name })
  const query = useQuery<RowsWindow<Row>, ApiError>({
    queryKey: key,
    ...initially(early, enabled),
    queryFn: async ({ signal }) => {
      const before = client.getQueryData<RowsWindow<Row>>(key)
      if (open && before === undefined) return open(signal)
      return loadWindow(load, rangeAgain(before, seen.current.name === name ? seen.current : start), signal)
    },
    placeholderData: keepPreviousData,
    structuralSharing: false,
    enabled,
  })
  const underWay = useRef(new Set<string>())
  const fill = useCallback(
    (from: number, to: number) => fillHole({ client, key, name, load, underWay: underWay.current }, { from, to }),
    [client, key, name, load],
  )
  const ensure = useCallback(
    (from: number, to: number): void => {
      seen.current = { from, to, name }
      // The positions stay empty, and the next scroll retries.
      fill(from, to + ahead).catch(() => undefined)
    },
    [fill, name],
  )
  /** Loads everything, up to so many rows. */
  const ensureAll = useCallback(
    async (atMost: number): Promise<RowsWindow<Row>> => {
      while (await fill(0, atMost));
      return client.getQueryData<RowsWindow<Row>>(key) ?? noRows
    },
    [client, fill, key],
  )
  // ER1: a refused list is empty and its total 0. On a network failure it keeps its rows, and a notice reports the broken connection.
  const failed = query.isError && (query.data === undefined || !query.error.passing)
  const window: RowsWindow<Row> = failed ? noRows : (query.data ?? noRows)
  return {
    ...window,
    window,
    name,
    ensure,
    ensureAll,
    loading: query.data === undefined && !query.isError,
    stale: query.isPlaceholderData,
    /** When it was answered; 0 = never. */
    at: query.data === undefined ? 0 : query.dataUpdatedAt,
    /** No answer yet, and a request has failed. */
    unreached:
      (query.data === undefined || query.isPlaceholderData) && (query.fetchStatus === 'paused' || (query.failureReason?.passing ?? false)),
    error: failed ? query.error : null,
    retry: (): void => void query.refetch(),
  }
}

/** An endpoint that answers pages of things with an id. */
type Paged<Row extends Versioned> = Endpoint & { envelope: 'page'; result: { _zod: { output: { total: number; data: Row[] } } } }
type RowOf<E extends Endpoint> = Result<E> extends { data: (infer Row extends Versioned)[] } ? Row : never
type RowsQuery = { query?: object }
type Call = (endpoint: Endpoint, input: unknown, options?: { signal?: AbortSignal }) => Promise<unknown>

/**
 * Any paged endpoint as a list; `input` as for `useEndpoint`, without offset and limit. All windows of an endpoint lie under its own key:
 * `queryClient.invalidateQueries({ queryKey: keyOf(venues.list) })` refreshes them.
 */
export const useRows = <E extends Paged<Versioned>>(endpoint: E, input: Sent<E>): Rows<RowOf<E>> => {
  const name = JSON.stringify(input)
  // oxlint-disable-next-line react/exhaustive-deps -- the text says when the input is another one
  const key = useMemo(() => [...keyOf(endpoint), 'rows', input], [endpoint.id, name])
  const load = useCallback<Load<RowOf<E>>>(
    (page, signal) => {
      const { query = {}, ...rest } = input as RowsQuery
      return (api as unknown as Call)(endpoint, { ...rest, query: { ...query, ...page } }, signal ? { signal } : {}) as never
    },
    // oxlint-disable-next-line react/exhaustive-deps -- as above
    [endpoint.id, name],
  )
  const early: Early<RowOf<E>> = {
    endpoint,
    inputs: () => [firstPage(input as Input)],
    windowOf: ([page]) => placePage<RowOf<E>>(noRows, 0, page!),
  }
  return useWindow({ key, name, load, early })
}
