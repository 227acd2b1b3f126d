import { useEffect } from 'react'
import { liveUntil, useLiveState } from '#src/api/live.ts'
import { preloadSlots } from '#src/kit/Slot.tsx'
import { preloadLazy } from '#src/kit/lazy-with-retry.tsx'

/** What service needs is brought while the list stands there and nobody waits: afterwards the server may go. */
export const usePreloadedParts = (stands: boolean): void => {
  useEffect(() => {
    if (!stands) return undefined
    const bring = (): void => void preloadLazy().then(preloadSlots)
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(bring, 2_000)
      return () => clearTimeout(timer)
    }
    const idle = requestIdleCallback(bring, { timeout: 3_000 })
    return () => cancelIdleCallback(idle)
  }, [stands])
}

/** From when the list is, while nothing new can come; undefined while it is true. */
export const useAsOf = ({ keptAt, at }: { keptAt: number | undefined; at: number }): number | undefined => {
  const stopped = useLiveState() === 'offline'
  return keptAt ?? (stopped && at > 0 ? Math.max(at, liveUntil()) : undefined)
}
