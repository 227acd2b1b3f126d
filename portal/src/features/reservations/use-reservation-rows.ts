import { type Reservation, type ReservationRow, reservations } from '@tablewire/contracts/booking/reservations'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { api } from '#src/api/client.ts'
import { keyOf } from '#src/api/query.ts'
import { type Rows, useWindow } from '#src/api/rows.ts'
import { missingPage, noRows, pageSize, placePage } from '#src/api/rows-window.ts'
import type { ListFilters, Sort } from './reservation-search.ts'
import type { RowsWindow } from './rows-window.ts'

export type ListInput = { readonly sort: Sort; readonly filters: ListFilters }

/** All windows of rows in the cache lie under this key, the input last. */
export const windowsKey: QueryKey = [...keyOf(reservations.list), 'window']
export const inputOfKey = (key: QueryKey): ListInput => key.at(-1) as ListInput

type PageQuery = { offset: number; limit: number }
const load = (input: ListInput, page: PageQuery, signal?: AbortSignal) =>
  api(reservations.list, { query: { ...input, ...page } }, signal ? { signal } : {})

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

export type ReservationRows = Rows<ReservationRow>
/** The rows of the reservations' list, opened at an instant where one is named. */
export const useReservationRows = (
  input: ListInput,
  { enabled, openAt }: { enabled: boolean; openAt: number | undefined },
): ReservationRows => {
  const name = JSON.stringify(input)
  // oxlint-disable-next-line react/exhaustive-deps -- the text says when the input is another one
  const key = useMemo(() => [...windowsKey, input], [name])
  const loadPage = useCallback((page: PageQuery, signal?: AbortSignal) => load(inputOfKey(key), page, signal), [key])
  const open = openAt === undefined ? undefined : (signal: AbortSignal) => openedAt(input, openAt, signal)
  return useWindow<ReservationRow>({ key, name, load: loadPage, open, enabled })
}

/** A row wherever it is known, for keys and links that name it by id only. */
export const rowOf = (client: QueryClient, id: string): ReservationRow | undefined => {
  const listed = client
    .getQueriesData<RowsWindow>({ queryKey: windowsKey })
    .flatMap(([, window]) => window?.rows.find((row) => row?.id === id) ?? [])
  const single = client.getQueryData<Reservation>(keyOf(reservations.get, { params: { id } }))
  return [...listed, ...(single ? [single] : [])].toSorted((a, b) => b.version - a.version)[0]
}
