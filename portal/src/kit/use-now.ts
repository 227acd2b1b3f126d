import { useSyncExternalStore } from 'react'
import { pageStart } from './page-start.ts'

/** One clock for the whole screen: late marks and the line of the present move together, at full minutes. */
let now = pageStart
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined

const tick = (): void => {
  now = Date.now()
  for (const listener of listeners) listener()
  timer = setTimeout(tick, 60_000 - (now % 60_000) + 20)
}
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  if (listeners.size === 1) timer = setTimeout(tick, 60_000 - (Date.now() % 60_000) + 20)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearTimeout(timer)
  }
}
const read = (): number => {
  // A laptop that slept wakes with an old minute.
  if (Date.now() - now > 61_000) now = Date.now()
  return now
}

export const useNow = (): number => useSyncExternalStore(subscribe, read)
