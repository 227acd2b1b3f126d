/** `waitMs`: until the next call may be made; 0 = now. A caller that gets 0 while the circuit is open is the probe (half-open). */
type Entry = { waitMs: number; round: number }

/** Circuit breaker: stops calls to a system that does not answer, and lets a probe through now and then. */
export type Breaker = {
  enter(): Entry
  /** Closes the circuit; true when it was open. */
  answered(): boolean
  /** A call of that round failed. Returns for how long the circuit is open from now on; 0 = nothing has changed. */
  failed(round: number): number
  /** Another process of the cluster has opened its circuit. */
  openFor(ms: number): void
  /** A successful health check: half-open, the next call is the probe and decides. */
  tryNext(): void
  /** A success of another kind of calls: half-open as well, at most once per pause, as a system may go on answering one kind only. */
  hint(): void
}
type BreakerOptions = { after?: number; firstMs?: number; longestMs?: number; nowMs?: () => number }

/**
 * Opens after so many consecutive failures; each failed probe doubles the pause (exponential backoff), up to `longestMs`. A round ends when the
 * circuit opens or closes and with each probe: failures of calls from earlier rounds, which waited for the same timeout, are not counted.
 */
export const makeBreaker = ({
  after = 5,
  firstMs = 500,
  longestMs = 5000,
  nowMs = () => performance.now(),
}: BreakerOptions = {}): Breaker => {
  let failures = 0
  let open = false
  let round = 0
  let pauseMs = firstMs
  let openUntilMs = 0
  let hints: 'free' | 'given' | 'spent' = 'free'

  const trip = (): void => {
    if (open) return
    open = true
    hints = 'free'
    pauseMs = firstMs
    round++
  }
  const tryNext = (): void => void (openUntilMs = Math.min(openUntilMs, nowMs()))
  return {
    enter: () => {
      if (!open) return { waitMs: 0, round }
      const waitMs = openUntilMs - nowMs()
      if (waitMs > 0) return { waitMs, round }
      // This call is the probe; the others wait for its outcome, at most for a pause should it never come.
      openUntilMs = nowMs() + pauseMs
      pauseMs = Math.min(longestMs, pauseMs * 2)
      hints = hints === 'given' ? 'spent' : 'free'
      return { waitMs: 0, round: ++round }
    },
    answered: () => {
      const wasOpen = open
      if (open) round++
      open = false
      failures = 0
      return wasOpen
    },
    failed: (callRound) => {
      if (callRound !== round || (!open && ++failures < after)) return 0
      trip()
      openUntilMs = nowMs() + pauseMs
      return pauseMs
    },
    openFor: (ms) => {
      trip()
      openUntilMs = Math.max(openUntilMs, nowMs() + Math.min(ms, longestMs))
    },
    tryNext,
    hint: () => {
      if (!open || hints !== 'free' || openUntilMs <= nowMs()) return
      hints = 'given'
      tryNext()
    },
  }
}
