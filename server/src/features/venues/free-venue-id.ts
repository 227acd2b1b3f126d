import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import { builtInSystemId } from './venue-rows.ts'
import { seen } from './venue-view.ts'

type VenueIds = { id: string; externalId?: string | null | undefined; companyId: string; systemId: string | null }

/**
 * A system's own id names one of its venues, whichever company that belongs to; in the built-in book ids are the company's own. Says which venue has
 * it, where the caller may see that one. Of two at the same moment the database takes one (`venues_external`, `venues_external_of_system`).
 */
export const requireFreeVenueId = async (ctx: Ctx, { id, externalId, companyId, systemId }: VenueIds): Promise<void> => {
  if (externalId === null || externalId === undefined) return
  const sameBook =
    systemId === null || systemId === builtInSystemId
      ? sql`v.company_id = ${companyId} and (v.system_id is null or v.system_id = ${builtInSystemId})`
      : sql`v.system_id = ${systemId}`
  const { rows } = await sql<{ id: string; shown: boolean }>`
    select v.id, ${seen(ctx)} as shown from venues v where v.external_id = ${externalId} and v.id <> ${id} and ${sameBook} limit 1`.execute(
    ctx.db,
  )
  const [other] = rows
  if (!other) return
  const taken = new Problem('venue.external_id_taken', {}, { externalId: [{ issue: 'taken' }] })
  throw other.shown ? taken.with({ venueId: other.id }) : taken
}
