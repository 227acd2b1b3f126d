import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '#src/platform/db/schema.ts'
import { Problem } from '#src/platform/problem.ts'

const id = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi
/** A call names few places; a list of hundreds is about something else. */
const idsMost = 20

const idsIn = ({ url, body }: FastifyRequest): string[] => {
  const sent = typeof body === 'object' && body !== null && !Buffer.isBuffer(body) ? JSON.stringify(body) : ''
  return [...new Set(`${url} ${sent}`.match(id) ?? [])].slice(0, idsMost)
}

/**
 * Of a call about something that is not here: where it is, when it has moved to another installation; that it is on its way, until it has arrived. Asked
 * only then, so that no call pays for it.
 */
export const movedPlace = async (db: Db, request: FastifyRequest, problem: Problem): Promise<Problem> => {
  const isUnknown = problem.status === 404 || problem.status === 403
  if (!isUnknown && problem.code !== 'venue.moved') return problem
  const ids = idsIn(request)
  if (!ids.length) return problem
  try {
    const { rows } = await sql<{ url: string; arrived: boolean }>`
      select c.url, m.state = 'done' or m.facts ? 'arrived' as arrived from closed_places c join company_moves m on m.id = c.move_id
      where c.place_id = any(${ids}::uuid[]) and c.until is null limit 1`.execute(db)
    const [found] = rows
    if (!found) return problem
    return found.arrived ? new Problem('venue.moved').with({ url: found.url }) : new Problem('venue.moving')
  } catch {
    // Without the database what is known is said.
    return problem
  }
}
