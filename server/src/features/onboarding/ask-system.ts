import { sql } from 'kysely'
import { isRemote, rmsClientOf } from '#src/features/rms-client/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import { createRequest, type NewRequest, partiesOf, ownIdOf } from './create-request.ts'
import { sideOf } from './request-scope.ts'

type Ids = ReadonlySet<string>

/** The ids of a system's own list; undefined where it offers none. Our own book has those venues that are here, and no others. */
const listOf = async (ctx: Ctx, systemId: string): Promise<Ids | undefined> => {
  if (!(await isRemote(ctx, { systemId }))) return new Set()
  const answer = await (await rmsClientOf(ctx, systemId)).venues?.()
  if (!answer) return undefined
  if (!answer.ok) throw new Problem('remote.unreachable')
  return new Set(answer.value.map(({ id }) => id))
}

const isHere = async (ctx: Ctx, systemId: string, rmsVenueId: string): Promise<boolean> => {
  const { rows } = await sql`
    select from venues v where v.system_id = ${systemId} and v.archived_at is null
      and (v.external_id = ${rmsVenueId} or v.id = ${ownIdOf(systemId, rmsVenueId)}::uuid and v.external_id is null)`.execute(ctx.db)
  return rows.length > 0
}

/**
 * Refuses an id that the system does not know, for as many as are asked about; its list is asked for once, which may take long: outside of any
 * transaction. Where it offers none, its own side and the platform are believed; a channel says nothing in a system's name.
 */
export const idCheck = (ctx: Ctx): ((systemId: string, rmsVenueId: string) => Promise<void>) => {
  const lists = new Map<string, Promise<Ids | undefined>>()
  return async (systemId, rmsVenueId) => {
    // What a system says of its own venues with its key needs no asking back.
    if (ctx.actor.kind === 'system' && ctx.actor.id === systemId) return
    if (await isHere(ctx, systemId, rmsVenueId)) return
    const list = lists.get(systemId) ?? listOf(ctx, systemId)
    lists.set(systemId, list)
    const ids = await list
    const known = ids ? ids.has(rmsVenueId) : sideOf(ctx) !== 'bc'
    if (!known) throw new Problem('onboarding.venue_unknown', {}, { rmsVenueId: [{ issue: 'invalid' }] })
  }
}
export const requireKnown = (ctx: Ctx, systemId: string, rmsVenueId: string): Promise<void> => idCheck(ctx)(systemId, rmsVenueId)

/** A new request by hand or by key: an id that the system does not know is refused before anything is written. */
export const askAndCreate = async (ctx: Ctx, fields: NewRequest): ReturnType<typeof createRequest> => {
  if (fields.rmsVenueId) await requireKnown(ctx, partiesOf(ctx, fields).systemId, fields.rmsVenueId)
  return createRequest(ctx, fields)
}
