import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Timers of everything that a booking at a reservation system waits for, injected, so that a simulation can replace them and let hours pass in
 * milliseconds. None of them keeps a process alive.
 */
export type Timers = {
  /** Monotonic milliseconds. */
  nowMs(): number
  /** A timeout. The function returned clears it. */
  after(ms: number, run: () => void): () => void
  /** An interval, until cleared. */
  every(ms: number, run: () => void): () => void
  /** Sleeps; rejects when aborted before. */
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
