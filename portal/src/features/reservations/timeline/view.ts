import { createContext, useContext } from 'react'
import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import type { Bar, Stay } from './model.ts'

/** What each bar asks of the view. */
export type TimelineContext = {
  readonly span: Stay
  readonly zone: string
  readonly selectedId: string | undefined
  readonly currentId: string | undefined
  readonly nameOf: (row: ReservationRow) => string
  readonly onOpen: (row: ReservationRow, byKey: boolean) => void
  readonly onCurrent: (bar: Bar, line: string | undefined) => void
}

const Context = createContext<TimelineContext | undefined>(undefined)
export const TimelineProvider = Context.Provider
export const useTimeline = (): TimelineContext => useContext(Context)!
