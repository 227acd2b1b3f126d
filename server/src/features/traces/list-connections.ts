import type { GoogleCalls } from '@tablewire/contracts/operations/google-calls'
import type { Connection, Silence } from '@tablewire/contracts/operations/traces'
import { connectionLimits, googleConnectionLimits } from '@tablewire/contracts/operations/traces.rules'
import type { Ctx } from '#src/platform/ctx.ts'
import {
  keyOf,
  type KindStep,
  readErrors,
  readKinds,
  readSilences,
  readSteps,
  readUsual,
  readUsualKinds,
  type SideError,
  type UsualKinds,
} from './connection-figures.ts'
import { readGoogleCalls } from './google-calls.ts'
import { seesWhole, type Side, sidesOf } from './connection-sides.ts'
import { assessConnection, type ConnectionHealth, type Step } from './assess-connection.ts'

type ConnectionRecord = {
  steps: Map<string, Step[]>
  kinds: Map<string, KindStep[]>
  usual: Map<string, number>
  usualKinds: Map<string, UsualKinds>
  errors: Map<string, SideError>
  silences: Map<string, Silence>
  google: Map<string, GoogleCalls[]>
  nowMs: number
  partial: boolean
}

/** Beyond what Google allows it is not well, whatever else is: what is worse stands. */
const withGoogle = (judged: ConnectionHealth, google: readonly GoogleCalls[]): ConnectionHealth => {
  const [first] = google.flatMap(({ since }) => since ?? []).toSorted()
  if (first === undefined || ['denied', 'unreachable', 'failing'].includes(judged.state)) return judged
  return { ...judged, state: 'failing', since: first, beyond: null, beyondUsual: false }
}

const view = ({ isGoogle, ...side }: Side, record: ConnectionRecord): Connection => {
  const { steps, kinds, usual, usualKinds, errors, silences, google: calls, nowMs, partial } = record
  const key = keyOf(side)
  const error = errors.get(key) ?? null
  const silence = silences.get(key) ?? null
  const usualMs = usual.get(key) ?? null
  const judged = assessConnection({
    nowMs,
    steps: steps.get(key) ?? [],
    kinds: kinds.get(key) ?? [],
    health: side.health,
    usual: usualKinds.get(key) ?? {},
    trouble: error,
    silent: silence?.since ?? null,
    limits: isGoogle ? googleConnectionLimits : connectionLimits,
  })
  const google = calls.get(side.id) ?? []
  return { ...side, ...withGoogle(judged, google), partial, usualMs, error, silence, google }
}

const urgency: readonly Connection['state'][] = ['denied', 'unreachable', 'failing', 'silent', 'slow', 'idle', 'fine']
const byUrgency = (a: Connection, b: Connection): number =>
  Number(b.waiting + b.undelivered > 0) - Number(a.waiting + a.undelivered > 0) ||
  urgency.indexOf(a.state) - urgency.indexOf(b.state) ||
  a.name.localeCompare(b.name)

/** Every channel and system with its state, those with problems first. */
export const listConnections = async (ctx: Ctx): Promise<Connection[]> => {
  const now = ctx.clock()
  const at = now.toString()
  const sides = await sidesOf(ctx)
  const kinds = await readKinds(ctx, at)
  const [steps, usual, usualKinds, errors, silences, google] = await Promise.all([
    readSteps(ctx, at, kinds),
    readUsual(ctx, at),
    readUsualKinds(ctx, at),
    readErrors(ctx, sides, at),
    readSilences(ctx),
    readGoogleCalls(ctx, at),
  ])
  const known = { steps, kinds, usual, usualKinds, errors, silences, google, nowMs: now.epochMilliseconds, partial: !seesWhole(ctx) }
  return sides.map((side) => view(side, known)).toSorted(byUrgency)
}
