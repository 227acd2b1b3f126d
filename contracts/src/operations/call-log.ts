import { z } from 'zod/mini'
import { defineArea } from '../kit/endpoint.ts'
import { TraceOutcome } from './traces.ts'
import { GivenInstant, Id, IdParams, Instant, pageOf, pageQuery, queryInt, queryList } from '../kit/wire.ts'

/**
 * One call of a partner. Of a test key every call stands here; of another key what changes something, and whatever was refused or failed. Kept for
 * 30 days; secrets and guests' data are masked.
 */
export const LoggedCall = z.object({
  id: Id,
  at: Instant,
  method: z.nullable(z.string()),
  /** Path and query as they came, guests' data masked. */
  path: z.nullable(z.string()),
  status: z.nullable(z.int()),
  outcome: TraceOutcome,
  /** The code of a refusal; /docs/errors says what each means. */
  code: z.nullable(z.string()),
  durationMs: z.int(),
  /** As in the header `x-request-id` of the answer. */
  requestId: z.string(),
  venueId: z.nullable(Id),
  reservationId: z.nullable(Id),
  /** Answered from memory, as its `Idempotency-Key` had come before. */
  replayed: z.boolean(),
  /** With which key: `label` is the beginning of its fingerprint (channels) or its last characters (systems), null when the key is gone. */
  key: z.nullable(z.object({ id: Id, label: z.nullable(z.string()), current: z.boolean() })),
})
export type LoggedCall = z.infer<typeof LoggedCall>

const Said = z.object({ headers: z.nullable(z.record(z.string(), z.unknown())), body: z.unknown() })
export const LoggedCallDetail = z.extend(LoggedCall, { request: Said, response: Said })
export type LoggedCallDetail = z.infer<typeof LoggedCallDetail>

const query = z.object({
  ...pageQuery,
  filters: z.optional(
    z.object({
      /** `this`: only calls with the key that asks. */
      key: z.optional(z.enum(['this', 'any'])),
      outcome: z.optional(queryList(TraceOutcome)),
      httpStatus: z.optional(queryInt(100, 599)),
      method: z.optional(z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])),
      requestId: z.optional(z.string().check(z.maxLength(200))),
      /** Without it, the last 24 hours. */
      from: z.optional(GivenInstant),
      to: z.optional(GivenInstant),
    }),
  ),
})
const list = { method: 'GET', audit: 'none', query, result: pageOf(LoggedCall), envelope: 'page', errors: [] } as const
const get = {
  method: 'GET',
  audit: 'none',
  params: IdParams,
  oddId: 'trace.not_found',
  result: LoggedCallDetail,
  envelope: 'data',
  errors: ['trace.not_found'],
} as const

/** What a partner's own keys have asked of us, and what we answered. */
export const callLog = defineArea('callLog', {
  channelCalls: {
    ...list,
    path: '/v1/bc/calls',
    summary:
      'Your own calls, newest first: what was asked, answered, and how long it took. Of a live key those that write or were refused, of a test key all.',
    can: 'channel',
  },
  channelCall: { ...get, path: '/v1/bc/calls/:id', summary: 'One of your calls with what was sent and answered.', can: 'channel' },
  systemCalls: {
    ...list,
    path: '/v1/rms/calls',
    summary:
      'Your own calls, newest first: what was asked, answered, and how long it took. Of a live key those that write or were refused, of a test key all.',
    systems: true,
    can: ['read', 'traces'],
  },
  systemCall: {
    ...get,
    path: '/v1/rms/calls/:id',
    summary: 'One of your calls with what was sent and answered.',
    systems: true,
    can: ['read', 'traces'],
  },
})
