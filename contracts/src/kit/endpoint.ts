import type { z } from 'zod/mini'
import type { Right } from '../identity/access.ts'
import type { ErrorCode } from './problem.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/**
 * Who may call: a right (action on subject) of a signed-in user, `session` = any signed-in user,
 * `channel` = a booking channel with its key, `public` = anybody. `public` is the only opt-out and is greppable.
 */
export type Can = Right | 'session' | 'channel' | 'public'

export type EndpointSpec = {
  method: Method
  /** Fastify style: `/v1/reservations/:id`. */
  path: `/${string}`
  /** One plain sentence for the documentation page. */
  summary: string
  can: Can
  /** Reservation systems may call as well, with an API key (AC10); what they see is their own venues. */
  systems?: true
  /** The audit action recorded, or `none` for calls without an auditable change. */
  audit: `${string}.${string}` | 'none'
  params?: z.ZodMiniType
  /** The error for an unknown id in the path; `request.invalid` unless stated. */
  oddId?: ErrorCode
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  /** At least one of these, in the query or in the body. */
  oneOf?: readonly string[]
  /** The body may also come as a form, as sign-ins are used to. */
  form?: true
  /** The type inside the envelope. */
  result: z.ZodMiniType
  /** `data` = `{ data }`, `page` = `{ data, total, next? }` (the result is the whole page), `bare` = without an envelope. */
  envelope: 'data' | 'page' | 'bare'
  /** Answers carry an `ETag`; `If-None-Match` with the same one is answered 304. */
  etag?: true
  /** Status of success; 200 unless said. */
  status?: 200 | 201
  /** May be answered from a standby a few seconds behind; how old it is stands in `Data-As-Of` then. Nothing that is decided upon. */
  mayLag?: true
  /** A rate limit of its own, counted apart from the caller's other calls. */
  callsPerMinute?: number
  /** Takes `Idempotency-Key`: one transaction around the handler, the answer stored for 24 hours; `sealed` where it tells a secret this once. */
  idempotent?: true | 'sealed'
  /** Codes beyond the general ones of problem.ts that this call may answer. */
  errors: readonly ErrorCode[]
}

export type Endpoint<S extends EndpointSpec = EndpointSpec, Id extends string = string> = S & { id: Id }
export type Area = Record<string, Endpoint>

/** Stamps each endpoint with its id (`reservations.list`): query key, operationId, log and metric name. */
export const defineArea = <const Name extends string, const A extends Record<string, EndpointSpec>>(
  name: Name,
  specs: A,
): { [K in keyof A & string]: Endpoint<A[K], `${Name}.${K}`> } =>
  Object.fromEntries(Object.entries(specs).map(([key, spec]) => [key, { ...spec, id: `${name}.${key}` }])) as never

type Value<T> = T extends z.ZodMiniType ? z.output<T> : undefined
type Drop<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] }
type Part<E extends EndpointSpec, K extends 'params' | 'query' | 'body'> = E extends Record<K, infer S> ? Value<S> : undefined
type SentPart<E extends EndpointSpec, K extends 'params' | 'query' | 'body'> =
  E extends Record<K, infer S> ? (S extends z.ZodMiniType ? (K extends 'body' ? z.input<S> : z.output<S>) : undefined) : undefined
type Lax<T> = { [K in keyof T as {} extends T[K] ? never : K]: T[K] } & { [K in keyof T as {} extends T[K] ? K : never]?: T[K] }

/** The parsed input of a handler. */
export type Received<E extends EndpointSpec> = Drop<{ params: Part<E, 'params'>; query: Part<E, 'query'>; body: Part<E, 'body'> }>
/** What a client sends; query values go over the wire as text. */
export type Sent<E extends EndpointSpec> = Lax<
  Drop<{ params: SentPart<E, 'params'>; query: SentPart<E, 'query'>; body: SentPart<E, 'body'> }>
>
/** What a handler returns and a client reads. */
export type Result<E extends EndpointSpec> = z.output<E['result']>
