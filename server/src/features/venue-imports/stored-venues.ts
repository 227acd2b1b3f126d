import { sql } from 'kysely'
import { inScope } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import type { BookRules } from '#src/features/venues/api.ts'
import { venueColumns, type VenueFields, venueFieldNames } from './venue-columns.ts'

/** A venue as it stands here; `seats` of all its areas. */
export type StoredVenue = VenueFields & { id: string; companyId: string; rules: BookRules; seats: number }

const key = 40_127_511

/** One import at a time writes; another waits for the end of the batch. Without it two would both find a venue missing and both make it. */
export const lockImport = async (ctx: Ctx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${key})`.execute(ctx.db)
}

/** These venues of the company, held until the transaction ends: what is compared now is what is written over. */
export const lockStoredVenues = async (ctx: Ctx, companyId: string, ids: readonly string[]): Promise<Map<string, StoredVenue>> => {
  if (!ids.length) return new Map()
  const columns = sql.join(venueFieldNames.map((name) => sql.ref(`v.${venueColumns[name].column}`)))
  const { rows } = await sql<StoredVenue>`
    select v.id, v.company_id, ${columns}, b.rules,
      (select coalesce(sum(a.capacity), 0)::integer from areas a where a.venue_id = v.id and a.archived_at is null) as seats
    from venues v join books b on b.venue_id = v.id
    where v.id = any(${[...new Set(ids)]}::uuid[]) and v.company_id = ${companyId} and ${inScope(ctx, 'v.id')}
    order by v.id for update of v, b`.execute(ctx.db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** What people changed here, by venue: names of fields, and `book` for its book. The audit is never changed, so it knows. */
export const changedByPeople = async (ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, ReadonlySet<string>>> => {
  if (!ids.length) return new Map()
  const { rows } = await sql<{ id: string; fields: string[] }>`
    select e.subject_id as id, array_agg(distinct case when e.action = 'book.updated' then 'book' else k.field end) as fields
    from audit_entries e left join lateral jsonb_object_keys(e.after) as k (field) on e.action = 'venue.updated'
    where e.subject_id = any(${[...ids]}::text[]) and e.action in ('venue.updated', 'book.updated') group by 1`.execute(ctx.db)
  return new Map(rows.map(({ id, fields }) => [id, new Set(fields)]))
}
