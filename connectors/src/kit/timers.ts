import { setTimeout as sleep } from 'node:timers/promises'

/**
 * What waits for time to pass. Everything that a booking at a reservation system waits for comes through here, so that time can be told by somebody
 * else: a simulation that lets hours pass in milliseconds. None of it keeps a process alive.
 */
export type Timers = {
  /** Milliseconds that only grow. */
  nowMs(): number
  /** Once, after so long. What it answers takes that back. */
  after(ms: number, run: () => void): () => void
  /** Again and again, until taken back. */
  every(ms: number, run: () => void): () => void
  /** Rejects when the signal comes before. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

export const systemTimers: Timers = {
  nowMs: () => performance.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms).unref()
    return () => clearTimeout(timer)
  },
  every: (ms, run) => {
    const timer = setInterval(run, ms).unref()
    return () => clearInterval(timer)
  },
  sleep: (ms, signal) => sleep(ms, undefined, { ref: false, ...(signal ? { signal } : {}) }),
}
