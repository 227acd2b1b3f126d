import { insertCompany } from '#src/features/access/api.ts'
import {
  insertBooks,
  insertVenues as insertVenueRows,
  updateVenues as updateVenueRows,
  type VenueColumn,
} from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { newId } from '#src/platform/id.ts'
import type { VenueDraft } from './read-venue.ts'
import { venueColumns, type VenueFields, venueFieldNames } from './venue-columns.ts'

const columns: readonly VenueColumn[] = venueFieldNames.map((key) => ({
  key,
  column: venueColumns[key].column,
  type: venueColumns[key].type,
}))

/** New venues with their books, in three statements however many there are; their ids, in the order of the drafts. */
export const insertVenues = async (
  ctx: Ctx,
  { companyId, batchId = null }: { companyId: string; batchId?: string | null | undefined },
  drafts: readonly VenueDraft[],
): Promise<string[]> => {
  if (!drafts.length) return []
  const rows = drafts.map(({ book: _book, ...draft }) => ({ id: newId(), ...draft }))
  await insertVenueRows(ctx, { companyId, batchId, columns }, rows)
  await insertBooks(
    ctx,
    rows.map(({ id }, index) => ({ venueId: id, book: drafts[index]!.book })),
  )
  return rows.map(({ id }) => id)
}

/** Only what is named of each, and only in the company it is named for. */
export const updateVenues = (
  ctx: Ctx,
  changes: readonly { id: string; companyId: string; fields: Partial<VenueFields> }[],
): Promise<void> => updateVenueRows(ctx, columns, changes)

/** The company venues come into: the one of that id, or of that name; `make` = made where there is none of that name. */
export const companyFor = async (
  ctx: Ctx,
  wanted: string,
  { make, batchId = null }: { make: { countryCode: string } | undefined; batchId?: string | null | undefined },
): Promise<string | undefined> => {
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(wanted)
  const found = await ctx.db
    .selectFrom('companies')
    .select('id')
    .where((eb) => (isId ? eb('id', '=', wanted) : eb(eb.fn('lower', ['name']), '=', wanted.toLowerCase())))
    .orderBy('createdAt')
    .executeTakeFirst()
  if (found || isId || !make) return found?.id
  const id = newId()
  await insertCompany(ctx, { id, brandId: null, name: wanted, countryCode: make.countryCode, importBatchId: batchId })
  return id
}
