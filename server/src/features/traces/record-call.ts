import { Readable } from 'node:stream'
import type { BcAvailability, BcBooking } from '@tablewire/contracts/channels/channel-api-objects'
import { whyRefused } from '#src/features/availability/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { asProblem, problemBody, problemToKeep } from '#src/platform/http/errors.ts'
import type { ObservedCall } from '#src/platform/http/observe-call.ts'
import { Problem } from '#src/platform/problem.ts'
import type { TraceNote } from '#src/platform/traces/traces.ts'

/** Write calls are always traced; read calls are counted, and traced when they fail. */
const writes = new Set(['hold', 'commit', 'release', 'book', 'change', 'cancel'])
const onBooking = new Set(['commit', 'release', 'change', 'cancel', 'booking'])

const textIn = (value: unknown, field: string): string | null => {
  const found = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[field] : undefined
  return typeof found === 'string' && found ? found : null
}
const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i
const idIn = (value: unknown, field: string): string | null => {
  const found = textIn(value, field)
  return found && uuid.test(found) ? found : null
}

/** Problems caused by a restaurant's system, not by the calling channel. */
const isElsewhere = ({ code, status }: Problem): boolean => status >= 500 && /^(remote|secret)\./.test(code)

const failureOf = ({ error, ctx }: ObservedCall): Pick<TraceNote, 'outcome' | 'elsewhere' | 'error' | 'httpStatus' | 'responseBody'> => {
  const problem = asProblem(error) ?? new Problem('server.failed')
  const body = problemBody(problem, ctx.lang, ctx.requestId)
  // The trace stores the code, as readers have their own languages; the partner got the message in its own.
  const outcome = problem.status < 500 ? 'refused' : 'failed'
  return { outcome, elsewhere: isElsewhere(problem), error: problemToKeep(problem), httpStatus: problem.status, responseBody: body }
}

const headersOf = ({ request }: ObservedCall): Record<string, string> =>
  Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]))

/** A refused call on a booking does not name the venue; its people are to see it all the same. */
const venueOf = async ({ db, log }: Ctx, reservationId: string): Promise<string | null> => {
  try {
    const found = await db.selectFrom('reservations').select('venueId').where('id', '=', reservationId).executeTakeFirst()
    return found?.venueId ?? null
  } catch (error) {
    log.warn({ err: error }, 'venue of a trace')
    return null
  }
}

/** What goes out by the batch is not held for a trace. */
const bodyOf = (body: unknown): unknown => (body instanceof Readable ? null : body)

/** What every call of a partner tells, whoever the partner is. */
const hopOf = (call: ObservedCall): Omit<TraceNote, 'from' | 'to' | 'operation'> => {
  const { endpoint, ctx, request, answer, startedAt, durationMs } = call
  return {
    requestId: ctx.requestId,
    keyId: 'keyId' in ctx.actor ? ctx.actor.keyId : null,
    ...(answer ? { outcome: 'ok', httpStatus: answer.status, responseBody: bodyOf(answer.body) } : failureOf(call)),
    startedAt,
    durationMs,
    method: endpoint.method,
    url: request.url,
    requestHeaders: headersOf(call),
    requestBody: request.body,
    ...(answer?.replayed ? { attempt: 2, responseHeaders: { 'idempotent-replayed': 'true' } } : {}),
  }
}

/** No place for them around that time. On a day without any start nobody is turned away from an open house; why it has none is worth knowing all the same. */
const turnedAwayOf = (operation: string, { ctx, answer }: ObservedCall): Pick<TraceNote, 'turnedAway'> => {
  if (operation !== 'availability' || !answer) return {}
  const { venueId, slots, openingTimes, date, partySize, areaId } = answer.body as BcAvailability
  if (slots.length > 0) return {}
  const why = () => whyRefused(ctx, { venueId, atMs: date * 1000, partySize, areaId })
  return { turnedAway: { date, partySize, areaId, beside: openingTimes.length === 0, why } }
}

const channelHop = (call: ObservedCall, operation: string): TraceNote => {
  const { ctx, request, answer } = call
  const made = answer?.body
  return {
    ...hopOf(call),
    ...turnedAwayOf(operation, call),
    from: 'channel',
    to: 'hub',
    operation,
    channelId: ctx.actor.id,
    venueId: idIn(request.body, 'venueId') ?? idIn(request.query, 'venueId') ?? idIn(made, 'venueId'),
    reservationId: writes.has(operation) && answer ? idIn(made, 'id') : onBooking.has(operation) ? idIn(request.params, 'id') : null,
    otherIds: [textIn(made, 'reference' satisfies keyof BcBooking)].filter((id) => id !== null),
  }
}

/** A call of the channel API as a hop from that channel to us. */
const noteChannelCall = (call: ObservedCall, isTest: boolean): void => {
  const { endpoint, ctx, answer } = call
  const { traces } = ctx.ports
  const [area, operation] = endpoint.id.split('.') as [string, string]
  if (area === 'callLog') return
  if (area !== 'bc') {
    // Calls about its webhooks' settings say nothing about the health of bookings: traced for the partner, not counted.
    if (isTest || !answer || endpoint.method !== 'GET') traces.keep(channelHop(call, `${endpoint.method} ${endpoint.path}`))
    return
  }
  const hop = channelHop(call, operation)
  if (answer && !writes.has(operation) && !isTest) traces.count(hop)
  else if (hop.venueId || !hop.reservationId) traces.note(hop)
  else void venueOf(ctx, hop.reservationId).then((venueId) => traces.note({ ...hop, venueId }))
}

/** Reported by the operation itself, with its outcome. */
const reportedByOperation = new Set(['partners.notice'])
/** Frequent, and not traced on success. */
const routine = new Set(['partners.pushAvailability'])

/** A call of the RMS API; traced for the partner, not counted: how the system answers us is another matter. */
const noteSystemCall = (call: ObservedCall, isTest: boolean): void => {
  const { endpoint, ctx, request, answer } = call
  if (endpoint.id.startsWith('callLog.') || reportedByOperation.has(endpoint.id)) return
  const isRoutine = endpoint.method === 'GET' || routine.has(endpoint.id)
  if (answer && isRoutine && !isTest) return
  const made = answer?.body
  const inside = typeof made === 'object' && made !== null && 'data' in made ? made.data : made
  const isBooking = endpoint.path.startsWith('/v1/rms/booking/')
  ctx.ports.traces.keep({
    ...hopOf(call),
    from: 'system',
    to: 'hub',
    operation: `${endpoint.method} ${endpoint.path}`,
    systemId: ctx.actor.id,
    venueId: idIn(inside, 'venueId') ?? (/^\/v1\/rms\/venues(\/:id)?$/.test(endpoint.path) ? idIn(inside, 'id') : null),
    reservationId: isBooking ? (idIn(inside, 'id') ?? idIn(request.params, 'id')) : null,
  })
}

/** Observes every call made with a partner's key. */
export const recordCall = (call: ObservedCall): void => {
  const { actor } = call.ctx
  if (actor.kind === 'channel') noteChannelCall(call, actor.test ?? false)
  else if (actor.kind === 'system' && actor.id !== null) noteSystemCall(call, actor.test ?? false)
}
