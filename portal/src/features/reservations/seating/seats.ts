import type { TableDay, TablePlan, TableSeat } from '@tablewire/contracts/booking/tables'
import { tables } from '@tablewire/contracts/booking/tables'
import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import { createContext, useContext, useEffect, useMemo, useState } from 'react'
import { useEndpoint } from '#src/api/query.ts'
import { makeStore } from '#src/i18n/store.ts'
import { type Fit, fitsOf } from './table-fit.ts'
import { useSeatsLive } from './use-seat-name.ts'

/** What was wished for and refused stands where it can be chosen again. */
export type Refusal = { message: string; tableIds: readonly string[] }
export type Choosing = { row: ReservationRow; anchor: HTMLElement; refused?: Refusal }

/** The tables of one service day, for everything that shows a party of it. */
export type Seats = {
  readonly seatOf: (id: string) => TableSeat | undefined
  /** What is odd about a party at its tables. */
  readonly fitOf: (row: Pick<ReservationRow, 'id' | 'partySize'>) => Fit | undefined
  /** Opens where a party may sit, beside what was touched. */
  readonly choose: (choosing: Choosing) => void
}

/** The list of tables beside a party, where the evening stands: for what is done from a notice. */
export const chooserStore = makeStore<Seats['choose'] | undefined>(undefined)

const Context = createContext<Seats | undefined>(undefined)
export const SeatsProvider = Context.Provider
/** Undefined at venues that work without tables, and until it is known who sits where. */
export const useSeats = (): Seats | undefined => useContext(Context)

export type TablesOf = { plan: TablePlan; day: TableDay | undefined; error: Error | null; retry: () => void }

/** Asked once for all parties of the day, and of venues without tables not at all. */
export const useSeatsOf = (venueId: string, date: string) => {
  const plan = useEndpoint(tables.plan, { params: { id: venueId } }, { staleTime: 600_000 }).data
  const on = plan?.on === true
  const query = useEndpoint(tables.day, { params: { id: venueId }, query: { date } }, { enabled: on })
  const day = query.data
  const [choosing, choose] = useState<Choosing>()
  useSeatsLive(venueId)
  useEffect(() => {
    if (!on) return undefined
    chooserStore.set(choose)
    return () => chooserStore.set(undefined)
  }, [on])
  const seats = useMemo<Seats | undefined>(() => {
    if (!plan?.on || !day) return undefined
    const byId = new Map(day.seats.map((seat) => [seat.reservationId, seat]))
    const fit = fitsOf(plan)
    return { seatOf: (id) => byId.get(id), fitOf: ({ id, partySize }) => fit(byId.get(id)?.tableIds ?? [], partySize), choose }
  }, [plan, day])
  const tablesOf: TablesOf | undefined = on ? { plan, day, error: query.error, retry: () => void query.refetch() } : undefined
  return { seats, tablesOf, known: plan !== undefined, choosing, endChoosing: () => choose(undefined) }
}

export const countWithout = (rows: readonly { readonly id: string }[], seats: Seats | undefined): number =>
  seats ? rows.filter(({ id }) => !seats.seatOf(id)?.tableIds.length).length : 0
