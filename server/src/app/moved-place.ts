import type { FastifyRequest } from 'fastify'
import type { Db } from '#src/platform/db/schema.ts'
import { whereMoved } from '#src/platform/db/where-moved.ts'
import { Problem } from '#src/platform/problem.ts'

const id = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi
/** A call names few places; a list of hundreds is about something else. */
const idsMost = 20

const idsIn = ({ url, body }: FastifyRequest): string[] => {
  const sent = typeof body === 'object' && body !== null && !Buffer.isBuffer(body) ? JSON.stringify(body) : ''
  return [...new Set(`${url} ${sent}`.match(id) ?? [])].slice(0, idsMost)
}

/** Not there, or gone from under a call that had begun before the place was closed: rows it relied on, or a reference. */
const maybeMoved = ({ status, code }: Problem): boolean =>
  status === 404 || status === 403 || code === 'venue.moved' || code === 'request.conflict' || code === 'server.failed'

/**
 * Of a call about something that is not here: where it is, when it has moved to another installation; that it is on its way, until it has arrived. Asked
 * only then, so that no call pays for it.
 */
export const movedPlace = async (db: Db, request: FastifyRequest, problem: Problem): Promise<Problem> => {
  if (!maybeMoved(problem)) return problem
  const ids = idsIn(request)
  if (!ids.length) return problem
  try {
    const found = await whereMoved(db, ids)
    if (!found) return problem
    return found.arrived ? new Problem('venue.moved').with({ url: found.url }) : new Problem('venue.moving')
  } catch {
    // Without the database what is known is said.
    return problem
  }
}
