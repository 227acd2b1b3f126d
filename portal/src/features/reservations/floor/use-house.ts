import { floor } from '@tablewire/contracts/booking/floor'
import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import type { Venue } from '@tablewire/contracts/estate/venue-fields'
import type { ServiceDay } from '@tablewire/contracts/estate/venues'
import { useMemo } from 'react'
import { useLive } from '#src/api/live.ts'
import { keyOf, queryClient, useEndpoint } from '#src/api/query.ts'
import { useNow } from '#src/kit/use-now.ts'
import { laneOf } from '../reservation-flags.ts'
import { freeUntilOf, houseTables } from '../seating/house-tables.ts'
import { type TablesOf, useSeats } from '../seating/seats.ts'
import { spanOf } from '../seating/ServiceTools.tsx'
import { undrawn } from './table-state.ts'

export type RoomViewProps = {
  venue: Pick<Venue, 'id' | 'timezone'>
  date: string
  day: ServiceDay | undefined
  /** Of the meal that is looked at, and of the whole day. */
  rows: readonly ReservationRow[]
  everybody: readonly ReservationRow[]
  tablesOf: TablesOf
  /** An area, or `all`. */
  room: string
  onRoom: (room: string) => void
}

/** The layout of the evening; where there is none, the tables stand in rows. */
export const useLayout = (venueId: string, date: string, { plan }: TablesOf) => {
  const query = useEndpoint(floor.day, { params: { id: venueId }, query: { date } }, { staleTime: 600_000 })
  useLive((message) => {
    if (message.type === 'tables' && message.venueId === venueId && message.id === null)
      void queryClient.invalidateQueries({ queryKey: keyOf(floor.day) })
  })
  const { data } = query
  const layout = useMemo(() => (data ? (data.layout ?? undrawn(plan)) : undefined), [data, plan])
  return { layout, drawn: Boolean(data?.layout), error: query.error, retry: () => void query.refetch() }
}

const comes = (row: ReservationRow): boolean => laneOf(row) !== 'done'

/** Who sits at which table, and who has none. */
export const useHouse = ({ tablesOf, rows: ofMeal, everybody, date, venue, day }: RoomViewProps) => {
  const clock = useNow()
  const { from: now, closing } = spanOf({ venue, date, day }, clock)
  const seats = useSeats()
  // Who sits in the house has the table, whatever the meal he came to.
  const rows = useMemo(() => {
    const here = new Set(ofMeal.map(({ id }) => id))
    return [...ofMeal, ...everybody.filter(({ id, status }) => status === 'seated' && !here.has(id))]
  }, [ofMeal, everybody])
  const { plan, day: tableDay } = tablesOf
  const house = useMemo(() => (tableDay ? houseTables({ plan, day: tableDay, rows, now }) : []), [plan, tableDay, rows, now])
  // Whoever comes to another meal has his table as well.
  const wholeDay = useMemo(
    () => (tableDay ? houseTables({ plan, day: tableDay, rows: everybody, now }) : []),
    [plan, tableDay, everybody, now],
  )
  const freeUntil = (id: string) => {
    const one = wholeDay.find(({ table }) => table.id === id)
    return one && freeUntilOf(one, now)
  }
  const atTable = (id: string): ReservationRow[] =>
    rows
      .filter((row) => comes(row) && seats?.seatOf(row.id)?.tableIds.includes(id))
      .toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt))
  const without = rows.filter((row) => comes(row) && !seats?.seatOf(row.id)?.tableIds.length)
  return { house, atTable, freeUntil, without, now, closing }
}

export type Room = ReturnType<typeof useHouse> & { layout: NonNullable<ReturnType<typeof useLayout>['layout']> }
