import { createContext, useContext } from 'react'
import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import type { Known } from './briefing-rules.ts'
import type { Moves } from '../use-moves.ts'

/** What every part of the service view works on. */
export type PhaseWork = {
  readonly zone: string
  readonly moves: Pick<Moves, 'act' | 'mayMove'>
  readonly selectedId: string | undefined
  readonly knownOf: (id: string) => Known | undefined
  /** Until when it sits: as long as it booked, or as somebody said. */
  readonly endOf: (row: ReservationRow) => number
  /** Since when it sits, where that is known. */
  readonly sinceOf: (row: ReservationRow) => number
  readonly onOpen: (id: string, byKey: boolean) => void
  readonly onCurrent: (id: string) => void
  /** Opens what can be done with a party, beside what was touched. */
  readonly onMenu: (row: ReservationRow, anchor: HTMLElement) => void
}

const Work = createContext<PhaseWork | undefined>(undefined)
export const PhaseWorkProvider = Work.Provider
export const usePhaseWork = (): PhaseWork => useContext(Work)!
