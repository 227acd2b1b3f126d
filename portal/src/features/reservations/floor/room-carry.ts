import { useSyncExternalStore } from 'react'
import { makeStore } from '#src/i18n/store.ts'
import type { Fit } from '../timeline/fit.ts'

/** Who is carried through the service view, and over what; outside of React, since it changes with the hand. */
type Carried = { readonly id: string; readonly over: string | undefined }
export const carriedStore = makeStore<Carried | undefined>(undefined)
export const useCarriedId = (): string | undefined => useSyncExternalStore(carriedStore.subscribe, () => carriedStore.get()?.id)

/** What becomes of a party that is given a table, or none, and why, in words; undefined where nobody knows it. */
export type Judged = { readonly fit: Fit; readonly why: string }
export type Judge = (id: string, tableId: string | undefined) => Judged | undefined

/** The room says it while it is looked at. */
export const judgeStore = makeStore<Judge | undefined>(undefined)

/** A table as the target of a hand names it; empty = those without one. */
export const tableOfTarget = (target: string): string | undefined => target.slice('table:'.length) || undefined
export const isTableTarget = (target: string): boolean => target.startsWith('table:')
