import { stopwatchMs } from '#src/platform/clock.ts'
import type { RefusedSearch, WhyRefused } from '#src/platform/traces/traces.ts'

type Asked = Pick<RefusedSearch, 'why'>

/** Of every three seconds so many milliseconds are spent on it, and no answer waits meanwhile: two parts in a hundred. */
export const whyBudgetMs = 60
/** However slow the machine is, so many are looked into. */
const leastLooked = 8

/**
 * Which rules bound these searches: what the answer knew already, and what is found out until the time is used up, of searches chosen evenly. The others stay
 * without a rule, and are told as such, so that no share is made up.
 */
export const findWhy = async <T extends Asked>(
  searches: readonly T[],
  { budgetMs = whyBudgetMs, least = leastLooked, chance = Math.random }: { budgetMs?: number; least?: number; chance?: () => number } = {},
): Promise<Map<T, WhyRefused>> => {
  const found = new Map<T, WhyRefused>()
  const open: { one: T; ask: () => Promise<WhyRefused | undefined>; turn: number }[] = []
  for (const one of searches) {
    if (typeof one.why === 'object') found.set(one, one.why)
    else if (one.why) open.push({ one, ask: one.why, turn: chance() })
  }
  const startedMs = stopwatchMs()
  for (const [nth, { one, ask }] of open.toSorted((a, b) => a.turn - b.turn).entries()) {
    if (nth >= least && stopwatchMs() - startedMs >= budgetMs) break
    // A venue that has gone meanwhile has no rules.
    const why = await ask().catch(() => undefined)
    if (why) found.set(one, why)
  }
  return found
}
