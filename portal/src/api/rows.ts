import type { Endpoint, Result, Sent } from '@tablewire/contracts/endpoint'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useRef } from 'react'
import type { ApiError } from './api-error.ts'
import { api } from './client.ts'
import { keyOf } from './query.ts'
import { missingPage, noRows, pageSize, placePage, type RowsWindow } from './rows-window.ts'

type Named = { readonly id: string; readonly version?: number | undefined }
/** An endpoint that answers pages of things with an id. */
type Paged<Row extends Named> = Endpoint & { envelope: 'page'; result: { _zod: { output: { total: number; data: Row[] } } } }
type RowOf<E extends Endpoint> = Result<E> extends { data: (infer Row extends Named)[] } ? Row : never

export type Rows<Row> = {
  total: number
  /** `total` places; undefined where nobody has looked yet. */
  rows: readonly (Row | undefined)[]
  /** Another text = another question: the list begins at its top. */
  name: string
  /** Brings the places from–to, if they are not there. */
  ensure: (from: number, to: number) => void
  /** Nothing to show yet. */
  loading: boolean
  /** What is shown still answers the question before. */
  stale: boolean
  error: ApiError | null
  retry: () => void
}

type Asked = { query?: object }
type Call = (endpoint: Endpoint, input: unknown, options?: { signal?: AbortSignal }) => Promise<unknown>

/**
 * Any paged endpoint as a list of any length: places are known at once, rows come in pages as somebody scrolls to them. `input` as for `useEndpoint`, without
 * offset and limit. All windows of an endpoint lie under its own key: `queryClient.invalidateQueries({ queryKey: keyOf(venues.list) })` refreshes them.
 */
export const useRows = <E extends Paged<Named>>(endpoint: E, input: Sent<E>): Rows<RowOf<E>> => {
  type Row = RowOf<E>
  const client = useQueryClient()
  const name = JSON.stringify(input)
  // oxlint-disable-next-line react/exhaustive-deps -- the text says when the input is another one
  const key = useMemo(() => [...keyOf(endpoint), 'rows', input], [endpoint.id, name])
  const seen = useRef({ from: 0, to: pageSize, name })
  const load = useCallback(
    (page: { offset: number; limit: number }, signal?: AbortSignal): Promise<{ total: number; data: Row[] }> => {
      const { query = {}, ...rest } = input as Asked
      return (api as unknown as Call)(endpoint, { ...rest, query: { ...query, ...page } }, signal ? { signal } : {}) as never
    },
    // oxlint-disable-next-line react/exhaustive-deps -- as above
    [endpoint.id, name],
  )
  const query = useQuery<RowsWindow<Row>>({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const { from, to } = seen.current.name === name ? seen.current : { from: 0, to: pageSize }
      const first = Math.floor(from / pageSize)
      const pages = Array.from({ length: Math.max(1, Math.ceil(to / pageSize) - first) }, (_, index) => (first + index) * pageSize)
      const answers = await Promise.all(pages.map((offset) => load({ offset, limit: pageSize }, signal)))
      return answers.reduce<RowsWindow<Row>>((rows, answer, index) => placePage(rows, pages[index]!, answer), noRows)
    },
    placeholderData: keepPreviousData,
    structuralSharing: false,
  })
  const underWay = useRef(new Set<string>())
  const ensure = useCallback(
    (from: number, to: number) => {
      seen.current = { from, to, name }
      const page = missingPage(client.getQueryData<RowsWindow<Row>>(key) ?? noRows, from, to)
      const asked = page && `${name} ${page.offset}`
      if (!page || !asked || underWay.current.has(asked)) return
      underWay.current.add(asked)
      load(page)
        .then((answer): unknown => {
          const before = client.getQueryData<RowsWindow<Row>>(key)
          client.setQueryData<RowsWindow<Row>>(key, before && placePage(before, page.offset, answer))
          return before && answer.total !== before.total ? client.invalidateQueries({ queryKey: key, exact: true }) : undefined
        })
        // The places stay empty, and the next scroll asks again.
        .catch(() => undefined)
        .finally(() => underWay.current.delete(asked))
    },
    [client, key, load, name],
  )
  // ER1: a list that was refused is empty and its total 0; one that nobody answered for keeps its rows.
  const failed = query.isError && (query.data === undefined || !query.error.passing)
  const window = failed ? noRows : (query.data ?? noRows)
  return {
    total: window.total,
    rows: window.rows,
    name,
    ensure,
    loading: query.data === undefined && !query.isError,
    stale: query.isPlaceholderData,
    error: failed ? query.error : null,
    retry: () => void query.refetch(),
  }
}
