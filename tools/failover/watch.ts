import { setTimeout as sleep } from 'node:timers/promises'
import type { Watch } from '../../tests/build/a-caller.ts'
import type { Machine } from './machines.ts'

export type Seen = {
  /** Bookings, holds and cancellations that were acknowledged. */
  acknowledged: number
  /** The longest time without one since the fault struck, ms. */
  pauseMs: number
  busy: number
  /** 503 that do not say when to come back. */
  busyUntold: number
  /** 500 and whatever else no partner should get. */
  failed: number
  /** Calls without an answer. */
  unanswered: number
  slowestMs: number
}

/** Listens to the guests' calls; `strikes` is the moment from which pauses count. */
export const watchCalls = (): { watch: Watch; strikes: () => void; result: () => Seen } => {
  const seen: Seen = { acknowledged: 0, pauseMs: 0, busy: 0, busyUntold: 0, failed: 0, unanswered: 0, slowestMs: 0 }
  let lastAt: number | undefined
  const watch: Watch = ({ method, status, retryAfter, tookMs }) => {
    seen.slowestMs = Math.max(seen.slowestMs, tookMs)
    if (status === undefined) seen.unanswered++
    else if (status === 503) {
      seen.busy++
      if (!retryAfter) seen.busyUntold++
    } else if (status >= 500) seen.failed++
    else if (status < 300 && method !== 'GET') {
      const now = performance.now()
      seen.acknowledged++
      if (lastAt !== undefined) seen.pauseMs = Math.max(seen.pauseMs, now - lastAt)
      if (lastAt !== undefined) lastAt = now
    }
  }
  return {
    watch,
    strikes: () => {
      lastAt = performance.now()
    },
    // The time since the last one counts as well: after a fault nobody may be refused for ever.
    result: () => ({ ...seen, pauseMs: Math.max(seen.pauseMs, lastAt === undefined ? 0 : performance.now() - lastAt) }),
  }
}

const leads = async ({ address }: Machine): Promise<boolean> => {
  const { ok } = await fetch(`http://${address}:8008/primary`, { signal: AbortSignal.timeout(500) })
  return ok
}

/** The longest time in which no machine said that it takes writes: the database's own pause. */
export const watchPrimary = (databases: readonly Machine[]): { stop: () => Promise<number> } => {
  const ending = new AbortController()
  const watching = (async () => {
    let longest = 0
    let since = performance.now()
    while (!ending.signal.aborted) {
      const asked = performance.now()
      const found = await Promise.any(
        databases.map(async (one) => (await leads(one)) || Promise.reject(new Error(`${one.name} follows`))),
      ).catch(() => false)
      if (found) {
        longest = Math.max(longest, performance.now() - since)
        since = performance.now()
      }
      await sleep(Math.max(0, 100 - (performance.now() - asked)))
    }
    return longest
  })()
  return {
    stop: async () => {
      ending.abort()
      return watching
    },
  }
}
