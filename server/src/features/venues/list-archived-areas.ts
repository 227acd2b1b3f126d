import type { ArchivedArea } from '@tablewire/contracts/estate/venues'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { venueWithBook } from './venue-with-book.ts'

/** More than this no house ever took apart. */
const most = 200

/** Areas taken out of a book; they are kept for the reservations that sat there, and can stand in the book again. */
export const listArchivedAreas = async (ctx: Ctx, venueId: string): Promise<ArchivedArea[]> => {
  const { id } = await venueWithBook(ctx, venueId)
  const { rows } = await sql<{ area: ArchivedArea }>`
    select json_strip_nulls(json_build_object('id', a.id, 'name', a.name, 'description', a.description, 'capacity', a.capacity, 'byDefault', false,
      'online', a.online, 'names', nullif(a.names, '{}'), 'descriptions', nullif(a.descriptions, '{}'), 'externalId', a.external_id,
      'archivedAt', to_char(a.archived_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))) as area
    from areas a where a.venue_id = ${id} and a.archived_at is not null order by a.archived_at desc, a.id limit ${most}`.execute(ctx.db)
  return rows.map(({ area }) => area)
}
