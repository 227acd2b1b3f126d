import type { Book } from '@tablewire/contracts/book'
import { sql } from 'kysely'
import type {} from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { newId } from '#src/platform/id.ts'
import type { VenueDraft } from './read-venue.ts'
import { type BookRules, rulesOf } from './venue-books.ts'
import { venueColumns, type VenueFields, venueFieldNames } from './venue-columns.ts'

const insertBooks = async (ctx: Ctx, books: readonly { venueId: string; book: Book }[]): Promise<void> => {
  if (!books.length) return
  const rules = books.map(({ venueId, book }) => ({ venueId, rules: rulesOf(book) }))
  await sql`insert into books (venue_id, rules) select r."venueId", r.rules from jsonb_to_recordset(${JSON.stringify(rules)}::jsonb) as r ("venueId" uuid, rules jsonb)`.execute(
    ctx.db,
  )
  const areas = books.flatMap(({ venueId, book }) => book.areas.map((area, position) => ({ venueId, ...area, position })))
  await ctx.db.insertInto('areas').values(areas).execute()
}

const columnList = sql.raw(venueFieldNames.map((name) => venueColumns[name].column).join(', '))
const valueList = sql.raw(venueFieldNames.map((name) => `r."${name}"`).join(', '))
const valueTypes = sql.raw(venueFieldNames.map((name) => `"${name}" ${venueColumns[name].type}`).join(', '))

/** New venues with their books, in three statements however many there are; their ids, in the order of the drafts. */
export const insertVenues = async (
  ctx: Ctx,
  { companyId, batchId = null }: { companyId: string; batchId?: string | null | undefined },
  drafts: readonly VenueDraft[],
): Promise<string[]> => {
  if (!drafts.length) return []
  const rows = drafts.map(({ book: _book, ...draft }) => ({ id: newId(), ...draft }))
  await sql`
    insert into venues (id, company_id, system_id, import_key, import_batch_id, ${columnList})
    select r.id, ${companyId}, (select s.id from systems s where s.code = 'book'), r."importKey", ${batchId}, ${valueList}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, "importKey" text, ${valueTypes})`.execute(ctx.db)
  await insertBooks(
    ctx,
    rows.map(({ id }, index) => ({ venueId: id, book: drafts[index]!.book })),
  )
  return rows.map(({ id }) => id)
}

/** An import wanted to write a venue that is not, or no longer, the company's. Nothing of it is written. */
class ForeignVenue extends Error {
  override name = 'ForeignVenue'
}
const requireAll = (written: bigint | undefined, wanted: number): void => {
  if (written !== BigInt(wanted)) throw new ForeignVenue(`of ${wanted} venues ${written ?? 0n} are of the company the import is for`)
}

const patched = sql.join(
  venueFieldNames.map((name) => {
    const { column, type } = venueColumns[name]
    const key = sql.lit(name)
    return sql`${sql.ref(column)} = case when r.fields ? ${key} then (r.fields ->> ${key})::${sql.raw(type)} else v.${sql.ref(column)} end`
  }),
)

/** Only what is named of each, and only in the company it is named for; whatever else a venue has been given here stays. */
export const updateVenues = async (
  ctx: Ctx,
  changes: readonly { id: string; companyId: string; fields: Partial<VenueFields> }[],
): Promise<void> => {
  if (!changes.length) return
  const { numAffectedRows } = await sql`
    update venues v set ${patched}, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as r (id uuid, "companyId" uuid, fields jsonb)
    where v.id = r.id and v.company_id = r."companyId"`.execute(ctx.db)
  requireAll(numAffectedRows, changes.length)
}

/** The version rises, so that nobody books by the hours of before. Areas stay as they are: reservations sit in them. */
export const updateBooks = async (
  ctx: Ctx,
  changes: readonly { venueId: string; companyId: string; rules: BookRules }[],
): Promise<void> => {
  if (!changes.length) return
  const { numAffectedRows } = await sql`
    update books b set rules = r.rules, version = b.version + 1, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as r ("venueId" uuid, "companyId" uuid, rules jsonb)
      join venues v on v.id = r."venueId" and v.company_id = r."companyId"
    where b.venue_id = v.id`.execute(ctx.db)
  requireAll(numAffectedRows, changes.length)
}

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
  await ctx.db
    .insertInto('companies')
    .values({ id, brandId: null, name: wanted, countryCode: make.countryCode, importBatchId: batchId })
    .execute()
  return id
}
