import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

/** Event loop utilization from which a process counts as busy. */
const busy = 0.7
/** With fewer requests in flight, the load is the background work itself. */
const some = 3
const everyMs = 250
/** The longest delay of background work; afterwards it goes on whatever the load. */
const patienceMs = 5000

type Watch = { busyShare: () => number; inFlight: () => number; pause: (ms: number) => Promise<unknown> }
export type Backpressure = () => Promise<void>

/**
 * Back-pressure: resolves at once while the event loop has capacity or no request is in flight, else when that is so, after five seconds at the
 * latest.
 */
export const makeBackpressure =
  ({ busyShare, inFlight, pause }: Watch): Backpressure =>
  async () => {
    for (let waitedMs = 0; busyShare() > busy && inFlight() >= some && waitedMs < patienceMs; waitedMs += everyMs) await pause(everyMs)
  }

/** Delayed work is released one at a time: released together, it would bring the load back. */
export const serialized = (backpressure: Backpressure): Backpressure => {
  let line = Promise.resolve()
  return () => (line = line.then(backpressure))
}

/** Event loop utilization over the last quarter of a second, measured until `stop`; then nothing is delayed any more. */
export const watchBusyShare = (): { busyShare: () => number; stop: () => void } => {
  let share = 0
  let before = performance.eventLoopUtilization()
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization()
    share = performance.eventLoopUtilization(now, before).utilization
    before = now
  }, everyMs).unref()
  const stop = (): void => {
    clearInterval(timer)
    share = 0
  }
  return { busyShare: () => share, stop }
}

export const pauseFor = (ms: number): Promise<unknown> => sleep(ms, undefined, { ref: false })
