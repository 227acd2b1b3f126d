import { type Connection, connectionLimits, type ConnectionState } from '@tablewire/contracts/traces'

/** Ten minutes of a flow. */
export type Step = { at: string; calls: number; refused: number; failed: number; durationMs: number }
export type Judged = Pick<Connection, 'state' | 'since' | 'calls' | 'errorShare' | 'averageMs' | 'hours'>
type Trouble = { at: string; httpStatus: number | null } | null
type Known = { nowMs: number; steps: readonly Step[]; usualMs: number | null; trouble: Trouble; silent: string | null }

const stepMs = 600_000
const hourMs = 3_600_000
/** Fewer tell nothing. */
const callsLeast = 3
/** So much longer than usual counts as slow, from a second on. */
const timesUsual = 4
const noticedMs = 1000

const sum = (steps: readonly Step[]): Omit<Step, 'at'> =>
  steps.reduce(
    (all, { calls, refused, failed, durationMs }) => ({
      calls: all.calls + calls,
      refused: all.refused + refused,
      failed: all.failed + failed,
      durationMs: all.durationMs + durationMs,
    }),
    { calls: 0, refused: 0, failed: 0, durationMs: 0 },
  )
const averageOf = ({ calls, durationMs }: Omit<Step, 'at'>): number | null => (calls > 0 ? Math.round(durationMs / calls) : null)
const ageOf = (nowMs: number, { at }: Step): number => nowMs - Date.parse(at)

type Sign = (step: Omit<Step, 'at'>) => boolean
const signs = (usualMs: number | null): Record<'unreachable' | 'failing' | 'slow', Sign> => ({
  unreachable: ({ calls, failed }) => calls > 0 && failed === calls,
  failing: ({ calls, failed }) => failed > 0 && failed / calls > connectionLimits.errorShare,
  slow: (step) => {
    const average = averageOf(step)
    if (average === null) return false
    return average > connectionLimits.averageMs || (usualMs !== null && average > noticedMs && average > usualMs * timesUsual)
  },
})

/** How far back, without a break, it has been so; steps without calls say nothing. */
const sinceOf = (steps: readonly Step[], sign: Sign): string | null => {
  let since: string | null = null
  for (const step of steps.toReversed()) {
    if (step.calls === 0) continue
    if (!sign(step)) break
    since = step.at
  }
  return since
}

const nothingWell: Sign = ({ calls, refused, failed }) => refused + failed >= calls

/** Our credentials were not taken, and nothing has gone well since. */
const isDenied = ({ trouble, steps }: Known): boolean =>
  trouble !== null &&
  (trouble.httpStatus === 401 || trouble.httpStatus === 403) &&
  !steps.some((step) => !nothingWell(step) && Date.parse(step.at) > Date.parse(trouble.at))

const stateOf = (known: Known, hour: Omit<Step, 'at'>): [ConnectionState, string | null] => {
  const { nowMs, steps, usualMs, trouble, silent } = known
  const { unreachable, failing, slow } = signs(usualMs)
  const recent = sum(steps.filter((step) => ageOf(nowMs, step) < 3 * stepMs))
  if (trouble && isDenied(known)) return ['denied', sinceOf(steps, nothingWell) ?? trouble.at]
  // The last half hour decides whether it is still so, when there was enough of it.
  const now = recent.calls >= callsLeast ? recent : hour
  if (now.calls >= callsLeast && unreachable(now)) return ['unreachable', sinceOf(steps, unreachable)]
  if (now.failed >= 2 && failing(now)) return ['failing', sinceOf(steps, failing)]
  if (now.calls >= callsLeast && slow(now)) return ['slow', sinceOf(steps, slow)]
  if (silent) return ['silent', silent]
  return [hour.calls === 0 ? 'idle' : 'fine', null]
}

const hoursOf = (nowMs: number, steps: readonly Step[]): Judged['hours'] => {
  const first = nowMs - (nowMs % hourMs) - 23 * hourMs
  return Array.from({ length: 24 }, (_, at) => {
    const from = first + at * hourMs
    const hour = sum(steps.filter((step) => Date.parse(step.at) >= from && Date.parse(step.at) < from + hourMs))
    return { at: new Date(from).toISOString(), calls: hour.calls, failed: hour.failed, averageMs: averageOf(hour) }
  })
}

/** In what state a connection is, since when, and what of the last day tells so. Steps run from the oldest to the newest. */
export const judgeConnection = (known: Known): Judged => {
  const { nowMs, steps } = known
  const hour = sum(steps.filter((step) => ageOf(nowMs, step) < hourMs))
  const [state, since] = stateOf(known, hour)
  return {
    state,
    since,
    calls: hour.calls,
    errorShare: hour.calls ? hour.failed / hour.calls : 0,
    averageMs: averageOf(hour),
    hours: hoursOf(nowMs, steps),
  }
}
