import type { CallKind, Connection, ConnectionState } from '@tablewire/contracts/operations/traces'
import { connectionLimits, type ConnectionLimits, isFarSlower } from '@tablewire/contracts/operations/traces.rules'
import { type LatestCall, latestMost, withLatest } from '#src/platform/traces/latest-calls.ts'

type Moment = string | null
/** A ten-minute bucket of a flow, with its last failure and last success. */
export type Step = { at: string; calls: number; refused: number; failed: number; durationMs: number } & Partial<
  Record<'firstFailedAt' | 'lastFailedAt' | 'lastOkAt' | 'firstNoticedAt' | 'lastPromptAt', Moment>
> & {
    /** In any order; none where they were not kept. */
    latestCalls?: readonly LatestCall[]
  }
type Sum = Omit<Step, 'at' | 'latestCalls' | 'firstNoticedAt' | 'lastPromptAt'>
export type ConnectionHealth = Pick<
  Connection,
  'state' | 'since' | 'calls' | 'errorShare' | 'averageMs' | 'hours' | 'kinds' | 'beyond' | 'beyondUsual'
>
type Trouble = { at: string; httpStatus: number | null } | null
type ConnectionHistory = {
  nowMs: number
  steps: readonly Step[]
  /** The same by kind of call, each with limits of its own. */
  kinds: readonly (Step & { of: CallKind })[]
  health: Connection['health']
  /** How long a call of that kind usually takes, where that is known. */
  usual: Readonly<Partial<Record<CallKind, number>>>
  trouble: Trouble
  silent: string | null
  /** What everybody has, unless told. */
  limits?: ConnectionLimits
}
type State = Pick<ConnectionHealth, 'state' | 'since' | 'beyond' | 'beyondUsual'>

const stepMs = 600_000
const hourMs = 3_600_000
/** Fewer calls are not significant. */
const callsLeast = 3

type MomentName = 'firstFailedAt' | 'lastFailedAt' | 'lastOkAt' | 'firstNoticedAt' | 'lastPromptAt'
const moments = (steps: readonly Step[], name: MomentName): string[] =>
  steps.flatMap((step) => step[name] ?? []).toSorted((a, b) => Date.parse(a) - Date.parse(b))
const sum = (steps: readonly Step[]): Sum => ({
  ...steps.reduce(
    (all, { calls, refused, failed, durationMs }) => ({
      calls: all.calls + calls,
      refused: all.refused + refused,
      failed: all.failed + failed,
      durationMs: all.durationMs + durationMs,
    }),
    { calls: 0, refused: 0, failed: 0, durationMs: 0 },
  ),
  firstFailedAt: moments(steps, 'firstFailedAt')[0] ?? null,
  lastFailedAt: moments(steps, 'lastFailedAt').at(-1) ?? null,
  lastOkAt: moments(steps, 'lastOkAt').at(-1) ?? null,
})
/** One bucket for each time, all kinds merged. */
export const together = (steps: readonly Step[]): Step[] =>
  [...Map.groupBy(steps, ({ at }) => at)].map(([at, ofTime]) => ({ at, ...sum(ofTime) }))
const averageOf = ({ calls, durationMs }: Sum): number | null => (calls > 0 ? Math.round(durationMs / calls) : null)
const ageOf = (nowMs: number, { at }: Step): number => nowMs - Date.parse(at)

type Sign = (step: Sum) => boolean
const unreachable: Sign = ({ calls, failed }) => calls > 0 && failed === calls
type Limited = Pick<ConnectionHistory, 'limits'>
const failing =
  ({ limits = connectionLimits }: Limited, kind: CallKind): Sign =>
  ({ calls, failed }) =>
    failed > 0 && failed / calls > limits[kind].errorShare
const slow =
  ({ limits = connectionLimits }: Limited, kind: CallKind): Sign =>
  (step) =>
    (averageOf(step) ?? 0) > limits[kind].averageMs
const slowerThan =
  (usualMs: number | null): Sign =>
  (step) =>
    isFarSlower(averageOf(step), usualMs)

/** How far back the condition holds without a break; buckets without calls are skipped, and healthy latest ones do not outweigh those before them. */
const runOf = (steps: readonly Step[], sign: Sign): { first: Step | null; before: Step | null } => {
  let first: Step | null = null
  for (const step of steps.toReversed()) {
    if (step.calls === 0) continue
    if (sign(step)) first = step
    else if (first !== null) return { first, before: step }
  }
  return { first, before: null }
}
const isAfter = (at: Moment | undefined, other: Moment | undefined): boolean =>
  at !== null && at !== undefined && (other === null || other === undefined || Date.parse(at) > Date.parse(other))

/** The calls made last, and what they come to. */
type Latest = { calls: readonly LatestCall[]; sum: Sum }
const latestOf = (steps: readonly Step[]): Latest => {
  const calls = withLatest(
    [],
    steps.flatMap(({ latestCalls }) => latestCalls ?? []),
  )
  const failed = calls.filter((call) => call[2] === 1).length
  return { calls, sum: { calls: calls.length, refused: 0, failed, durationMs: calls.reduce((total, [, ms]) => total + ms, 0) } }
}

/** The first call that somebody would notice, of the first ten minutes that were slow; where none were yet, since the last prompt one. */
const slowSince = (steps: readonly Step[], sign: Sign): string | null => {
  const { first } = runOf(steps, sign)
  if (first) return first.firstNoticedAt ?? first.at
  return moments(steps, 'lastPromptAt').at(-1) ?? moments(steps, 'firstNoticedAt')[0] ?? null
}

/** The moment of the first failure; it may lie in a bucket that was healthy until then. */
const failingSince = (steps: readonly Step[], sign: Sign): string | null => {
  const { first, before } = runOf(steps, sign)
  const within = before?.firstFailedAt
  if (first && within && isAfter(within, before.lastOkAt)) return within
  if (first) return first.firstFailedAt ?? first.at
  // Too few yet to outweigh what went well before.
  const lastOkAt = moments(steps, 'lastOkAt').at(-1)
  return moments(steps, 'firstFailedAt').find((at) => isAfter(at, lastOkAt)) ?? moments(steps, 'lastFailedAt').at(-1) ?? null
}

/** Hysteresis: counts come some seconds late, and one success between two failures is no recovery. */
const calmMs = 30_000
/** Where no call of the kind was made again, successes of other kinds count after this. */
const longCalmMs = 600_000
/** Recovered: a success since its last failure, and no failure for a while. */
const isOver = ({ nowMs, health, steps: all }: ConnectionHistory, steps: readonly Step[]): boolean => {
  const { lastOkAt, lastFailedAt } = sum(steps)
  if (!lastFailedAt) return false
  const calmFor = nowMs - Date.parse(lastFailedAt)
  const elsewhere = isAfter(sum(all).lastOkAt, lastFailedAt) || (health?.ok === true && isAfter(health.checkedAt, lastFailedAt))
  return (isAfter(lastOkAt, lastFailedAt) && calmFor >= calmMs) || (elsewhere && calmFor >= longCalmMs)
}
/** Its health checks succeed, though no other call was made. */
const answersAgain = ({ nowMs, health }: ConnectionHistory, { lastFailedAt }: Sum): boolean =>
  health?.ok === true && !!lastFailedAt && isAfter(health.checkedAt, lastFailedAt) && nowMs - Date.parse(lastFailedAt) >= calmMs

const nothingWell: Sign = ({ calls, refused, failed }) => refused + failed >= calls

/** Our credentials were refused, with no success since. */
const isDenied = ({ trouble, steps }: ConnectionHistory): boolean =>
  trouble !== null &&
  (trouble.httpStatus === 401 || trouble.httpStatus === 403) &&
  !steps.some((step) => isAfter(step.lastOkAt, trouble.at) || (!nothingWell(step) && Date.parse(step.at) > Date.parse(trouble.at)))

/** The last half hour decides whether it is still so, where it is significant. */
const nowOf = (nowMs: number, steps: readonly Step[]): Sum => {
  const recent = sum(steps.filter((step) => ageOf(nowMs, step) < 3 * stepMs))
  return recent.calls >= callsLeast ? recent : sum(steps.filter((step) => ageOf(nowMs, step) < hourMs))
}

/** Ordered by harm to guests. */
const inOrder = ['booking', 'change', 'availability', 'lookup'] as const satisfies readonly CallKind[]
const kindsOf = ({ kinds }: ConnectionHistory): [CallKind, readonly Step[]][] =>
  inOrder.map((kind) => [kind, kinds.filter(({ of }) => of === kind)])

type Flow = { kind: CallKind; steps: readonly Step[]; now: Sum; latest: Latest }
const flowsOf = (known: ConnectionHistory): Flow[] =>
  kindsOf(known).map(([kind, steps]) => ({ kind, steps, now: nowOf(known.nowMs, steps), latest: latestOf(steps) }))

/** Whether the latest calls are all there are to ask: five, the last of them within half an hour. */
const speaksForNow = ({ nowMs }: ConnectionHistory, { calls }: Latest): boolean =>
  calls.length === latestMost && nowMs - Date.parse(calls[0]![0]) < 3 * stepMs

/** More than its share of the half hour fails; or the latest five all do, however much went well before. */
const isFailing = (known: ConnectionHistory, { kind, steps, now, latest }: Flow): boolean =>
  ((now.failed >= 2 && failing(known, kind)(now)) || (speaksForNow(known, latest) && unreachable(latest.sum))) && !isOver(known, steps)

/** Nothing of the kind was asked for a while, and what was asked meanwhile of other kinds went well: as with failures. */
const isForgotten = ({ nowMs, steps: all }: ConnectionHistory, { calls: [last] }: Latest): boolean =>
  last !== undefined && nowMs - Date.parse(last[0]) >= longCalmMs && isAfter(sum(all).lastOkAt, last[0])

/**
 * The latest calls decide where there are enough of them: what was slow and is quick again is over, and what has become slow is so although the half
 * hour before was quick. Where they tell nothing, the half hour does.
 */
const isLagging = (known: ConnectionHistory, { now, latest }: Flow, sign: Sign): boolean => {
  if (isForgotten(known, latest)) return false
  if (speaksForNow(known, latest)) return sign(latest.sum)
  return now.calls >= callsLeast && sign(now) && (latest.sum.calls < callsLeast || sign(latest.sum))
}

const usualOf = ({ usual }: ConnectionHistory, kind: CallKind): number | null => usual[kind] ?? null

/** Failures before slowness, and fixed limits before the baseline. */
const beyondLimits = (known: ConnectionHistory): State | undefined => {
  const flows = flowsOf(known)
  const fails = flows.find((flow) => isFailing(known, flow))
  const byLimit = { beyondUsual: false }
  if (fails) return { ...byLimit, state: 'failing', since: failingSince(fails.steps, failing(known, fails.kind)), beyond: fails.kind }
  const lags = flows.find((flow) => isLagging(known, flow, slow(known, flow.kind)))
  if (lags) return { ...byLimit, state: 'slow', since: slowSince(lags.steps, slow(known, lags.kind)), beyond: lags.kind }
  const unusual = flows.find((flow) => isLagging(known, flow, slowerThan(usualOf(known, flow.kind))))
  if (!unusual) return undefined
  const since = slowSince(unusual.steps, slowerThan(usualOf(known, unusual.kind)))
  return { state: 'slow', since, beyond: unusual.kind, beyondUsual: true }
}

/** A single failure is chance: a system counts as down when its health checks fail in a row, also without any other call. */
const checksLeast = 2

const stateOf = (known: ConnectionHistory): State => {
  const { nowMs, steps, trouble, silent, health } = known
  const plain = (state: ConnectionState, since: string | null): State => ({ state, since, beyond: null, beyondUsual: false })
  if (trouble && isDenied(known)) return plain('denied', failingSince(steps, nothingWell) ?? trouble.at)
  const now = nowOf(nowMs, steps)
  if (now.calls >= callsLeast && unreachable(now) && !answersAgain(known, now))
    return plain('unreachable', failingSince(steps, unreachable))
  if (health && !health.ok && health.failures >= checksLeast && !isAfter(sum(steps).lastOkAt, health.checkedAt))
    return plain('unreachable', health.since)
  const beyond = beyondLimits(known)
  if (beyond) return beyond
  if (silent) return plain('silent', silent)
  return plain(now.calls === 0 ? 'idle' : 'fine', null)
}

const hoursOf = (nowMs: number, steps: readonly Step[]): ConnectionHealth['hours'] => {
  const first = nowMs - (nowMs % hourMs) - 23 * hourMs
  return Array.from({ length: 24 }, (_, at) => {
    const from = first + at * hourMs
    const hour = sum(steps.filter((step) => Date.parse(step.at) >= from && Date.parse(step.at) < from + hourMs))
    return { at: new Date(from).toISOString(), calls: hour.calls, failed: hour.failed, averageMs: averageOf(hour) }
  })
}

/** The state of a connection, since when, and the evidence of the last day. Buckets run from the oldest to the newest. */
export const assessConnection = (known: ConnectionHistory): ConnectionHealth => {
  const { nowMs, steps, limits = connectionLimits } = known
  const lastHour = (all: readonly Step[]) => sum(all.filter((step) => ageOf(nowMs, step) < hourMs))
  const figures = (one: Sum) => ({
    calls: one.calls,
    errorShare: one.calls ? one.failed / one.calls : 0,
    averageMs: averageOf(one),
  })
  return {
    ...stateOf(known),
    ...figures(lastHour(steps)),
    kinds: kindsOf(known).map(([kind, ofKind]) => {
      const hour = lastHour(ofKind)
      return {
        kind,
        ...figures(hour),
        refused: hour.refused,
        usualMs: usualOf(known, kind),
        limits: limits[kind],
        hours: hoursOf(nowMs, ofKind),
      }
    }),
    hours: hoursOf(nowMs, steps),
  }
}
