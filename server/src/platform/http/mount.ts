import type { Area, Endpoint, Received, Result } from '@tablewire/contracts/kit/endpoint'
import { Lang } from '@tablewire/contracts/kit/wire'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import { stopwatchMs } from '../clock.ts'
import type { Ctx } from '../ctx.ts'
import { trackInFlight } from '../in-flight.ts'
import { Problem } from '../problem.ts'
import { notingCall, readLagging } from '../replica/reading-from.ts'
import { makeTurns } from '../turns.ts'
import { observeCall, type ObservedCall } from './observe-call.ts'
import { type Answer, once } from './idempotency.ts'
import { makeKeyedQueue } from './keyed-queue.ts'
import { type StreamedPage, streamPage } from './streamed-page.ts'
import { foldFilters, parseRequest } from './parse.ts'

export type Handler<E extends Endpoint> = (ctx: Ctx, input: Received<E>) => Promise<Result<E>>
/** One handler per endpoint of an area; the compiler names the missing one. */
export type Handlers<A extends Area> = { [K in keyof A]: Handler<A[K]> }

/**
 * Mutex key of an endpoint's calls, by input: within this process calls with the same key run in order of arrival. Concurrent bookings of the same
 * seats would conflict in the database and be retried.
 */
export type Turns<A extends Area> = { [K in keyof A]?: (input: Received<A[K]>) => string }

/** Calls that, by input, call another system: they take no mutex, and with an `Idempotency-Key` are not one transaction. */
export type InSteps<A extends Area> = { [K in keyof A]?: (ctx: Ctx, input: Received<A[K]>) => Promise<boolean> }

/** Of the calls that may be answered from a standby (`mayLag`), by input, those that are; all of them unless told. */
export type Lagging<A extends Area> = { [K in keyof A]?: (input: Received<A[K]>) => boolean }

/** Calls that, by input, are answered with a page too long to be held at once; with undefined the handler answers. */
export type Streams<A extends Area> = { [K in keyof A]?: (ctx: Ctx, input: Received<A[K]>) => Promise<StreamedPage | undefined> }

/** Who is calling, per kind of endpoint. Throws the refusal itself. */
export type Callers = {
  user: (request: FastifyRequest) => Promise<Ctx>
  channel: (request: FastifyRequest) => Promise<Ctx>
  /** For calls that take both: a reservation system when its key is sent, otherwise the signed-in user. */
  userOrSystem: (request: FastifyRequest) => Promise<Ctx>
  anyone: (request: FastifyRequest) => Ctx
}
export type Edge = {
  callers: Callers
  /** Rate limit: counts the call, sets the RateLimit headers, throws `rate.limited`. */
  limit: (request: FastifyRequest, reply: FastifyReply, ctx: Ctx) => void
  /** On a shared tablet: refuses an act that no person stands for, or no manager approved; answers with whoever did. */
  admit: (ctx: Ctx, act: { endpoint: Endpoint; input: object; headers: FastifyRequest['headers'] }) => Promise<Ctx>
  observe: (endpointId: string, status: number, seconds: number) => void
  /** Observes every call of a channel or a reservation system. */
  onCall: (call: ObservedCall) => void
}

type ServedArea<A extends Area> = {
  area: A
  handlers: Handlers<A>
  turns?: Turns<A>
  steps?: InSteps<A>
  streams?: Streams<A>
  lagging?: Lagging<A>
}

/** Parsing, permission, idempotency and the shape of the answer happen here and nowhere else. */
export const mount = <A extends Area>(app: FastifyInstance, edge: Edge, { area, handlers, ...some }: ServedArea<A>): void => {
  for (const [name, endpoint] of Object.entries(area))
    mountOne(app, edge, {
      endpoint,
      handler: handlers[name] as unknown as Handler<Endpoint>,
      turnOf: some.turns?.[name] as TurnOf | undefined,
      inSteps: some.steps?.[name] as StepsOf | undefined,
      streamOf: some.streams?.[name] as StreamOf | undefined,
      lagsOf: some.lagging?.[name] as LagsOf | undefined,
    })
}

type TurnOf = (input: never) => string
type StepsOf = (ctx: Ctx, input: never) => Promise<boolean>
type StreamOf = (ctx: Ctx, input: never) => Promise<StreamedPage | undefined>
type LagsOf = (input: never) => boolean
type MountedEndpoint = {
  endpoint: Endpoint
  handler: Handler<Endpoint>
  turnOf: TurnOf | undefined
  inSteps: StepsOf | undefined
  streamOf: StreamOf | undefined
  lagsOf: LagsOf | undefined
}
const queued = makeKeyedQueue()
/** Of one person so many reads run at once, the others wait: fifty wide lists or questions must not take every connection from whoever books. */
const reads = makeTurns({ atOnce: Number.POSITIVE_INFINITY, ofPerson: 6, mostWaiting: 100 })

/** The caller, authenticated before the body is read. */
const callers = new WeakMap<FastifyRequest, Ctx>()
/** Undefined where nobody was recognized, or at what is no endpoint. */
export const knownCaller = (request: FastifyRequest): Ctx | undefined => callers.get(request)

const mountOne = (app: FastifyInstance, edge: Edge, { endpoint, handler, turnOf, inSteps, streamOf, lagsOf }: MountedEndpoint): void => {
  const fold = foldFilters(endpoint)
  const answer = async (ctx: Ctx, input: never): Promise<Answer> => {
    const page = streamOf && (await streamOf(ctx, input))
    const body = page ? await streamPage(ctx, endpoint, page) : wrap(endpoint, await handler(ctx, input))
    return { status: endpoint.status ?? 200, body }
  }
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    // A GET that changes something (a new password for a venue) must be audited.
    exposeHeadRoute: endpoint.method === 'GET' && endpoint.audit === 'none',
    config: { endpointId: endpoint.id, callsPerMinute: endpoint.callsPerMinute },
    // Authorized before the body is read: a caller without permission gets no field errors, and costs no parsing.
    onRequest: async (request, reply) => {
      const startedMs = stopwatchMs()
      reply.raw.on('finish', () => edge.observe(endpoint.id, reply.statusCode, (stopwatchMs() - startedMs) / 1000))
      const ctx = await countedCaller(edge, endpoint, { request, reply })
      request.lang = ctx.lang
      callers.set(request, ctx)
    },
    handler: async (request, reply) => {
      const caller = callers.get(request)!
      if ('test' in caller.actor && caller.actor.test) reply.header('tablewire-mode', 'test')
      const { status, body, replayed } = await observeCall(edge.onCall, { endpoint, ctx: caller, request }, () =>
        trackInFlight(async () => {
          if (typeof endpoint.can === 'object' && !caller.ability.can(...endpoint.can)) throw new Problem('access.denied')
          const input = parseRequest(endpoint, {
            params: request.params,
            query: fold(request.query as Record<string, unknown>),
            body: request.body,
          }) as never
          const ctx = await edge.admit(caller, { endpoint, input, headers: request.headers })
          const key = request.headers['idempotency-key']
          const keyed = endpoint.idempotent && typeof key === 'string'
          const steps = (await inSteps?.(ctx, input)) ?? false
          const work = async (): Promise<Told> => {
            if (endpoint.mayLag && (lagsOf?.(input) ?? true)) return lagging(ctx, { request, reply }, (inner) => answer(inner, input))
            if (!keyed) return { ...(await answer(ctx, input)), replayed: false }
            const sealed = endpoint.idempotent === 'sealed'
            const named = { key, endpointId: endpoint.id, request: [request.params, request.body ?? null], steps, sealed }
            return once(ctx, named, (inner) => answer(inner, input))
          }
          return notingCall(ctx, { reads: endpoint.method === 'GET' && endpoint.audit === 'none' }, () => {
            if (turnOf && !steps) return queued(turnOf(input), work)
            return endpoint.method === 'GET' && ctx.actor.kind === 'user' ? reads(ctx.actor.id!, work) : work()
          })
        }),
      )
      if (replayed) reply.header('idempotent-replayed', 'true')
      if (endpoint.etag) {
        const tag = etagOf(body)
        reply.header('etag', tag)
        if (isKnown(request.headers['if-none-match'], tag)) return reply.code(304).header('cache-control', 'no-store').send()
      }
      if (body instanceof Readable) reply.type('application/json; charset=utf-8')
      return reply.code(status).header('cache-control', 'no-store').send(body)
    },
  })
}

type Told = Answer & { replayed: boolean }
/** From a standby where there is one; the header says of what moment. */
const lagging = async (ctx: Ctx, { request, reply }: Call, answer: (ctx: Ctx) => Promise<Answer>): Promise<Told> => {
  const { value, asOf } = await readLagging(ctx, answer, sinceOf(request))
  if (asOf !== undefined) reply.header('data-as-of', asOf)
  return { ...value, replayed: false }
}

/** `Data-Since`: what happened until then must be in the answer. What is no instant asks for nothing. */
const sinceOf = ({ headers }: FastifyRequest): number | undefined => {
  const since = Date.parse(String(headers['data-since'] ?? ''))
  return Number.isNaN(since) ? undefined : since
}

/** Of the content alone: the same in every process, and after a restart. */
const etagOf = (body: unknown): string => `"${createHash('sha256').update(JSON.stringify(body)).digest('base64url').slice(0, 27)}"`
/** Weak and strong are the same to a reader; caches between may have made one of the other. */
const isKnown = (header: string | undefined, tag: string): boolean =>
  header?.split(',').some((one) => ['*', tag].includes(one.trim().replace(/^W\//, ''))) ?? false

const callerOf = async (edge: Edge, endpoint: Endpoint, request: FastifyRequest): Promise<Ctx> => {
  if (endpoint.can === 'public') return edge.callers.anyone(request)
  if (endpoint.can === 'channel') return edge.callers.channel(request)
  return endpoint.systems ? edge.callers.userOrSystem(request) : edge.callers.user(request)
}

type Call = { request: FastifyRequest; reply: FastifyReply }
/** A wrong key counts against the address's anonymous limit, so that guessing keys is rate-limited as well. */
const countedCaller = async (edge: Edge, endpoint: Endpoint, { request, reply }: Call): Promise<Ctx> => {
  const ctx = await callerOf(edge, endpoint, request).catch((error: unknown) => {
    edge.limit(request, reply, edge.callers.anyone(request))
    throw error
  })
  edge.limit(request, reply, ctx)
  return ctx
}

/** Parsing the result drops every field the contract does not name: a column cannot leak. */
const wrap = (endpoint: Endpoint, result: unknown): unknown => {
  const parsed = z.parse(endpoint.result, result)
  return endpoint.envelope === 'data' ? { data: parsed } : parsed
}

const known = (value: unknown): Lang | undefined =>
  typeof value === 'string' ? Lang.options.find((lang) => lang === value.slice(0, 2).toLowerCase()) : undefined
/** The language of the content a caller asks for. */
export const askedLang = ({ headers }: FastifyRequest): Lang | undefined => known(headers['x-locale'])

/** The caller's language: `x-locale`, else the profile's, else Accept-Language, else English. */
export const langOf = (request: FastifyRequest, profile?: Lang): Lang => {
  const accepted = (request.headers['accept-language'] ?? '').split(',').map((part) => part.trim())
  return askedLang(request) ?? profile ?? accepted.map(known).find((lang) => lang !== undefined) ?? 'en'
}
