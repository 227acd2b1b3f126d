import { useEffect } from 'react'
import { liveUntil, useLiveState } from '#src/api/live.ts'
import { preloadSlots } from '#src/kit/Slot.tsx'
import { preloadLazy } from '#src/kit/lazy-with-retry.tsx'

const waitMs = 3_000
/** When nobody waits for anything else; answers how it is called off. */
export const whenIdle = (work: () => void): (() => void) => {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, waitMs)
    return () => clearTimeout(timer)
  }
  const asked = requestIdleCallback(work, { timeout: waitMs })
  return () => cancelIdleCallback(asked)
}

/** What service needs is brought while the list stands there and nobody waits: afterwards the server may go. */
export const usePreloadedParts = (stands: boolean): void => {
  useEffect(() => {
    if (!stands) return undefined
    return whenIdle(() => void preloadLazy().then(preloadSlots))
  }, [stands])
}

/** From when the list is, while nothing new can come; undefined while it is true. */
export const useAsOf = ({ keptAt, at }: { keptAt: number | undefined; at: number }): number | undefined => {
  const stopped = useLiveState() === 'offline'
  return keptAt ?? (stopped && at > 0 ? Math.max(at, liveUntil()) : undefined)
}
