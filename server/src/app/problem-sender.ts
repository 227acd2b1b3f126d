import type { ErrorCode } from '@tablewire/contracts/kit/problem'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errorHref } from '#src/platform/docs/page-errors.ts'
import { asProblem, problemBody } from '#src/platform/http/errors.ts'
import { langOf } from '#src/platform/http/mount.ts'
import { drained } from '#src/platform/http/unreadable.ts'
import { Problem } from '#src/platform/problem.ts'
import type { AppContainer } from './ports.ts'

/** What passes by itself is worth asking again after this long, where nobody knows it better. */
const shortWaitSeconds = 5
const waitSeconds = ({ code, status, values }: Problem): string | number | undefined => {
  if (status === 429) return values['seconds']
  return status === 503 || code === 'key.in_flight' ? (values['seconds'] ?? shortWaitSeconds) : undefined
}

const unforeseen: readonly ErrorCode[] = ['request.invalid', 'request.conflict']

/** Whatever goes wrong, in the one error body; what is ours goes to the log. */
export const problemSender =
  ({ log, ports }: AppContainer) =>
  async (error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const known = asProblem(error)
    if (!known) log.error({ err: error, requestId: request.id, endpoint: request.routeOptions.config.endpointId }, 'request failed')
    // What the contract should have refused before the database did.
    if (known && !(error instanceof Problem) && unforeseen.includes(known.code))
      log.warn({ err: error, requestId: request.id, endpoint: request.routeOptions.config.endpointId }, 'refused by the database')
    const problem = known ?? new Problem('server.failed')
    if (problem.code === 'storage.unwritable') ports.ground.suspect()
    // Before the caller is known, the language is what the request itself says.
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

/** Pages and files may need nothing of the database; what does is over after this long. */
const pagePatienceMs = 2500

/**
 * Nobody waits longer for a database that says nothing than for one that is away: whoever waits is told 503 `server.busy`, who comes later at once. What
 * was under way may still be carried out when it is back; its key tells it from a second one.
 */
export const answerWhenSilent = (
  app: FastifyInstance,
  { pulse, metrics }: Pick<AppContainer, 'pulse' | 'metrics'>,
  sendProblem: ReturnType<typeof problemSender>,
): void => {
  const open = new Map<FastifyReply, FastifyRequest>()
  const refuse = (reply: FastifyReply): void => {
    const request = open.get(reply)
    if (!request || reply.sent || reply.raw.headersSent) return
    sendProblem(new Problem('server.busy'), request, reply).catch(() => reply.raw.destroy())
  }
  pulse.onSilent(() => {
    for (const reply of open.keys()) refuse(reply)
  })
  app.addHook('onRequest', async (request, reply) => {
    const { endpointId, probe } = request.routeOptions.config
    // They say that it is silent.
    if (probe) return
    if (pulse.silent() && endpointId !== undefined) {
      metrics.observeRequest(endpointId, 503, 0)
      throw new Problem('server.busy')
    }
    open.set(reply, request)
    const patience = pulse.silent() ? setTimeout(refuse, pagePatienceMs, reply) : undefined
    reply.raw.on('close', () => {
      clearTimeout(patience)
      open.delete(reply)
    })
  })
}
