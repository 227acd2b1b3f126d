/** `waitMs`: until the next question may be asked; 0 = now. Whoever gets 0 while the circuit is open is the probe. */
type Entry = { waitMs: number; round: number }

/** Stops asking a system that does not answer, and lets one question through now and then to hear whether it is back. */
export type Breaker = {
  enter(): Entry
  /** True when it was open. */
  answered(): boolean
  /** What was asked in that round got no answer. For how long it is open from now on; 0 = nothing has changed. */
  failed(round: number): number
  /** Somebody else has heard that it does not answer. */
  openFor(ms: number): void
  /** It says that it is well: the next question is asked, and what it hears decides. */
  tryNext(): void
  /** It answers questions of another kind: the same, once a pause, because it may go on answering those and none of these. */
  hint(): void
}
type BreakerOptions = { after?: number; firstMs?: number; longestMs?: number; nowMs?: () => number }

/**
 * Opens after so many failures in a row; each probe doubles the pause to the next, up to `longestMs`. A round ends when the circuit opens or closes and
 * with each probe: what was asked in an earlier one and fails now, as many do together that waited for the same silence, is no news.
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
      // This one asks; the others wait for what it hears, and no longer than a pause should it never tell.
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
    failed: (asked) => {
      if (asked !== round || (!open && ++failures < after)) return 0
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
