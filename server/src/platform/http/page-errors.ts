import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from '../log.ts'
import { Problem } from '../problem.ts'
import { asProblem } from './errors.ts'

const busySeconds = 5

type Failed = { log: Logger; error: unknown; request: FastifyRequest; reply: FastifyReply }
/**
 * For the error handler of a page: what failed is said as a page too. The time limit of a database that hangs may have answered meanwhile, and then nothing
 * more is said; a failure of saying it is the end of this connection, never of the process.
 */
export const sayAsPage = ({ log, error, request, reply }: Failed, say: (problem: Problem) => Promise<unknown>): void => {
  if (reply.raw.headersSent) return
  const problem = asProblem(error) ?? new Problem('server.failed')
  if (problem.status === 503) void reply.header('retry-after', String(busySeconds))
  else if (problem.status >= 500) log.error({ err: error, page: request.routeOptions.url, requestId: request.id }, 'a page failed')
  say(problem).catch((late: unknown) => {
    if (reply.raw.headersSent) return
    log.error({ err: late, page: request.routeOptions.url, requestId: request.id }, 'what failed on a page could not be said')
    reply.raw.destroy()
  })
}
