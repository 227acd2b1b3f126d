import type { FastifyRequest } from 'fastify'
import { whyRefused } from '#src/features/availability/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { hubId } from '#src/platform/id.ts'
import type { TraceNote } from '#src/platform/traces/traces.ts'
import type { MethodName, Slot, SlotTime } from './messages.ts'

export type Outcome = { status: number; body: object; error?: string; elsewhere?: boolean; refused?: boolean }
type Call = { ctx: Ctx; request: FastifyRequest; method: MethodName; body: unknown; startedAt: string; durationMs: number }

/** By the channel API's names for the same work, so that one figure counts both. */
const operations: Partial<Record<MethodName, string>> = {
  BatchAvailabilityLookup: 'availabilityBatch',
  CheckAvailability: 'availabilityBatch',
  CreateBooking: 'book',
  GetBookingStatus: 'booking',
  ListBookings: 'bookings',
}

type Loose = Record<string, unknown> | undefined
const within = (value: unknown, ...path: string[]): unknown => path.reduce<unknown>((at, name) => (at as Loose)?.[name], value ?? undefined)
const idOf = (value: unknown): string | null => (typeof value === 'string' && hubId.test(value) ? value : null)

const operationOf = ({ method, body }: Call): string => {
  if (method === 'UpdateBooking') return within(body, 'booking', 'status') === 'CANCELED' ? 'cancel' : 'change'
  return operations[method] ?? `POST /v3/${method}`
}
const bookingIn = ({ method, body }: Call, answer: object): string | null =>
  idOf(within(answer, 'booking', 'booking_id')) ?? (method === 'UpdateBooking' ? idOf(within(body, 'booking', 'booking_id')) : null)

const venueOf = async ({ db, log }: Ctx, reservationId: string): Promise<string | null> => {
  try {
    return (await db.selectFrom('reservations').select('venueId').where('id', '=', reservationId).executeTakeFirst())?.venueId ?? null
  } catch (error) {
    log.warn({ err: error }, 'venue of a trace')
    return null
  }
}

type SlotAnswer = { slot_time?: SlotTime; available?: boolean }
const reads: ReadonlySet<MethodName> = new Set(['BatchAvailabilityLookup', 'CheckAvailability'])
/** The start a guest looked at first, where none of those he looked at is left. */
const refusedStart = (body: unknown, answer: object): (SlotTime & Slot) | undefined => {
  const answers = (within(answer, 'slot_time_availability') ?? []) as readonly SlotAnswer[]
  if (answers.some(({ available }) => available) || within(answer, 'count_available') === 1) return undefined
  return (answers[0]?.slot_time ?? within(body, 'slot')) as (SlotTime & Slot) | undefined
}

/** A start that is gone says nothing of its whole evening. */
const refusedSlots = ({ ctx, method, body }: Call, answer: object, venueId: string | null): Pick<TraceNote, 'turnedAway'> => {
  const slot = reads.has(method) ? refusedStart(body, answer) : undefined
  const date = Number(slot?.start_sec)
  const { party_size: partySize } = slot?.resource_ids ?? slot?.resources ?? {}
  if (venueId === null || !partySize || !(date > 0)) return {}
  const why = () => whyRefused(ctx, { venueId, atMs: date * 1000, partySize, areaId: null })
  return { turnedAway: { date, partySize, beside: true, why } }
}

/** A call of Google's as a hop from its channel to us: what books is always kept, what only reads when it fails. */
export const noteCall = (call: Call, { status, body: answer, error, elsewhere, refused }: Outcome): void => {
  const { ctx, request, body, startedAt, durationMs, method } = call
  const operation = operationOf(call)
  const reservationId = bookingIn(call, answer)
  const venueId =
    idOf(within(body, 'merchant_id')) ?? idOf(within(body, 'slot', 'merchant_id')) ?? idOf(within(answer, 'booking', 'slot', 'merchant_id'))
  const hop = {
    from: 'channel' as const,
    to: 'hub' as const,
    operation,
    channelId: ctx.actor.id,
    venueId,
    reservationId,
    requestId: ctx.requestId,
    keyId: 'keyId' in ctx.actor ? (ctx.actor.keyId ?? null) : null,
    outcome: status >= 500 ? ('failed' as const) : status >= 400 || refused ? ('refused' as const) : ('ok' as const),
    ...(elsewhere ? { elsewhere } : {}),
    error: error ?? null,
    httpStatus: status,
    startedAt,
    durationMs,
    method: request.method,
    url: request.url,
    requestHeaders: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')])),
    requestBody: body,
    responseBody: answer,
  }
  const { traces } = ctx.ports
  const writes = method === 'CreateBooking' || method === 'UpdateBooking'
  if (hop.outcome === 'ok' && !writes) traces.count({ ...hop, ...refusedSlots(call, answer, venueId) })
  else if (venueId || !reservationId) traces.note(hop)
  else void venueOf(ctx, reservationId).then((found) => traces.note({ ...hop, venueId: found }))
}
