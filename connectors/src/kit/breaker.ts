/** Stops asking a system that does not answer, and lets one question through now and then to hear whether it is back. */
export type Breaker = {
  /** Milliseconds until the next question may be asked; 0 = now. Whoever gets 0 while the circuit is open is the probe. */
  waitMs(): number
  /** True when it was open. */
  answered(): boolean
  /** For how long it is open now; 0 = it is not. */
  failed(): number
  /** Somebody else has heard that it does not answer. */
  openFor(ms: number): void
  /** Something else went well there: the next question is asked, and what it hears decides. */
  tryNext(): void
}
type BreakerOptions = { after?: number; firstMs?: number; longestMs?: number; nowMs?: () => number }

/** Opens after so many failures in a row; each failed probe doubles the pause, up to `longestMs`. */
export const makeBreaker = ({
  after = 5,
  firstMs = 1000,
  longestMs = 15_000,
  nowMs = () => performance.now(),
}: BreakerOptions = {}): Breaker => {
  let failures = 0
  let pauseMs = firstMs
  let openUntilMs = 0
  return {
    waitMs: () => {
      if (failures < after) return 0
      const left = openUntilMs - nowMs()
      if (left > 0) return left
      // This one asks; the others wait for what it hears, and no longer than a pause should it never tell.
      openUntilMs = nowMs() + pauseMs
      return 0
    },
    answered: () => {
      const open = failures >= after
      failures = 0
      pauseMs = firstMs
      return open
    },
    failed: () => {
      failures++
      if (failures < after) return 0
      if (failures > after) pauseMs = Math.min(longestMs, pauseMs * 2)
      openUntilMs = nowMs() + pauseMs
      return pauseMs
    },
    openFor: (ms) => {
      failures = Math.max(failures, after)
      openUntilMs = Math.max(openUntilMs, nowMs() + Math.min(ms, longestMs))
    },
    tryNext: () => void (openUntilMs = Math.min(openUntilMs, nowMs())),
  }
}
