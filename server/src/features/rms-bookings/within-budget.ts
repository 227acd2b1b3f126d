import type { Timers } from '@tablewire/connectors/kit/timers'
import type { Ctx } from '#src/platform/ctx.ts'

/** Asked by whoever is about to write an outcome: does the caller still wait for it? From then on the outcome is what the caller reads. */
export type Claim = () => boolean
type Budget = {
  timers: Timers
  ms: number
  /** How much longer an outcome is waited for that is being written when the time is over; as long again, unless told. */
  writingMs?: number
}
/** `claimed`: the outcome may be written as one that the caller has read. */
type InTime<T> = { inTime: true; value: T } | { inTime: false; claimed: boolean }

/** What is left of the time a caller waits, all that is asked for him together. */
export type TimeLeft = () => Budget

/** Counted from now on: what is asked first leaves the rest to what comes after it. */
export const callersTime = ({ ports: { timers, config } }: Pick<Ctx, 'ports'>): TimeLeft => {
  const until = timers.nowMs() + config.waits.answer
  return () => ({ timers, ms: Math.max(0, until - timers.nowMs()), writingMs: config.waits.answer })
}

/**
 * What the work answers, as long as its caller waits; what takes longer goes on behind the answer. An outcome that is being written when the time is
 * over is waited for once more, so that nobody is told "not known yet" of what is known. Whoever is told so all the same has to hear of it by another way.
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
