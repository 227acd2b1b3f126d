import type { BcBooking } from '@tablewire/contracts/bc-objects'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import type { Db } from '#src/platform/db/schema.ts'
import { asProblem, problemBody, problemToKeep } from '#src/platform/http/errors.ts'
import type { HeardCall } from '#src/platform/http/hear.ts'
import { Problem } from '#src/platform/problem.ts'
import type { TraceNote } from '#src/platform/traces/traces.ts'

/** What changes something is kept, always; what only reads is counted, and kept when it fails. */
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

const failureOf = ({ error, ctx }: HeardCall): Pick<TraceNote, 'outcome' | 'error' | 'httpStatus' | 'responseBody'> => {
  const problem = asProblem(error) ?? new Problem('server.failed')
  const body = problemBody(problem, ctx.lang)
  // Whoever reads the hop has the sentence in his own language; the channel had it in its own.
  const outcome = problem.status < 500 ? 'refused' : 'failed'
  return { outcome, error: problemToKeep(problem), httpStatus: problem.status, responseBody: body }
}

const headersOf = ({ request }: HeardCall): Record<string, string> =>
  Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]))

/** A refused call on a booking does not say where; its venue's people are to see it all the same. */
const venueOf = async ({ db, log }: Ctx, reservationId: string): Promise<string | null> => {
  try {
    const found = await db.selectFrom('reservations').select('venueId').where('id', '=', reservationId).executeTakeFirst()
    return found?.venueId ?? null
  } catch (error) {
    log.warn({ err: error }, 'venue of a trace')
    return null
  }
}

const hopOf = (call: HeardCall, operation: string): TraceNote => {
  const { endpoint, ctx, request, answer, startedAt, durationMs } = call
  const made = answer?.body
  return {
    from: 'channel',
    to: 'hub',
    operation,
    channelId: ctx.actor.id,
    venueId: idIn(request.body, 'venueId') ?? idIn(request.query, 'venueId') ?? idIn(made, 'venueId'),
    reservationId: writes.has(operation) && answer ? idIn(made, 'id') : onBooking.has(operation) ? idIn(request.params, 'id') : null,
    otherIds: [textIn(made, 'reference' satisfies keyof BcBooking)].filter((id) => id !== null),
    requestId: ctx.requestId,
    ...(answer ? { outcome: 'ok', httpStatus: answer.status, responseBody: made } : failureOf(call)),
    startedAt,
    durationMs,
    method: endpoint.method,
    url: request.url,
    requestHeaders: headersOf(call),
    requestBody: request.body,
    ...(answer?.replayed ? { attempt: 2, responseHeaders: { 'idempotent-replayed': 'true' } } : {}),
  }
}

/** A call of the channel API as a hop from that channel to us. */
export const noteChannelCall = (call: HeardCall): void => {
  const { endpoint, ctx, answer } = call
  const [area, operation] = endpoint.id.split('.') as [string, string]
  if (ctx.actor.kind !== 'channel' || area !== 'bc') return
  const hop = hopOf(call, operation)
  const { traces } = ctx.ports
  if (answer && !writes.has(operation)) traces.count(hop)
  else if (hop.venueId || !hop.reservationId) traces.note(hop)
  else void venueOf(ctx, hop.reservationId).then((venueId) => traces.note({ ...hop, venueId }))
}

/** Bookings that their system has not heard of or that people have to look at, and webhooks on their way or given up. */
export const countWaiting = async (db: Db): Promise<Record<'settlements' | 'stuck' | 'deliveries' | 'dead_deliveries', number>> => {
  const { rows } = await sql<{ settlements: number; stuck: number; deliveries: number; deadDeliveries: number }>`
    select (select count(*)::integer from remote_bookings where next_at is not null) as settlements,
      (select count(*)::integer from remote_bookings where state = 'stuck') as stuck,
      (select count(*)::integer from webhook_deliveries where state = 'waiting') as deliveries,
      (select count(*)::integer from webhook_deliveries where rank = 0) as dead_deliveries`.execute(db)
  const { settlements, stuck, deliveries, deadDeliveries } = rows[0]!
  return { settlements, stuck, deliveries, dead_deliveries: deadDeliveries }
}
