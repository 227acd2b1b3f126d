import type { ErrorCode } from '@tablewire/contracts/problem'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { errorHref } from '#src/platform/docs/page-errors.ts'
import { asProblem, knowGuards, problemBody } from '#src/platform/http/errors.ts'
import { langOf } from '#src/platform/http/mount.ts'
import { drained } from '#src/platform/http/unreadable.ts'
import { Problem } from '#src/platform/problem.ts'
import { allGuards } from './guards-all.ts'
import type { House } from './ports.ts'

/** What passes by itself is worth asking again after this long, where nobody knows it better. */
const shortWaitSeconds = 5
const waitSeconds = ({ code, status, values }: Problem): string | number | undefined => {
  if (status === 429) return values['seconds']
  return status === 503 || code === 'key.in_flight' ? (values['seconds'] ?? shortWaitSeconds) : undefined
}

const unforeseen: readonly ErrorCode[] = ['request.invalid', 'request.conflict']

/** Whatever goes wrong, in the one error body; what is ours goes to the log. */
export const problemSender = ({ log, ports }: House) => {
  knowGuards(allGuards)
  return async (error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
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
}
