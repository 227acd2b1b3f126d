import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

/** From this share of its time on, a process has its hands full. */
const busy = 0.7
/** Where fewer wait for an answer, it is the work in the background itself that fills the hands. */
const some = 3
const everyMs = 250
/** Work in the background may wait this long for the people in front, and then goes on all the same. */
const patienceMs = 5000

type Watch = { busyShare: () => number; inFlight: () => number; pause: (ms: number) => Promise<unknown> }
export type Backpressure = () => Promise<void>

/** Answers at once while the process has time to spare or nobody waits for it, else when that is so, at the latest after five seconds. */
export const makeBackpressure =
  ({ busyShare, inFlight, pause }: Watch): Backpressure =>
  async () => {
    for (let waitedMs = 0; busyShare() > busy && inFlight() >= some && waitedMs < patienceMs; waitedMs += everyMs) await pause(everyMs)
  }

/** Of those who are held back one goes on after the other: let go together, they would bring the load back. */
export const serialized = (backpressure: Backpressure): Backpressure => {
  let line = Promise.resolve()
  return () => (line = line.then(backpressure))
}

/** The share of the last quarter of a second in which this process worked, taken until `stop`; then nobody waits any more. */
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
