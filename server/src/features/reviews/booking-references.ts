import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'

/** The bookings that a source names by our references, at their own venue: `venue reference` → its id. */
export const reservationsOf = async (
  ctx: Ctx,
  named: readonly { venueId: string; reference: string }[],
): Promise<ReadonlyMap<string, string>> => {
  if (named.length === 0) return new Map()
  const { rows } = await sql<{ id: string; venueId: string; reference: string }>`
    select r.id, r.venue_id, r.reference from unnest(${named.map(({ venueId }) => venueId)}::uuid[], ${named.map(({ reference }) => reference)}::text[]) as x(v, ref)
      join reservations r on r.venue_id = x.v and r.reference = x.ref where r.status <> 'held'`.execute(ctx.db)
  return new Map(rows.map(({ id, venueId, reference }) => [`${venueId} ${reference}`, id]))
}
