import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import { createContext, useContext, useMemo } from 'react'
import { useNow } from '#src/kit/use-now.ts'
import { laneOf } from '../reservation-flags.ts'
import type { Seats } from '../seating/seats.ts'

const quarterMs = 900_000
/** Who sat down some seconds after his minute is no clash to who comes in that minute. */
const moreThanMs = 120_000
/** Whoever sits so long after his time is no guest any more: somebody forgot to close the line. */
export const forgottenMs = 6 * 3_600_000

/** Whoever is over his time sits a little longer still, as the server counts on it. */
export const expectedUntil = (due: number, now: number): number => (now > due && now - due < forgottenMs ? now + quarterMs : due)

/** Somebody still sits at a table when the next one comes to it. */
export type Clash = { readonly sits: ReservationRow; readonly next: ReservationRow; readonly table: string }

type Evening = {
  rows: readonly ReservationRow[]
  seatOf: Seats['seatOf']
  endOf: (row: ReservationRow) => number
  now: number
}

/** Of each party that sits too long, whom it meets first; those whose next one comes first are told first. */
export const clashesIn = ({ rows, seatOf, endOf, now }: Evening): Clash[] => {
  const tablesOf = ({ id }: ReservationRow): readonly string[] => seatOf(id)?.tableIds ?? []
  const startOf = ({ startsAt }: ReservationRow): number => Date.parse(startsAt)
  const coming = rows
    .filter((row) => laneOf(row) === 'expected' && tablesOf(row).length > 0)
    .toSorted((a, b) => startOf(a) - startOf(b) || b.partySize - a.partySize)
  return rows
    .filter((row) => row.status === 'seated' && tablesOf(row).length > 0)
    .flatMap((sits): Clash[] => {
      const until = expectedUntil(endOf(sits), now)
      const own = tablesOf(sits)
      const next = coming.find(
        (row) => startOf(row) > startOf(sits) && startOf(row) < until - moreThanMs && tablesOf(row).some((id) => own.includes(id)),
      )
      return next ? [{ sits, next, table: seatOf(sits.id)?.name ?? '' }] : []
    })
    .toSorted((a, b) => startOf(a.next) - startOf(b.next))
}

const none: readonly Clash[] = []
const Context = createContext(none)
export const ClashesProvider = Context.Provider

/** For everything that shows a party or a table of the evening. */
export const useClashesOf = ({ rows, seats, endOf }: Omit<Evening, 'seatOf' | 'now'> & { seats: Seats | undefined }): readonly Clash[] => {
  const now = useNow()
  return useMemo(() => (seats ? clashesIn({ rows, seatOf: seats.seatOf, endOf, now }) : none), [rows, seats, endOf, now])
}
/** Where a party sits past the time at which the next one comes. */
export const useClash = (id: string | undefined): Clash | undefined => useContext(Context).find(({ sits }) => sits.id === id)
/** Whom a party that comes would meet at its table. */
export const useMeets = (id: string): Clash | undefined => useContext(Context).find(({ next }) => next.id === id)
