import { sql } from 'kysely'
import type { BookRules } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import type { VenueFields } from './venue-columns.ts'

/** `before`: fields and rules as they stood; see `Remembered`. */
type ImportChanges = { batchId: string; venueId: string; companyId: string; before: unknown }

declare module '#src/platform/db/schema.ts' {
  interface Tables {
    importChanges: ImportChanges
  }
}

type RememberedVenue = { id: string; companyId: string; fields: Partial<VenueFields>; rules: BookRules | undefined }

/** What stood in these venues before an import changed it; of several changes by one import, what stood before the first. */
export const rememberVenues = async (ctx: Ctx, batchId: string, venues: readonly RememberedVenue[]): Promise<void> => {
  if (!venues.length) return
  const rows = venues.map(({ id, companyId, fields, rules }) => ({ id, companyId, before: { fields, ...(rules && { rules }) } }))
  await sql`
    insert into import_changes (batch_id, venue_id, company_id, before)
    select ${batchId}, r.id, r."companyId", r.before
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, "companyId" uuid, before jsonb)
    on conflict do nothing`.execute(ctx.db)
}

/** What was put back, or is never to be. */
export const forgetVenues = async (ctx: Ctx, batchId: string, ids: readonly string[]): Promise<void> => {
  await sql`delete from import_changes where batch_id = ${batchId} and venue_id = any(${[...ids]}::uuid[])`.execute(ctx.db)
}
