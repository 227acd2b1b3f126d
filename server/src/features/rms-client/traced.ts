import type { Answer, ExtraOperation, Operation } from '@tablewire/connectors/kit/connector'
import type { Http } from '@tablewire/connectors/kit/http'
import { stopwatchMs } from '#src/platform/clock.ts'
import type { Config } from '#src/platform/config.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { perDatabase } from '#src/platform/db/connect.ts'
import { makeEgress } from '#src/platform/net/egress.ts'
import type { TraceNote } from '#src/platform/traces/traces.ts'
import type { RmsConnection } from './rms-connection.ts'
import type { TraceIds } from './trace-ids.ts'

type TracedCall = { operation: Operation | ExtraOperation; about?: TraceIds | undefined }

/** One HTTP connection pool per installation's configuration. */
const egresses = new WeakMap<Config, Http>()
const egressOf = (config: Config): Http => {
  const known = egresses.get(config) ?? makeEgress({ origins: () => config.systemServices, open: config.outgoing === 'open' })
  egresses.set(config, known)
  return known
}

const refusals: readonly string[] = ['refused', 'taken', 'not_found', 'denied', 'busy']
export const outcomeOf = (answer: Answer<unknown>): TraceNote['outcome'] => {
  if (answer.ok) return 'ok'
  if (answer.fault.kind === 'unreachable') return 'failed'
  return refusals.includes(answer.fault.kind) ? 'refused' : 'unclear'
}

const bodyOf = (text: string | undefined): unknown => {
  if (text === undefined || text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text.slice(0, 16_384)
  }
}

/** Frequent reads of our own background work: counted, and traced only on failure. */
const isRoutine = (ctx: Ctx, operation: string): boolean =>
  ctx.actor.kind === 'system' && ctx.actor.id === null && ['health', 'availability', 'search', 'venues', 'areas'].includes(operation)

/** Sampling: of searches without a call to the system, one per interval is traced for all. */
const searchesAfterMs = 10_000
const lastTold = perDatabase(() => new Map<string, number>())
const isTold = (ctx: Ctx, systemId: string, operation: string): boolean => {
  // Polled every minute, and reported by itself.
  if (operation === 'health') return false
  if (operation !== 'availability') return true
  const [lastTraced, nowMs] = [lastTold(ctx.db), stopwatchMs()]
  if (nowMs - (lastTraced.get(systemId) ?? -Infinity) < searchesAfterMs) return false
  lastTraced.set(systemId, nowMs)
  return true
}

/** Correlation fields, shared by every request of one operation. */
const askingOf = (ctx: Ctx, systemId: string, { operation, about }: TracedCall) =>
  ({
    from: 'hub',
    to: 'system',
    operation,
    systemId,
    channelId: about?.channelId ?? null,
    venueId: about?.venueId ?? null,
    reservationId: about?.reservationId ?? null,
    requestId: about?.requestId ?? ctx.requestId,
    attempt: about?.attempt ?? 1,
  }) as const

type Asking = ReturnType<typeof askingOf>
type HttpAnswer = Awaited<ReturnType<Http>>
type HttpRequest = Parameters<Http>[0]

/** By the HTTP status alone; the connector may say otherwise of the last one. */
const hopOutcomeOf = (answer: HttpAnswer): Pick<TraceNote, 'outcome' | 'error' | 'httpStatus'> => {
  if ('failure' in answer) return { outcome: answer.sent ? 'unclear' : 'failed', error: answer.failure, httpStatus: null }
  const { status } = answer
  if (status >= 200 && status < 300) return { outcome: 'ok', error: null, httpStatus: status }
  return { outcome: status < 500 ? 'refused' : 'unclear', error: `answered ${status}`, httpStatus: status }
}

type Hop = { request: HttpRequest; answer: HttpAnswer; startedAt: string; startedMs: number }
const hopOf = (asking: Asking, { request, answer, startedAt, startedMs }: Hop): TraceNote => ({
  ...asking,
  ...hopOutcomeOf(answer),
  startedAt,
  durationMs: stopwatchMs() - startedMs,
  method: request.method,
  url: request.url,
  requestHeaders: request.headers,
  requestBody: bodyOf(request.body),
  ...('failure' in answer ? {} : { responseHeaders: answer.headers, responseBody: bodyOf(answer.text) }),
})

type Verdict = Pick<TraceNote, 'outcome' | 'error'>
/** The connector has parsed the last answer: its verdict overrides the HTTP status. */
const verdictOf = (answer: Answer<unknown>): Verdict | undefined => {
  if (answer.ok) return undefined
  // Aborted before a retry: its fault says nothing about the earlier attempt.
  const isOfLast = !answer.fault.message.startsWith('not asked')
  return isOfLast ? { outcome: outcomeOf(answer), error: answer.fault.message } : undefined
}

/** The HTTP client of one operation; `note` records its traces once the outcome is known. */
export const traced = (
  ctx: Ctx,
  { systemId }: RmsConnection,
  { operation, about }: TracedCall,
): { http: Http; note: (answer: Answer<unknown>, ids: readonly (string | null | undefined)[]) => void } => {
  const hops: TraceNote[] = []
  const { traces, config } = ctx.ports
  const out = egressOf(config)
  const [askedAt, askedMs] = [ctx.clock().toString(), stopwatchMs()]
  const asking = askingOf(ctx, systemId, { operation, about })
  return {
    http: async (request, signal) => {
      const [startedAt, startedMs] = [ctx.clock().toString(), stopwatchMs()]
      const answer = await out(request, signal)
      hops.push(hopOf(asking, { request, answer, startedAt, startedMs }))
      return answer
    },
    note: (answer, ids) => {
      if (answer.ok && isRoutine(ctx, operation)) {
        for (const hop of hops) traces.count(hop)
        return
      }
      const otherIds = [...new Set(ids.filter((id) => typeof id === 'string'))]
      // Failed without a request: traced all the same, so that the failures counted can be found.
      if (!answer.ok && hops.length === 0 && outcomeOf(answer) !== 'refused' && isTold(ctx, systemId, operation)) {
        const { message } = answer.fault
        const durationMs = stopwatchMs() - askedMs
        traces.keep({ ...asking, otherIds, outcome: outcomeOf(answer), error: message, startedAt: askedAt, durationMs })
        return
      }
      for (const [index, hop] of hops.entries()) traces.note({ ...hop, otherIds, ...(index === hops.length - 1 ? verdictOf(answer) : {}) })
    },
  }
}
