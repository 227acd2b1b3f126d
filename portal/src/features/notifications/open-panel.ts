import { useSyncExternalStore } from 'react'
import { sessionStore } from '#src/api/session.ts'

/** At the foot of a menu the panel opens upwards, in a bar downwards. */
export type PanelPlace = 'above' | 'below' | undefined

let place: PanelPlace
const listeners = new Set<() => void>()

export const placePanel = (next: PanelPlace): void => {
  place = next
  for (const listener of listeners) listener()
}
sessionStore.onEnd(() => placePanel(undefined))

/** Kept outside of the bell: a menu that narrows when the focus leaves it draws another bell, and the panel stays open. */
export const usePanelPlace = (): PanelPlace =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => place,
  )
