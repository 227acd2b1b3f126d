import { useSyncExternalStore } from 'react'

/** One value outside of React that screens follow: `use` draws anew whoever reads it when it changes. */
export const makeStore = <Value>(initial: Value) => {
  let value = initial
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  const get = (): Value => value
  const set = (next: Value): void => {
    value = next
    for (const listener of listeners) listener()
  }
  return { get, set, subscribe, use: (): Value => useSyncExternalStore(subscribe, get) }
}
