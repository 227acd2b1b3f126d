import { sql } from 'kysely'
import { isRemote, rmsClientOf } from '#src/features/rms-client/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import { createRequest, type NewRequest, partiesOf } from './create-request.ts'

/**
 * Asked of the system itself, unless the hub knows its venue by that id already or the system keeps no list. A call that may take long: outside of any
 * transaction.
 */
export const requireKnown = async (ctx: Ctx, systemId: string, rmsVenueId: string): Promise<void> => {
  // What a system says of its own venues with its key needs no asking back.
  if (ctx.actor.kind === 'system' && ctx.actor.id === systemId) return
  const { rows } = await sql`select from venues v where v.system_id = ${systemId} and v.external_id = ${rmsVenueId}`.execute(ctx.db)
  if (rows.length || !(await isRemote(ctx, { systemId }))) return
  const answer = await (await rmsClientOf(ctx, systemId)).venues?.()
  if (!answer) return
  if (!answer.ok) throw new Problem('remote.unreachable')
  if (!answer.value.some(({ id }) => id === rmsVenueId))
    throw new Problem('onboarding.venue_unknown', {}, { rmsVenueId: [{ issue: 'invalid' }] })
}

/** A new request by hand or by key: an id that the system does not know is refused before anything is written. */
export const askAndCreate = async (ctx: Ctx, fields: NewRequest): ReturnType<typeof createRequest> => {
  if (fields.rmsVenueId) await requireKnown(ctx, partiesOf(ctx, fields).systemId, fields.rmsVenueId)
  return createRequest(ctx, fields)
}
