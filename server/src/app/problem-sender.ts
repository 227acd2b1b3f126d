import type { ErrorCode } from '@tablewire/contracts/kit/problem'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { stopwatchMs } from '#src/platform/clock.ts'
import { errorHref } from '#src/platform/docs/page-errors.ts'
import { isBroken } from '#src/platform/db/outage.ts'
import { asProblem, problemBody } from '#src/platform/http/errors.ts'
import { langOf } from '#src/platform/http/mount.ts'
import { isSaidAsPage } from '#src/platform/http/page-errors.ts'
import { drained } from '#src/platform/http/unreadable.ts'
import { Problem } from '#src/platform/problem.ts'
import { movedPlace } from './moved-place.ts'
import type { AppContainer } from './ports.ts'

/** Retry-After of transient errors, where none is known. */
const shortWaitSeconds = 5
const waitSeconds = ({ code, status, values }: Problem): string | number | undefined => {
  if (status === 429) return values['seconds']
  return status === 503 || code === 'key.in_flight' ? (values['seconds'] ?? shortWaitSeconds) : undefined
}

const unforeseen: readonly ErrorCode[] = ['request.invalid', 'request.conflict']

/** The error handler: every error in the one error body; internal ones are logged. */
export const problemSender =
  ({ log, ports, db }: AppContainer) =>
  async (error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    if (isSaidAsPage(request)) return reply
    const known = asProblem(error)
    const problem = await movedPlace(db, request, known ?? new Problem('server.failed'))
    const where = { err: error, requestId: request.id, endpoint: request.routeOptions.config.endpointId }
    // What is broken at the database is told as what passes, but it may not.
    if (problem.code === 'server.failed' || isBroken(error)) log.error(where, 'request failed')
    else if (!known) log.warn(where, 'its place moved away under a request')
    // An error of the database that the contract should have refused before.
    else if (!(error instanceof Problem) && unforeseen.includes(problem.code)) log.warn(where, 'refused by the database')
    if (problem.code === 'storage.unwritable') ports.ground.suspect()
    // Before authentication, the language is what the request itself says.
    const lang = request.lang === undefined || request.lang === 'en' ? langOf(request) : request.lang
    if (problem.status === 401) reply.header('www-authenticate', 'Bearer')
    const wait = waitSeconds(problem)
    if (wait !== undefined) reply.header('retry-after', String(wait))
    reply.header('link', `<${errorHref(problem.code)}>; rel="help"`)
    await drained(request.raw)
    return reply
      .code(problem.status)
      .headers({ 'cache-control': 'no-store', 'x-request-id': request.id })
      .send(problemBody(problem, lang, request.id))
  }

/** While the database hangs pages and files may need none of it, and while commits wait reads may be done: refused is what takes longer than this. */
const patienceMs = 2500

/**
 * Load shedding while the database is unresponsive: waiting requests are answered 503 `server.busy`, new ones at once. Work in progress may still be
 * carried out on recovery; its idempotency key protects a retry. The same for those that wait while commits are not answered.
 */
export const answerWhenSilent = (
  app: FastifyInstance,
  { pulse, metrics }: Pick<AppContainer, 'pulse' | 'metrics'>,
  sendProblem: ReturnType<typeof problemSender>,
): void => {
  const open = new Map<FastifyReply, { request: FastifyRequest; sinceMs: number }>()
  const refuse = (reply: FastifyReply): void => {
    const request = open.get(reply)?.request
    if (!request || reply.sent || reply.raw.headersSent) return
    const problem = new Problem('server.busy')
    // A page says it as one, by the error handler of its own.
    if (request.routeOptions.config.endpointId === undefined) void reply.send(problem)
    else sendProblem(problem, request, reply).catch(() => reply.raw.destroy())
  }
  pulse.onSilent(() => {
    for (const reply of open.keys()) refuse(reply)
  })
  pulse.onUnconfirmed(() => {
    for (const [reply, { sinceMs }] of open) if (stopwatchMs() - sinceMs > patienceMs) refuse(reply)
  })
  app.addHook('onRequest', async (request, reply) => {
    const { endpointId, probe } = request.routeOptions.config
    // Health endpoints, which report the outage.
    if (probe) return
    if (pulse.silent() && endpointId !== undefined) {
      metrics.observeRequest(endpointId, 503, 0)
      throw new Problem('server.busy')
    }
    open.set(reply, { request, sinceMs: stopwatchMs() })
    const patience = pulse.silent() ? setTimeout(refuse, patienceMs, reply) : undefined
    reply.raw.on('close', () => {
      clearTimeout(patience)
      open.delete(reply)
    })
  })
}
