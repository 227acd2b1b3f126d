import type { Book } from '@tablewire/contracts/estate/book'
import type { Venue } from '@tablewire/contracts/estate/venue-fields'
import type { VenueFilter } from '@tablewire/contracts/estate/venue-filters'
import type { Lang } from '@tablewire/contracts/kit/wire'
import type { Sheet } from '#src/features/exports/api.ts'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { countVenues, venuePage } from './list-venues.ts'
import { isOfChannels } from './venue-scope.ts'
import { seen } from './venue-view.ts'
import { hoursInWords } from './hours-words.ts'
import { type SheetColumn, venueSheetPhrases } from './venue-sheet-phrases.ts'
import type {} from './venue-rows.ts'

type Ask = { filters?: VenueFilter; sort?: 'name' | '-name' | 'city' | '-city' }
type Beside = Pick<Book, 'openingHours'> & { companyName: string | null }
type Row = Venue & Beside
type Column = {
  id: SheetColumn
  width: number
  cell: (venue: Row) => string | number | boolean | null
}

const pageRows = 2000

const columns: readonly Column[] = [
  { id: 'name', width: 34, cell: (venue) => venue.name },
  { id: 'externalId', width: 18, cell: (venue) => venue.externalId },
  { id: 'company', width: 24, cell: (venue) => venue.companyName },
  { id: 'city', width: 20, cell: (venue) => venue.city },
  { id: 'country', width: 9, cell: (venue) => venue.countryCode },
  { id: 'address', width: 34, cell: (venue) => venue.address },
  { id: 'postalCode', width: 12, cell: (venue) => venue.postalCode },
  { id: 'phone', width: 18, cell: (venue) => venue.phoneNumber },
  { id: 'timezone', width: 20, cell: (venue) => venue.timezone },
  { id: 'currency', width: 9, cell: (venue) => venue.currency },
  { id: 'minCovers', width: 9, cell: (venue) => venue.minCovers },
  { id: 'maxCovers', width: 9, cell: (venue) => venue.maxCovers },
  { id: 'active', width: 9, cell: (venue) => venue.active },
  { id: 'system', width: 20, cell: (venue) => venue.systemName },
  { id: 'sdkAccess', width: 9, cell: (venue) => venue.sdkAccess },
  { id: 'tripadvisorId', width: 14, cell: (venue) => venue.tripadvisorId },
  { id: 'listing', width: 9, cell: (venue) => venue.listingEnabled },
  { id: 'meta', width: 9, cell: (venue) => venue.metaEnabled },
  { id: 'latitude', width: 11, cell: (venue) => venue.latitude },
  { id: 'longitude', width: 11, cell: (venue) => venue.longitude },
  { id: 'openingHours', width: 40, cell: (venue) => hoursInWords(venue) },
  { id: 'id', width: 38, cell: (venue) => venue.id },
]

const withBeside = async (ctx: Ctx, venues: readonly Venue[]): Promise<Row[]> => {
  const { rows } = await sql<Beside & { venueId: string }>`
    select v.id as venue_id, case when ${!isOfChannels(ctx)} then c.name end as company_name, coalesce(b.rules -> 'openingHours', '[]') as opening_hours
    from venues v join companies c on c.id = v.company_id left join books b on b.venue_id = v.id
    where v.id = any(${venues.map(({ id }) => id)}::uuid[])`.execute(ctx.db)
  const beside = new Map(rows.map(({ venueId, ...one }) => [venueId, one]))
  return venues.map((venue) => ({ openingHours: [], companyName: null, ...beside.get(venue.id), ...venue }))
}

const rowsOf = async function* (ctx: Ctx, ask: Ask) {
  let after: string | undefined
  do {
    const page = await venuePage(ctx, { ...ask, limit: pageRows, after })
    for (const venue of await withBeside(ctx, page.data)) yield columns.map(({ cell }) => cell(venue))
    after = page.next ?? undefined
  } while (after !== undefined)
}

/** Ids say nothing to a reader: systems and channels stand in the file by name. */
const nameIn = async (ctx: Ctx, view: 'known_systems' | 'channel_names', id: string): Promise<string> => {
  const from = { known_systems: sql`known_systems`, channel_names: sql`channel_names` }[view]
  const { rows } = await sql<{ name: string }>`select name from ${from} where id = ${id}`.execute(ctx.db)
  return rows[0]?.name ?? id
}

/** Whose name it is told only who sees a venue of it, and who sells for channels not even then. */
const ownerIn = async (ctx: Ctx, table: 'companies' | 'groups', id: string): Promise<string> => {
  if (isOfChannels(ctx)) return id
  const column = sql.ref(table === 'companies' ? 'v.company_id' : 'v.group_id')
  const from = { companies: sql`companies t`, groups: sql`groups t` }[table]
  const { rows } = await sql<{ name: string }>`
    select t.name from ${from} where t.id = ${id} and exists (select from venues v where ${column} = t.id and ${seen(ctx)})`.execute(ctx.db)
  return rows[0]?.name ?? id
}

const filterInWords = async (ctx: Ctx, filters: VenueFilter, lang: Lang): Promise<[string, string][]> => {
  const { columns: words, channel, group, missing, lacks, search, yes, no } = venueSheetPhrases[lang]
  const { criteria, city, countryCode, active, systemId, channelId, companyId, groupId } = filters
  return [
    ...(criteria ? [[search, criteria] as [string, string]] : []),
    ...(city ? [[words.city, city] as [string, string]] : []),
    ...(countryCode?.length ? [[words.country, countryCode.join(', ')] as [string, string]] : []),
    ...(active === undefined ? [] : [[words.active, active ? yes : no] as [string, string]]),
    ...(systemId ? [[words.system, await nameIn(ctx, 'known_systems', systemId)] as [string, string]] : []),
    ...(channelId ? [[channel, await nameIn(ctx, 'channel_names', channelId)] as [string, string]] : []),
    ...(companyId ? [[words.company, await ownerIn(ctx, 'companies', companyId)] as [string, string]] : []),
    ...(groupId ? [[group, await ownerIn(ctx, 'groups', groupId)] as [string, string]] : []),
    ...(filters.missing?.length ? [[missing, filters.missing.map((lack) => lacks[lack]).join(', ')] as [string, string]] : []),
  ]
}

/** Exactly the venues of the list with that filter, in its order. */
export const venueSheet = async (ctx: Ctx, ask: Ask, lang: Lang): Promise<Sheet> => {
  const phrases = venueSheetPhrases[lang]
  return {
    title: phrases.title,
    columns: columns.map(({ id, width }) => ({ header: phrases.columns[id], width })),
    total: await countVenues(ctx, ask.filters),
    rows: rowsOf(ctx, ask),
    filter: await filterInWords(ctx, ask.filters ?? {}, lang),
  }
}
