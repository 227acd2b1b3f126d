import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '#src/platform/db/schema.ts'
import { mayHearWhereMoved, whereMoved } from '#src/platform/db/where-moved.ts'
import { knownCaller } from '#src/platform/http/mount.ts'
import { Problem } from '#src/platform/problem.ts'

const id = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi
/** A call names few places; a list of hundreds is about something else. */
const idsMost = 20

/** Of the path, which says what a call is about; without any, of what it sends. */
const idsIn = ({ url, body }: FastifyRequest): string[] => {
  const [path = '', query = ''] = url.split('?')
  const sent = typeof body === 'object' && body !== null && !Buffer.isBuffer(body) ? JSON.stringify(body) : ''
  return [...new Set(path.match(id) ?? `${query} ${sent}`.match(id) ?? [])].slice(0, idsMost)
}

/** Not there, or gone from under a call that had begun before the place was closed: rows it relied on, or a reference. */
const maybeMoved = ({ status, code }: Problem): boolean =>
  status === 404 || status === 403 || code === 'venue.moved' || code === 'request.conflict' || code === 'server.failed'

/** Who is not told where others have gone hears only of a place of his own, which went from under his call. */
const mayHear = (request: FastifyRequest, { status }: Problem): boolean => {
  const caller = knownCaller(request)
  return !request.is404 && (caller === undefined || mayHearWhereMoved(caller) || (status !== 404 && status !== 403))
}

/** What else is named may have moved from beside it. */
const anyVenueHere = async (db: Db, ids: readonly string[]): Promise<boolean> => {
  const { rows } = await sql`select from venues where id = any (${[...ids]}::uuid[]) limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Of a call about something that is not here: where it is, when it has moved to another installation; that it is on its way, until it has arrived. Asked
 * only then, so that no call pays for it.
 */
export const movedPlace = async (db: Db, request: FastifyRequest, problem: Problem): Promise<Problem> => {
  if (!maybeMoved(problem) || !mayHear(request, problem)) return problem
  const ids = idsIn(request)
  if (!ids.length) return problem
  try {
    const found = await whereMoved(db, ids)
    if (!found || (await anyVenueHere(db, ids))) return problem
    return found.arrived ? new Problem('venue.moved').with({ url: found.url }) : new Problem('venue.moving')
  } catch {
    // Without the database what is known is said.
    return problem
  }
}
