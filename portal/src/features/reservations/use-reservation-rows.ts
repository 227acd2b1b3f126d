import { type Reservation, type ReservationRow, reservations } from '@tablewire/contracts/booking/reservations'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { api } from '#src/api/client.ts'
import { keyOf } from '#src/api/query.ts'
import { type Early, type Rows, useWindow } from '#src/api/rows.ts'
import { missingPage, noRows, type Page, pageSize, placePage } from '#src/api/rows-window.ts'
import { firstQueries, type ListInput } from './question/question.ts'
import type { RowsWindow } from './rows-window.ts'

/** All windows of rows in the cache lie under this key, the input last. */
export const windowsKey: QueryKey = [...keyOf(reservations.list), 'window']
export const inputOfKey = (key: QueryKey): ListInput => key.at(-1) as ListInput

type PageQuery = { offset: number; limit: number }
const load = (input: ListInput, page: PageQuery, signal?: AbortSignal) =>
  api(reservations.list, { query: { ...input, ...page } }, signal ? { signal } : {})

/** A list of today opens where the day stands, also when that is pages away: its first page, and the one to be brought besides, if any. */
const openedAt = ([first, earlier]: readonly Page<ReservationRow>[]): { rows: RowsWindow; page: PageQuery | undefined } => {
  const rows: RowsWindow = placePage(noRows, 0, first!)
  const here = !earlier || rows.total <= pageSize || earlier.total < pageSize
  return { rows, page: here ? undefined : missingPage(rows, earlier.total - 20, earlier.total + pageSize / 2) }
}

const openList = async (input: ListInput, openAt: number, signal: AbortSignal): Promise<RowsWindow> => {
  const queries = firstQueries(input, openAt, pageSize)
  const { rows, page } = openedAt(await Promise.all(queries.map((query) => api(reservations.list, { query }, { signal }))))
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
  const open = openAt === undefined ? undefined : (signal: AbortSignal) => openList(input, openAt, signal)
  const early: Early<ReservationRow> = {
    endpoint: reservations.list,
    inputs: () => firstQueries(input, openAt, pageSize).map((query) => ({ query })),
    windowOf: (pages) => {
      const { rows, page } = openedAt(pages)
      return page ? undefined : rows
    },
  }
  return useWindow<ReservationRow>({ key, name, load: loadPage, open, enabled, early })
}

/** A row wherever it is known, for keys and links that name it by id only. */
export const rowOf = (client: QueryClient, id: string): ReservationRow | undefined => {
  const listed = client
    .getQueriesData<RowsWindow>({ queryKey: windowsKey })
    .flatMap(([, window]) => window?.rows.find((row) => row?.id === id) ?? [])
  const single = client.getQueryData<Reservation>(keyOf(reservations.get, { params: { id } }))
  return [...listed, ...(single ? [single] : [])].toSorted((a, b) => b.version - a.version)[0]
}
