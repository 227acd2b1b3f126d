import type { Timers } from '@tablewire/connectors/kit/timers'
import type { Ctx } from '#src/platform/ctx.ts'

/** Called before an outcome is written: does the caller still wait? From then on the outcome counts as read by the caller. */
export type Claim = () => boolean
type Budget = {
  timers: Timers
  ms: number
  /** Grace period for an outcome that is being written when the time budget is used up; as long again, unless told. */
  writingMs?: number
}
/** `claimed`: the outcome may be written as one that the caller has read. */
type InTime<T> = { inTime: true; value: T } | { inTime: false; claimed: boolean }

/** The rest of a caller's time budget, shared by all calls made for it. */
export type TimeLeft = () => Budget

/** Starts now: each call leaves the rest to those after it. `patienceMs`: of a caller that waits less long than others. */
export const callersTime = ({ ports: { timers, config } }: Pick<Ctx, 'ports'>, patienceMs = Infinity): TimeLeft => {
  const until = timers.nowMs() + Math.min(config.waits.answer, patienceMs)
  return () => ({ timers, ms: Math.max(0, until - timers.nowMs()), writingMs: config.waits.answer })
}

/**
 * Returns the work's result within the caller's time budget (a deadline); work that takes longer continues in the background. An outcome that is
 * being written at the deadline gets a grace period, so that a known result is not reported as unknown. A caller that timed out has to be informed by
 * another way.
 */
export const withinBudget = <T>({ timers, ms, writingMs = ms }: Budget, work: (claim: Claim) => Promise<T>): Promise<InTime<T>> => {
  let [late, claimed] = [false, false]
  const claim: Claim = () => {
    claimed ||= !late
    return !late
  }
  return new Promise((resolve, reject) => {
    const giveUp = (): void => {
      late = true
      resolve({ inTime: false, claimed })
    }
    let takeBack = timers.after(ms, () => {
      if (claimed) takeBack = timers.after(writingMs, giveUp)
      else giveUp()
    })
    work(claim)
      .then((value) => resolve({ inTime: true, value }), reject)
      .finally(() => takeBack())
  })
}
