import { callKindOf } from '@tablewire/contracts/operations/call-kinds'
import type { CallKind } from '@tablewire/contracts/operations/traces'
import { type Breaker, makeBreaker } from './breaker.ts'
import type { Answer, Call, Connector, ExtraOperation, Fault, Operation } from './connector.ts'
import { maybeDone, notDone } from './fault.ts'
import type { Http } from './http.ts'
import { alone, type Cluster } from './cluster.ts'
import { systemTimers, type Timers } from './timers.ts'
import { makeSemaphore, type Semaphore } from './semaphore.ts'

type Limits = { limitMs: number; atOnce: number; reads: boolean; probes: boolean }
/**
 * State of one system in this process. Each kind of calls has a circuit of its own: a system may answer searches and fail bookings, and neither is
 * judged by the other, nor by its health checks.
 */
type Line = { semaphore: Semaphore; circuits: Record<CallKind, Breaker> }
type Asking = { line: Line; kind: CallKind; limits: Limits; announce: Cluster['announce']; timers: Timers }
/** The circuit, and the round in which the call was made. */
type CircuitRound = { circuit: string; round: number }
type Act<T> = (call: Call<unknown>) => Promise<Answer<T>>

const mostRetries = 2
const firstPauseMs = 120
/** Paginated lists get a longer timeout than a single answer. */
const extraLimitMs = 30_000

/** Failures that count for the circuit: the system gave no usable answer, or was unreachable. */
const speaksIll = ({ kind, httpStatus }: Fault): boolean =>
  kind === 'unreachable' || kind === 'unclear' || kind === 'garbage' || (kind === 'busy' && httpStatus === 503)
const worthAnother = ({ kind, httpStatus, retryAfterMs }: Fault): boolean =>
  (kind === 'unreachable' && retryAfterMs === null) ||
  kind === 'unclear' ||
  (kind === 'busy' && httpStatus !== null && (retryAfterMs ?? 0) <= 1000)

/** Timeout also for a connector that ignores its abort signal. */
const within = async <T>({ limits: { reads }, timers }: Asking, act: Promise<Answer<T>>, signal: AbortSignal): Promise<Answer<T>> => {
  const late = 'no answer within the time limit'
  const over = (): Answer<T> => (reads ? notDone('unclear', late) : maybeDone('unclear', late))
  let stop: (() => void) | undefined
  const ended = new Promise<Answer<T>>((resolve) => {
    // The connector's own fault, returned on the same abort signal, takes precedence.
    stop = () => void timers.after(50, () => resolve(over()))
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([act, ended])
  } catch (error) {
    const message = `the connector failed: ${error instanceof Error ? error.message : 'unknown'}`
    return reads ? notDone('garbage', message) : maybeDone('garbage', message)
  } finally {
    if (stop) signal.removeEventListener('abort', stop)
  }
}

const tooMany = 'not asked: too many questions to it are waiting'
/** Bulkhead: each request waits for the semaphore; one operation may send several, and a system counts requests. */
const throttled = ({ line: { semaphore }, limits: { atOnce, reads } }: Asking, http: Http): { http: Http; starved: () => boolean } => {
  let starved = false
  return {
    starved: () => starved,
    http: async (request, signal) => {
      const giveBack = await semaphore.take(atOnce, !reads, signal)
      if (!giveBack) {
        starved = true
        return { failure: tooMany, sent: false }
      }
      try {
        return await http(request, signal)
      } finally {
        giveBack()
      }
    },
  }
}

/** A healthy system is worth a probe, no more (half-open). */
const noteHealth = ({ circuits }: Line, answer: Answer<unknown>): void => {
  if (answer.ok) for (const breaker of Object.values(circuits)) breaker.tryNext()
}
const noteAnswer = ({ line: { circuits }, kind, announce }: Asking, { circuit, round }: CircuitRound, answer: Answer<unknown>): void => {
  if (!answer.ok && speaksIll(answer.fault)) {
    const openMs = circuits[kind].failed(round)
    if (openMs > 0) announce.opened(circuit, openMs)
    return
  }
  if (circuits[kind].answered()) announce.closed(circuit)
  for (const breaker of Object.values(circuits)) breaker.hint()
}

const ask = async <T>(asking: Asking, call: Call<unknown>, act: Act<T>): Promise<Answer<T>> => {
  const { line, kind, limits } = asking
  const { probes } = limits
  const { waitMs, round } = probes ? { waitMs: 0, round: 0 } : line.circuits[kind].enter()
  if (waitMs > 0) return notDone('unreachable', 'not asked: it did not answer just now', { retryAfterMs: Math.ceil(waitMs) })
  const turned = throttled(asking, call.http)
  const answer = await within(asking, act({ ...call, http: turned.http }), call.signal)
  // Our own concurrency limit says nothing about the system.
  if (!answer.ok && turned.starved()) return answer.fault.done === 'no' ? notDone('busy', tooMany) : answer
  if (probes) noteHealth(line, answer)
  else noteAnswer(asking, { circuit: `${call.systemId} ${kind}`, round }, answer)
  return answer
}

/** `AbortSignal.timeout()` fires, with an error and its stack, also long after the answer; this timer is cleared. */
const limited = ({ limits: { limitMs }, timers }: Asking, given: AbortSignal): { signal: AbortSignal; done: () => void } => {
  const over = new AbortController()
  const stop = (): void => over.abort(given.reason)
  const takeBack = timers.after(limitMs, () => over.abort(new DOMException('no answer within the time limit', 'TimeoutError')))
  if (given.aborted) stop()
  else given.addEventListener('abort', stop, { once: true })
  const done = (): void => {
    takeBack()
    given.removeEventListener('abort', stop)
  }
  return { signal: over.signal, done }
}

/** Reads are retried after a moment within their timeout; writes never, the caller reconciles them. */
const withRetries = async <T>(asking: Asking, given: Call<unknown>, act: Act<T>): Promise<Answer<T>> => {
  const { limits, timers } = asking
  const { signal, done } = limited(asking, given.signal)
  const call = { ...given, signal }
  try {
    for (let attempt = 0; ; attempt++) {
      const answer = await ask(asking, call, act)
      if (answer.ok || !limits.reads || attempt === mostRetries || call.signal.aborted || !worthAnother(answer.fault)) return answer
      const pauseMs = (answer.fault.retryAfterMs ?? 0) + firstPauseMs * 3 ** attempt * (0.5 + Math.random())
      try {
        await timers.sleep(pauseMs, call.signal)
      } catch {
        return answer
      }
    }
  } finally {
    done()
  }
}

/**
 * The connector with timeouts, circuit breakers, concurrency limits and retries of reads. Its state lives as long as the process; the cluster is
 * notified when a circuit opens or closes, and divides the limits.
 */
export const withResilience = (connector: Connector, cluster: Cluster = alone, timers: Timers = systemTimers): Connector => {
  if (connector.servedBy === 'hub') return connector
  const lines = new Map<string, Line>()
  const newCircuit = (): Breaker => makeBreaker({ nowMs: () => timers.nowMs() })
  const lineOf = (systemId: string): Line => {
    const known = lines.get(systemId) ?? {
      semaphore: makeSemaphore(),
      circuits: { availability: newCircuit(), lookup: newCircuit(), booking: newCircuit(), change: newCircuit() },
    }
    lines.set(systemId, known)
    return known
  }
  const circuitOf = (circuit: string): Breaker | undefined => {
    const at = circuit.lastIndexOf(' ')
    return lineOf(circuit.slice(0, at)).circuits[circuit.slice(at + 1) as CallKind] as Breaker | undefined
  }
  cluster.onCircuitChange({
    opened: (circuit, forMs) => circuitOf(circuit)?.openFor(forMs),
    closed: (circuit) => void circuitOf(circuit)?.answered(),
  })
  const limitsOf = (operation: Operation | ExtraOperation, { settings }: Call<unknown>): Limits => ({
    limitMs: operation === 'venues' || operation === 'areas' ? extraLimitMs : connector.timeLimitsMs[operation],
    atOnce: cluster.shareOf(connector.atOnceBy?.(settings) ?? connector.atOnce),
    reads: operation !== 'create' && operation !== 'change' && operation !== 'cancel',
    // Health checks must not wait behind other calls.
    probes: operation === 'health',
  })
  const run = <T>(operation: Operation | ExtraOperation, call: Call<unknown>, act: Act<T>): Promise<Answer<T>> =>
    withRetries(
      { line: lineOf(call.systemId), kind: callKindOf(operation), limits: limitsOf(operation, call), announce: cluster.announce, timers },
      call,
      act,
    )
  const { venues, areas } = connector
  return {
    ...connector,
    health: (call) => run('health', call, (one) => connector.health(one)),
    availability: (call, question) => run('availability', call, (one) => connector.availability(one, question)),
    create: (call, booking) => run('create', call, (one) => connector.create(one, booking)),
    change: (call, change) => run('change', call, (one) => connector.change(one, change)),
    cancel: (call, cancelation) => run('cancel', call, (one) => connector.cancel(one, cancelation)),
    find: (call, ref) => run('find', call, (one) => connector.find(one, ref)),
    search: (call, search) => run('search', call, (one) => connector.search(one, search)),
    ...(venues ? { venues: (call: Call<unknown>) => run('venues', call, (one) => venues(one)) } : {}),
    ...(areas ? { areas: (call: Call<unknown>, question: { venueId: string }) => run('areas', call, (one) => areas(one, question)) } : {}),
  }
}
