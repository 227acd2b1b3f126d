import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import { useSyncExternalStore } from 'react'
import { makeStore } from '#src/i18n/store.ts'
import type { Fit, Verdict } from './fit.ts'
import type { Stay } from './model.ts'

/** Where a party would be let go: undefined as table = among those without one. */
export type Place = { readonly tableId: string | undefined; readonly from: number }
export type Carry = Place & {
  readonly row: ReservationRow
  /** Where it is drawn: who sits, since he sat down. */
  readonly drawn: Stay
  readonly fit: Fit
  /** Of every table at that time. */
  readonly verdicts: ReadonlyMap<string, Verdict>
  readonly by: 'hand' | 'keys'
  /** Let go, and on its way. */
  readonly sent: boolean
}

const store = makeStore<Carry | undefined>(undefined)

/** What is carried, outside of React: only what shows it is drawn anew while a hand moves. */
export const carryStore = store
export const useCarry = store.use
export const useVerdict = (tableId: string): Verdict | undefined =>
  useSyncExternalStore(store.subscribe, () => store.get()?.verdicts.get(tableId))
export const useIsCarrying = (): boolean => useSyncExternalStore(store.subscribe, () => store.get() !== undefined)
const carriedId = (): string | undefined => {
  const carry = store.get()
  return carry?.sent ? undefined : carry?.row.id
}
export const useCarriedId = (): string | undefined => useSyncExternalStore(store.subscribe, carriedId)
export const useCarried = (id: string): boolean => useSyncExternalStore(store.subscribe, () => store.get()?.row.id === id)
