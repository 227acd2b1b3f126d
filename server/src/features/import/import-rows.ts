import type { Book } from '@tablewire/contracts/book'
import { sql } from 'kysely'
import type {} from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { newId } from '#src/platform/id.ts'
import type { VenueDraft } from './read-venue.ts'

/** The book without what has rows of its own. */
export type BookRules = Omit<Book, 'version' | 'areas'>
export const rulesOf = ({ version: _version, areas: _areas, ...rules }: Book): BookRules => rules

/** What a venue says about itself, in the names of its columns; the import writes these and nothing else. */
export type VenueFields = Omit<VenueDraft, 'importKey' | 'book'>
export const fieldsOf = ({ importKey: _key, book: _book, ...fields }: VenueDraft): VenueFields => fields

export type Standing = VenueFields & { id: string; importKey: string; rules: BookRules }

const key = 40_127_511

/** One import at a time writes; another waits for the end of the batch. Without it two would both find a venue missing and both make it. */
export const takeTurn = async (ctx: Ctx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${key})`.execute(ctx.db)
}

/** What stands here of these keys, by key. */
export const standingVenues = async (ctx: Ctx, importKeys: readonly string[]): Promise<Map<string, Standing>> => {
  const { rows } = await sql<Standing>`
    select v.id, v.import_key, v.external_id, v.name, v.phone_number, v.address, v.postal_code, v.city, v.country_code, v.time_zone, v.currency, v.latitude, v.longitude,
      v.website, v.cuisine, v.active, b.rules
    from venues v join books b on b.venue_id = v.id
    where v.import_key = any(${[...importKeys]})`.execute(ctx.db)
  return new Map(rows.map((row) => [row.importKey, row]))
}

/** Ids of those whose own data (`venue.updated`) or book (`book.updated`) somebody changed here. The audit is never changed, so it knows. */
export const changedHere = async (ctx: Ctx, ids: readonly string[]): Promise<Record<'venue.updated' | 'book.updated', Set<string>>> => {
  const { rows } = await sql<{ action: 'venue.updated' | 'book.updated'; id: string }>`
    select distinct action, subject_id as id from audit_entries
    where subject_id = any(${[...ids]}::text[]) and action in ('venue.updated', 'book.updated')`.execute(ctx.db)
  const of = (action: string): Set<string> => new Set(rows.filter((row) => row.action === action).map((row) => row.id))
  return { 'venue.updated': of('venue.updated'), 'book.updated': of('book.updated') }
}

const insertBooks = async (ctx: Ctx, books: readonly { venueId: string; book: Book }[]): Promise<void> => {
  if (!books.length) return
  const rules = books.map(({ venueId, book }) => ({ venueId, rules: rulesOf(book) }))
  await sql`insert into books (venue_id, rules) select r."venueId", r.rules from jsonb_to_recordset(${JSON.stringify(rules)}::jsonb) as r ("venueId" uuid, rules jsonb)`.execute(
    ctx.db,
  )
  const areas = books.flatMap(({ venueId, book }) => book.areas.map((area, position) => ({ venueId, ...area, position })))
  await ctx.db.insertInto('areas').values(areas).execute()
}

/** New venues with their books, in three statements however many there are. */
export const insertVenues = async (
  ctx: Ctx,
  { companyId, batchId = null }: { companyId: string; batchId?: string | null | undefined },
  drafts: readonly VenueDraft[],
): Promise<void> => {
  if (!drafts.length) return
  const rows = drafts.map((draft) => ({ id: newId(), importKey: draft.importKey, ...fieldsOf(draft) }))
  await sql`
    insert into venues (id, company_id, system_id, import_key, external_id, name, phone_number, address, postal_code, city, country_code, time_zone, currency, latitude, longitude,
      website, cuisine, active, import_batch_id)
    select r.id, ${companyId}, (select s.id from systems s where s.code = 'book'), r."importKey", r."externalId", r.name, r."phoneNumber", r.address, r."postalCode", r.city, r."countryCode", r."timeZone",
      r.currency, r.latitude, r.longitude, r.website, r.cuisine, r.active, ${batchId}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, "importKey" text, "externalId" text, name text, "phoneNumber" text, address text, "postalCode" text, city text,
      "countryCode" text, "timeZone" text, currency text, latitude double precision, longitude double precision, website text, cuisine text, active boolean)`.execute(
    ctx.db,
  )
  await insertBooks(
    ctx,
    rows.map(({ id }, index) => ({ venueId: id, book: drafts[index]!.book })),
  )
}

/** Only what the import brought; whatever else a venue has been given here stays. */
export const updateVenues = async (ctx: Ctx, changes: readonly (VenueFields & { id: string })[]): Promise<void> => {
  if (!changes.length) return
  await sql`
    update venues v set external_id = r."externalId", name = r.name, phone_number = r."phoneNumber", address = r.address, postal_code = r."postalCode", city = r.city, country_code = r."countryCode",
      time_zone = r."timeZone", currency = r.currency, latitude = r.latitude, longitude = r.longitude, website = r.website, cuisine = r.cuisine, active = r.active, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as r (id uuid, "externalId" text, name text, "phoneNumber" text, address text, "postalCode" text, city text, "countryCode" text,
      "timeZone" text, currency text, latitude double precision, longitude double precision, website text, cuisine text, active boolean)
    where v.id = r.id`.execute(ctx.db)
}

/** The version rises, so that nobody books by the hours of before. Areas stay as they are: reservations sit in them. */
export const updateBooks = async (ctx: Ctx, changes: readonly { venueId: string; rules: BookRules }[]): Promise<void> => {
  if (!changes.length) return
  await sql`
    update books b set rules = r.rules, version = b.version + 1, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as r ("venueId" uuid, rules jsonb) where b.venue_id = r."venueId"`.execute(
    ctx.db,
  )
}

/** Numbers that other venues of the company go by already, or that come twice among these. */
export const takenNumbers = async (
  ctx: Ctx,
  companyId: string,
  drafts: readonly Pick<VenueDraft, 'importKey' | 'externalId'>[],
): Promise<Set<string>> => {
  const wanted = drafts.flatMap(({ importKey, externalId }) => (externalId === null ? [] : [{ importKey, externalId }]))
  if (!wanted.length) return new Set()
  const { rows } = await sql<{ importKey: string }>`
    select w."importKey" as import_key from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w ("importKey" text, "externalId" text)
    where exists (select from venues v left join venues own on own.import_key = w."importKey"
      where v.external_id = w."externalId" and v.company_id = coalesce(own.company_id, ${companyId}::uuid) and v.import_key is distinct from w."importKey")`.execute(
    ctx.db,
  )
  const taken = new Set(rows.map(({ importKey }) => importKey))
  const seen = new Set<string>()
  for (const { importKey, externalId } of wanted) {
    if (taken.has(importKey)) continue
    if (seen.has(externalId)) taken.add(importKey)
    seen.add(externalId)
  }
  return taken
}

/** The company venues come into: the one of that id, or of that name, made when there is none. Undefined = no such id. */
export const companyFor = async (
  ctx: Ctx,
  wanted: string,
  { countryCode, batchId = null }: { countryCode: string; batchId?: string | null | undefined },
): Promise<string | undefined> => {
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(wanted)
  const found = await ctx.db
    .selectFrom('companies')
    .select('id')
    .where((eb) => (isId ? eb('id', '=', wanted) : eb(eb.fn('lower', ['name']), '=', wanted.toLowerCase())))
    .orderBy('createdAt')
    .executeTakeFirst()
  if (found || isId) return found?.id
  const id = newId()
  await ctx.db.insertInto('companies').values({ id, brandId: null, name: wanted, countryCode, importBatchId: batchId }).execute()
  return id
}
