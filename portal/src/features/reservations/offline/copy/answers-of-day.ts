import { type Reservation, type ReservationRow, reservations } from '@tablewire/contracts/booking/reservations'
import { serviceSheets } from '@tablewire/contracts/booking/service-sheets'
import { shiftNotes } from '@tablewire/contracts/booking/shift-notes'
import { tables } from '@tablewire/contracts/booking/tables'
import { waitlist } from '@tablewire/contracts/booking/waitlist'
import { availability, venues } from '@tablewire/contracts/estate/venues'
import type { Endpoint, Result, Sent } from '@tablewire/contracts/kit/endpoint'
import type { QueryClient } from '@tanstack/react-query'
import { api } from '#src/api/client.ts'
import { keyOf, queryClient } from '#src/api/query.ts'
import { noRows, pageSize, placePage } from '#src/api/rows-window.ts'
import { type ListInput, questionOf } from '../../question/question.ts'
import { readSearch } from '../../reservation-search.ts'
import type { RowsWindow } from '../../rows-window.ts'
import { windowsKey } from '../../use-reservation-rows.ts'
import type { Answer } from './copy-store.ts'

export type Day = { readonly venueId: string; readonly timezone: string; readonly date: string }

/** Beyond them an evening is no longer worked by hand. */
const rowsMost = 600
/** Nobody waits for it: other calls go between. */
const pauseMs = 40
const dayMs = 24 * 3_600_000
/** What was said to have changed is asked for anew, all else is as it was. */
const unlessChanged = { staleTime: dayMs, gcTime: dayMs, retry: false } as const

/** What the service view asks for its rows. */
export const askOfDay = ({ venueId, timezone, date }: Day): ListInput => {
  const search = readSearch({ view: 'day', date, venue: venueId })
  return questionOf(search, { single: { id: venueId } as never, zone: timezone }, Date.now()).ask
}
export const rowsKey = (day: Day): readonly unknown[] => [...windowsKey, askOfDay(day)]

const allRows = async (ask: ListInput): Promise<RowsWindow> => {
  let rows: RowsWindow = noRows
  for (let offset = 0; offset === 0 || (offset < rows.total && offset < rowsMost); offset += pageSize)
    rows = placePage(rows, offset, await api(reservations.list, { query: { ...ask, offset, limit: pageSize } }))
  return rows
}

type Call = <E extends Endpoint>(endpoint: E, input: Sent<E>) => Promise<Result<E>>
const ask = async <E extends Endpoint>(client: QueryClient, endpoint: E, input: Sent<E>): Promise<Answer & { data: Result<E> }> => {
  const key = keyOf(endpoint, input)
  const data = await client.query({ ...unlessChanged, queryKey: key, queryFn: () => (api as Call)(endpoint, input) })
  return { key, data }
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, pauseMs))

/** Of those who come and those who sit: their guests' past, until when they stay, and what was said of them. */
const details = async (rows: readonly ReservationRow[], wanted: () => boolean): Promise<Answer[]> => {
  const found: Answer[] = []
  for (const row of rows) {
    const key = keyOf(reservations.get, { params: { id: row.id } })
    const known = queryClient.getQueryData<Reservation>(key)
    if (known && known.version >= row.version) {
      found.push({ key, data: known })
      continue
    }
    if (!wanted()) break
    found.push({
      key,
      data: await queryClient.query({
        ...unlessChanged,
        staleTime: 0,
        queryKey: key,
        queryFn: () => api(reservations.get, { params: { id: row.id } }),
      }),
    })
    await pause()
  }
  return found
}

/** Everything a host is shown of a service day, brought without being looked at: what screens know already is not asked again. */
export const answersOfDay = async (day: Day, wanted: () => boolean): Promise<readonly Answer[]> => {
  const { venueId, date } = day
  const params = { id: venueId }
  const query = { date }
  const rows = {
    key: rowsKey(day),
    data: await queryClient.query({
      ...unlessChanged,
      queryKey: rowsKey(day),
      queryFn: () => allRows(askOfDay(day)),
      structuralSharing: false,
    }),
  }
  const service = await ask(queryClient, availability.service, { params, query })
  await pause()
  const plan = await ask(queryClient, tables.plan, { params })
  const found: Answer[] = [rows, service, plan]
  if (plan.data.on) found.push(await ask(queryClient, tables.day, { params, query }))
  await pause()
  found.push(await ask(queryClient, serviceSheets.guests, { params, query }))
  const notes = await ask(queryClient, shiftNotes.list, { params, query })
  found.push(notes)
  await pause()
  found.push(await ask(queryClient, waitlist.day, { params, query }), await ask(queryClient, venues.areas, { params }))
  found.push(await ask(queryClient, serviceSheets.get, { params, query }))
  if (notes.data.meals.length > 1)
    for (const { id } of notes.data.meals) {
      await pause()
      found.push(await ask(queryClient, serviceSheets.get, { params, query: { date, mealId: id } }))
    }
  const known = rows.data.rows.filter((row) => row !== undefined)
  return [...found, ...(await details(known, wanted))]
}

/** Which answers another one says to be old. */
export const changedBy: Readonly<Record<string, readonly (readonly unknown[])[]>> = {
  reservation: [keyOf(serviceSheets.get), keyOf(serviceSheets.guests), keyOf(tables.day)],
  tables: [['tables'], keyOf(serviceSheets.get)],
  shift_note: [['shiftNotes'], keyOf(serviceSheets.get)],
  waitlist: [keyOf(waitlist.day)],
  book: [keyOf(availability.service), keyOf(shiftNotes.list), keyOf(serviceSheets.get)],
}
