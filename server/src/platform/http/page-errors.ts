import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from '../log.ts'
import { Problem } from '../problem.ts'
import { asProblem } from './errors.ts'

const busySeconds = 5

const asPages = new WeakSet<FastifyRequest>()
/** Of a page whose failure is being said: what fails of it meanwhile adds nothing, and is never an answer for programs. */
export const isSaidAsPage = (request: FastifyRequest): boolean => asPages.has(request)

type Failed = { log: Logger; error: unknown; request: FastifyRequest; reply: FastifyReply }
/**
 * For the error handler of a page: what failed is said as a page too. The time limit of a database that hangs may have answered meanwhile, and then nothing
 * more is said; a failure of saying it is the end of this connection, never of the process.
 */
export const sayAsPage = ({ log, error, request, reply }: Failed, say: (problem: Problem) => Promise<unknown>): void => {
  if (reply.raw.headersSent) return
  asPages.add(request)
  const problem = asProblem(error) ?? new Problem('server.failed')
  const told = (one: Problem): Promise<unknown> => {
    if (one.status === 503) void reply.header('retry-after', String(busySeconds))
    return say(one)
  }
  // What is not here may be on its way elsewhere, which is found as it is said.
  const orWait = (late: unknown): Promise<unknown> =>
    late instanceof Problem && late.status === 503 && problem.status !== 503 ? told(late) : Promise.reject(late)
  if (problem.status >= 500 && problem.status !== 503)
    log.error({ err: error, page: request.routeOptions.url, requestId: request.id }, 'a page failed')
  told(problem)
    .catch(orWait)
    .catch((late: unknown) => {
      if (reply.raw.headersSent) return
      log.error({ err: late, page: request.routeOptions.url, requestId: request.id }, 'what failed on a page could not be said')
      reply.raw.destroy()
    })
}
