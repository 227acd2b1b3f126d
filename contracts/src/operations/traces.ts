import { z } from 'zod/mini'
import { defineArea } from '../kit/endpoint.ts'
import { GoogleCalls } from './google-calls.ts'
import { GivenInstant, Id, IdParams, Instant, pageOf, pageQuery, queryFlag, queryInt, queryList } from '../kit/wire.ts'

const TraceParty = z.enum(['channel', 'hub', 'system'])
/** `unclear`: sent, and no answer that says what became of it. `refused`: answered, and not carried out. */
export const TraceOutcome = z.enum(['ok', 'refused', 'unclear', 'failed'])
export type TraceOutcome = z.infer<typeof TraceOutcome>
/** Which way a hop went, by who spoke and to whom. */
export const TraceFlow = z.enum(['channel-hub', 'hub-system', 'system-hub', 'hub-channel'])
export type TraceFlow = z.infer<typeof TraceFlow>

/** One request between a channel, the hub and a reservation system. */
export const Trace = z.object({
  id: Id,
  startedAt: Instant,
  from: TraceParty,
  to: TraceParty,
  operation: z.string(),
  systemId: z.nullable(Id),
  systemName: z.nullable(z.string()),
  channelId: z.nullable(Id),
  channelName: z.nullable(z.string()),
  venueId: z.nullable(Id),
  venueName: z.nullable(z.string()),
  reservationId: z.nullable(Id),
  requestId: z.string(),
  attempt: z.int(),
  outcome: TraceOutcome,
  /** A code of ours with what its sentence takes (`party.too_large (limit=8)`), or what the other side said. */
  error: z.nullable(z.string()),
  httpStatus: z.nullable(z.int()),
  durationMs: z.int(),
})
export type Trace = z.infer<typeof Trace>

const Said = z.object({ headers: z.nullable(z.record(z.string(), z.unknown())), body: z.unknown() })
/** Secrets and guests' data are masked; what was longer than 16 kB is cut and says so. */
export const TraceDetail = z.extend(Trace, {
  method: z.nullable(z.string()),
  url: z.nullable(z.string()),
  /** Ids of the booking on any side. */
  otherIds: z.array(z.string()),
  request: Said,
  response: Said,
  /** All hops of the same request and of the same booking, oldest first, this one among them; at most 100. */
  hops: z.array(Trace),
})
export type TraceDetail = z.infer<typeof TraceDetail>

/** What waits to be delivered of a booking. */
export const Waiting = z.object({
  kind: z.enum(['system', 'webhook']),
  id: Id,
  state: z.string(),
  /** Nothing is tried any more until somebody asks for it. */
  given: z.boolean(),
  attempts: z.int(),
  nextAt: z.nullable(Instant),
  error: z.nullable(z.string()),
})
export type Waiting = z.infer<typeof Waiting>

export const Journey = z.object({ hops: z.array(Trace), waiting: z.array(Waiting) })
export type Journey = z.infer<typeof Journey>

const searchable = z.string().check(z.maxLength(200))
const traceFilters = z.object({
  flow: z.optional(TraceFlow),
  venueId: z.optional(Id),
  systemId: z.optional(Id),
  channelId: z.optional(Id),
  /** Calls of a partner with that key of a channel or a reservation system. */
  keyId: z.optional(Id),
  outcome: z.optional(queryList(TraceOutcome)),
  operation: z.optional(z.string().check(z.maxLength(60))),
  httpStatus: z.optional(queryInt(0, 999)),
  /** Milliseconds a hop took at least. */
  minMs: z.optional(queryInt(0, 10_000_000)),
  /** Only what was tried more than once. */
  repeated: z.optional(queryFlag),
  /** Without an id to look for, the last 24 hours unless told. */
  from: z.optional(GivenInstant),
  to: z.optional(GivenInstant),
  /** Whole ids: of a reservation, its reference, the system's, the channel's, of a request or of a hop. */
  id: z.optional(searchable),
})

/** `slow`, `failing`: beyond the limits, or far beyond what is usual. `silent`: less comes than this weekday and hour let one expect. */
const ConnectionState = z.enum(['fine', 'idle', 'slow', 'failing', 'denied', 'unreachable', 'silent'])
export type ConnectionState = z.infer<typeof ConnectionState>

export const Silence = z.object({
  what: z.enum(['searches', 'bookings']),
  since: Instant,
  expected: z.number(),
  seen: z.int(),
})
export type Silence = z.infer<typeof Silence>
/** What calls are for: each has limits of its own. `lookup`: reading bookings, venues and areas; `change`: changing and canceling bookings. */
const CallKind = z.enum(['availability', 'lookup', 'booking', 'change'])
export type CallKind = z.infer<typeof CallKind>
const ConnectionHours = z.array(z.object({ at: Instant, calls: z.int(), failed: z.int(), averageMs: z.nullable(z.int()) }))
const CallFigures = z.object({
  kind: CallKind,
  /** Of the last hour. */
  calls: z.int(),
  /** Answered with a no; that is no failure. */
  refused: z.int(),
  errorShare: z.number(),
  averageMs: z.nullable(z.int()),
  /** Of the last seven days; null = too little is known. */
  usualMs: z.nullable(z.int()),
  /** Beyond these it is not well: Google's own for its channels. */
  limits: z.object({ errorShare: z.number(), averageMs: z.int() }),
  /** The last 24 hours, oldest first. */
  hours: ConnectionHours,
})
export type CallFigures = z.infer<typeof CallFigures>
export const Connection = z.object({
  kind: z.enum(['channel', 'system']),
  id: Id,
  name: z.string(),
  state: ConnectionState,
  /** Since when it is so; null = not known, or nothing is wrong. */
  since: z.nullable(Instant),
  /** Of the last hour. */
  calls: z.int(),
  errorShare: z.number(),
  averageMs: z.nullable(z.int()),
  /** The same by what was asked for. */
  kinds: z.array(CallFigures),
  /** Which kind of calls is beyond its limits, or far slower than usual. */
  beyond: z.nullable(CallKind),
  /** That kind is within its limits, and far slower than usual. */
  beyondUsual: z.boolean(),
  /** Only what concerns the venues one sees is counted, and of that only bookings. */
  partial: z.boolean(),
  /** Of a system, what it says when it is asked for its health every minute. */
  health: z.nullable(
    z.object({
      ok: z.boolean(),
      since: Instant,
      checkedAt: Instant,
      /** Checks in a row that it failed. */
      failures: z.int(),
      error: z.nullable(z.string()),
      durationMs: z.nullable(z.int()),
    }),
  ),
  /** Of the last seven days, all kinds together. */
  usualMs: z.nullable(z.int()),
  /** The latest failure: what the other side said, and with which status. */
  error: z.nullable(z.object({ at: Instant, text: z.nullable(z.string()), httpStatus: z.nullable(z.int()) })),
  /** Bookings that wait to be brought to the system. */
  waiting: z.int(),
  /** Webhooks that were given up and are waiting to be replayed. */
  undelivered: z.int(),
  silence: z.nullable(Silence),
  /** Of Google's channels; what is beyond its limits is here also without calls. */
  google: z.array(GoogleCalls),
  /** The last 24 hours, oldest first: calls, how many failed, how long one took on average. */
  hours: ConnectionHours,
})
export type Connection = z.infer<typeof Connection>

/** What the installation itself lacks: `storage_*` nothing can be saved, `replica_*` the standby that is read is not asked, `secrets_*` what is sealed cannot be read, `descriptors` no room for streams, `ids_doubled` venues whose own id was another one's, `meta_pages` pages at Meta whose button does not stand, `tripadvisor_ids` venues on sale at Tripadvisor without a number there, `sales_model` a language model that words sales pages gives no answer that can be read, `google_signed_out` Google shows a password that is not good, `google_*` accounts whose booking server's password has ended or ends in so many days, or that are told of changes too late or not at all, `google_feeds` the newest feed of an account has not arrived at Google, or was refused here, `google_drift` Google shows other tables than the book in so many of a hundred cases, `restored` the database went back in time by so many minutes, within the last week. */
const InstallationProblem = z.object({
  what: z.enum([
    'storage_full',
    'storage_read_only',
    'storage_unconfirmed',
    'replica_behind',
    'replica_away',
    'replica_wrong',
    'secrets_wrong_key',
    'secrets_unreadable',
    'descriptors',
    'ids_doubled',
    'sales_model',
    'google_ended',
    'google_signed_out',
    'google_ending',
    'google_behind',
    'google_refused',
    'meta_pages',
    'tripadvisor_ids',
    'google_feeds',
    'google_drift',
    'restored',
  ]),
  since: Instant,
  /** Free megabytes, secrets that cannot be read, file descriptors the server may have, venues, accounts, days, minutes, seconds, changes, pages or feeds; null = not known. */
  count: z.nullable(z.int()),
  /** Of a database that went back in time: what was booked between the two is not known any more. */
  between: z.optional(z.object({ from: Instant, to: Instant })),
  /** Where it is mended; the first few. */
  venues: z.optional(z.array(z.object({ id: z.string(), name: z.string() }))),
  accounts: z.optional(z.array(z.object({ id: z.string(), name: z.string() }))),
})
export type InstallationProblem = z.infer<typeof InstallationProblem>

export const traces = defineArea('traces', {
  list: {
    method: 'GET',
    path: '/v1/traces',
    summary: 'What went between channels, the hub and reservation systems, newest first; kept for 30 days.',
    can: ['read', 'traces'],
    audit: 'none',
    query: z.object({ ...pageQuery, filters: z.optional(traceFilters) }),
    result: pageOf(Trace),
    envelope: 'page',
    errors: [],
  },
  summary: {
    method: 'GET',
    path: '/v1/traces/summary',
    summary: 'How many of these went well, and how long they took.',
    can: ['read', 'traces'],
    audit: 'none',
    query: z.object({ filters: z.optional(traceFilters) }),
    result: z.object({
      total: z.int(),
      ok: z.int(),
      refused: z.int(),
      unclear: z.int(),
      failed: z.int(),
      averageMs: z.nullable(z.int()),
      p95Ms: z.nullable(z.int()),
    }),
    envelope: 'data',
    errors: [],
  },
  get: {
    method: 'GET',
    path: '/v1/traces/:id',
    summary: 'One hop with what was asked and answered, masked, and the hops around it.',
    can: ['read', 'traces'],
    audit: 'none',
    params: IdParams,
    result: TraceDetail,
    envelope: 'data',
    errors: ['trace.not_found'],
  },
  connections: {
    method: 'GET',
    path: '/v1/connections',
    summary: 'How every channel and reservation system is doing, those that need somebody first.',
    can: ['read', 'traces'],
    audit: 'none',
    result: z.array(Connection),
    envelope: 'data',
    errors: [],
  },
  ground: {
    method: 'GET',
    path: '/v1/installation/troubles',
    summary:
      'What the installation itself lacks at this moment, by the server that answers: room, its key, file descriptors. Empty for who sees only some venues.',
    can: ['read', 'traces'],
    audit: 'none',
    result: z.array(InstallationProblem),
    envelope: 'data',
    errors: [],
  },
  journey: {
    method: 'GET',
    path: '/v1/reservations/:id/journey',
    summary: 'Every hop of one booking, oldest first, and what waits to be delivered.',
    can: ['read', 'reservation-list'],
    audit: 'none',
    params: IdParams,
    result: Journey,
    envelope: 'data',
    errors: ['reservation.not_found'],
  },
  settle: {
    method: 'POST',
    path: '/v1/reservations/:id/journey/settle',
    summary: "Try now to bring a booking and the venue's own system together, instead of when it is due.",
    can: ['update', 'reservation-list'],
    audit: 'reservation.settle_asked',
    params: IdParams,
    result: Journey,
    envelope: 'data',
    errors: ['reservation.not_found', 'reservation.not_remote'],
  },
  hop: {
    method: 'GET',
    path: '/v1/reservations/:id/journey/:hopId',
    summary: 'What was asked and answered in one hop of a booking, masked.',
    can: ['read', 'reservation-list'],
    audit: 'none',
    params: z.object({ id: Id, hopId: Id }),
    result: TraceDetail,
    envelope: 'data',
    errors: ['reservation.not_found', 'trace.not_found'],
  },
})
