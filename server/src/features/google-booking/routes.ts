import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { accountRefusing, type CallingAccount, knownAccountBy, noteRefusedSignIn, noteSignIn } from '#src/features/google-accounts/api.ts'
import { stopwatchMs } from '#src/platform/clock.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { asProblem } from '#src/platform/http/errors.ts'
import { isTooDeep } from '#src/platform/http/json-depth.ts'
import type { Edge } from '#src/platform/http/mount.ts'
import { trackInFlight } from '#src/platform/in-flight.ts'
import { countCall } from './count-calls.ts'
import { BadArgument, BookingFailure, errorOf, failureOf, GoogleError, WaitFailure } from './failure.ts'
import { methodNamed, methods, unserved } from './methods.ts'
import type { MethodName } from './messages.ts'
import { noteCall, type Outcome } from './note-call.ts'

const bodyLimit = 4_194_304

/** As Google writes an address: `/google/v3/HealthCheck`, or with the account; with and without a slash at its end, in any case. */
const address = /^\/google\/(?:([a-z0-9-]{1,40})\/)?v3\/([a-z]{1,60})\/?$/i
type Called = { key: string | undefined; method: string | undefined }
const calledBy = ({ url }: FastifyRequest): Called => {
  const [, key, method] = address.exec(url.split('?')[0]!) ?? []
  return { key: key?.toLowerCase(), method: method && methodNamed(method) }
}

const basicOf = ({ headers }: FastifyRequest): { username: string; password: string } | undefined => {
  const encoded = /^basic +([A-Za-z0-9+/_-]+={0,2}) *$/i.exec(headers.authorization ?? '')?.[1]
  if (!encoded) return undefined
  const [username = '', ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  return rest.length ? { username, password: rest.join(':') } : undefined
}

type Caller = { ctx: Ctx; account: CallingAccount }

/** The account, by the user name and password of this very request, as its channel. */
const callerOf = async (base: Ctx, request: FastifyRequest): Promise<Caller> => {
  const shown = basicOf(request)
  const { key } = calledBy(request)
  const found = shown && (await knownAccountBy(base.db, { key, ...shown }, base.clock().epochMilliseconds))
  if (!found) {
    const refusing = shown && (await accountRefusing(base.db, { key, username: shown.username }))
    if (refusing !== undefined) noteRefusedSignIn(base, refusing)
    throw new GoogleError(401, 'credentials are missing or not valid')
  }
  const { passwordId, ...account } = found
  noteSignIn(base, passwordId)
  const actor = { kind: 'channel' as const, ...account.channel, keyId: passwordId }
  return { account, ctx: { ...base, actor, scope: { kind: 'channel', channelId: account.channel.id }, lang: 'en' } }
}

const bodyOf = (text: unknown): unknown => {
  if (typeof text !== 'string' || text.trim() === '') throw new BadArgument('the body is empty')
  if (isTooDeep(text)) throw new BadArgument('the body is nested too deeply')
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new BadArgument('the body is not JSON')
  }
}

/** Google's names of statuses, as its own services answer errors. */
const names: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  409: 'ABORTED',
  429: 'RESOURCE_EXHAUSTED',
  501: 'UNIMPLEMENTED',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
}
const errorBody = (status: number, message: string): object => ({ error: { code: status, message, status: names[status] ?? 'INTERNAL' } })

/** What became of a call, in Google's terms: a no of the business is an answer, everything else a status. */
const outcomeOf = (error: unknown): Outcome => {
  const refused = ({ reason, description }: BookingFailure | WaitFailure, field: string): Outcome => ({
    status: 200,
    body: { [field]: { cause: reason, description } },
    error: reason,
    refused: true,
  })
  if (error instanceof BookingFailure) return refused(error, 'booking_failure')
  if (error instanceof WaitFailure) return refused(error, 'waitlist_business_logic_failure')
  if (error instanceof GoogleError) return { status: error.status, body: errorBody(error.status, error.message), error: error.message }
  const problem = asProblem(error)
  const failure = problem && failureOf(problem)
  if (failure) return refused(failure, 'booking_failure')
  const { status, message } = problem ? errorOf(problem) : { status: 500, message: 'internal error' }
  return {
    status,
    body: errorBody(status, message),
    error: message,
    elsewhere: problem !== undefined && /^(remote|secret)\./.test(problem.code),
  }
}

const answer = async ({ ctx, account }: Caller, request: FastifyRequest, method: MethodName): Promise<Outcome> => {
  const startedAt = ctx.clock().toString()
  const startedMs = stopwatchMs()
  let body: unknown = null
  let outcome: Outcome
  try {
    body = bodyOf(request.body)
    outcome = { status: 200, body: await trackInFlight(() => methods[method](ctx, account, body)) }
  } catch (error) {
    outcome = outcomeOf(error)
    if (outcome.status >= 500 && !outcome.elsewhere) ctx.log.error({ err: error }, `google ${method}`)
  }
  const durationMs = stopwatchMs() - startedMs
  countCall(ctx, { accountId: account.id, method, outcome, durationMs })
  noteCall({ ctx, request, method, body, startedAt, durationMs }, outcome)
  return outcome
}

const isHealthy = async ({ db }: Ctx): Promise<void> => void (await sql`select 1`.execute(db))

const callers = new WeakMap<FastifyRequest, Caller>()

/** Google's booking server (GO1): a contract of Google's own, so neither our envelope nor our error body stands here. */
export const googleBooking = (app: FastifyInstance, edge: Edge): void => {
  void app.register(async (inner) => {
    inner.removeAllContentTypeParsers()
    inner.addContentTypeParser('*', { parseAs: 'string', bodyLimit }, (_request, text, done) => done(null, text))
    const send = (reply: FastifyReply, { status, body }: Pick<Outcome, 'status' | 'body'>) => {
      if (status === 401) reply.header('www-authenticate', 'Basic realm="google", charset="UTF-8"')
      return reply.code(status).header('cache-control', 'no-store').send(body)
    }
    inner.setErrorHandler((error, request, reply) => {
      const { statusCode } = error as { statusCode?: number }
      const outcome = outcomeOf(error)
      if (outcome.status < 500 || asProblem(error)) return send(reply, outcome)
      if (statusCode !== undefined && statusCode < 500)
        return send(reply, { status: 400, body: errorBody(400, 'the request cannot be read') })
      callers.get(request)?.ctx.log.error({ err: error }, 'google')
      return send(reply, outcome)
    })
    inner.route({
      method: ['GET', 'POST'],
      // `/google/…` in any case.
      url: '/:prefix(^[gG][oO][oO][gG][lL][eE]$)/*',
      exposeHeadRoute: false,
      config: { endpointId: 'google' },
      // Before the body is read: who is not known gets nothing done.
      onRequest: async (request, reply) => {
        const startedMs = stopwatchMs()
        const { method } = calledBy(request)
        reply.raw.on('finish', () => edge.observe(`google.${method ?? 'unknown'}`, reply.statusCode, (stopwatchMs() - startedMs) / 1000))
        const anyone = edge.callers.anyone(request)
        const caller = await callerOf(anyone, request).catch((error: unknown) => {
          edge.limit(request, reply, anyone)
          throw error
        })
        edge.limit(request, reply, caller.ctx)
        callers.set(request, caller)
      },
      handler: async (request, reply) => {
        const caller = callers.get(request)!
        const { method } = calledBy(request)
        if (method === 'HealthCheck') {
          if (request.method !== 'GET') throw new GoogleError(404, 'no such method')
          await isHealthy(caller.ctx)
          return send(reply, { status: 200, body: {} })
        }
        if (method === undefined || request.method !== 'POST') throw new GoogleError(404, 'no such method')
        if (unserved.includes(method)) throw new GoogleError(501, `${method} is not served here`)
        return send(reply, await answer(caller, request, method as MethodName))
      },
    })
  })
}
