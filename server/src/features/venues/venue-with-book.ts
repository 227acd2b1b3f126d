import type { Book } from '@tablewire/contracts/estate/book'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Ctx, VenueScope } from '#src/platform/ctx.ts'
import type { Db } from '#src/platform/db/schema.ts'
import type { Fact, Kept } from '#src/platform/memory/memory.ts'
import { Problem } from '#src/platform/problem.ts'
import { inScope } from './venue-scope.ts'
import type {} from './venue-rows.ts'

export type VenueWithBook = {
  id: string
  name: string
  timeZone: string
  currency: string
  active: boolean
  systemId: string | null
  /** The venue's id at its system. */
  externalId: string | null
  /** Its own reservation system owns the tables: bookings are made there. */
  remote: boolean
  /** It works with tables: who comes is given one. */
  tables: boolean
  /** Given up: whatever was promised at it is over. */
  archived: boolean
  /** Of the two that were one house, the one that went. */
  merged: boolean
  companyId: string
  /** What the company asks of channels, in seconds; null = no more than the book. */
  minAdvanceBooking: number | null
  minAdvanceBookingCancelling: number | null
  countryCode: string
  book: Book
}

type Joined = Omit<VenueWithBook, 'book'> & { version: number; rules: Omit<Book, 'version' | 'areas'>; areas: Book['areas'] }

/** A plan for one venue is kept; one for a list would be made anew each time, for its length. */
const named = (ids: readonly string[]) => (ids.length === 1 ? sql`v.id = ${ids[0]}` : sql`v.id = any(${ids}::uuid[])`)

const read = async <T>(db: Db, ids: readonly string[], { also, where }: { also: RawBuilder<unknown>; where: RawBuilder<SqlBool> }) => {
  const { rows } = await sql<Joined & T>`
    select ${also} v.id, v.name, v.time_zone, v.currency, v.active, v.archived_at is not null as archived, v.merged_into is not null as merged, v.system_id, v.external_id, v.company_id, v.country_code, c.min_advance_booking, c.min_advance_booking_cancelling, b.version, b.rules,
      exists (select from known_systems s where s.id = v.system_id and s.active and s.type <> 'built_in') as remote,
      exists (select from venues_with_tables w where w.venue_id = v.id) as tables,
      (select coalesce(json_agg(json_strip_nulls(json_build_object('id', a.id, 'name', a.name, 'description', a.description, 'capacity', a.capacity,
          'byDefault', a.by_default, 'rwgDefault', nullif(a.rwg_default, false), 'online', a.online, 'externalId', nullif(a.external_id, ''), 'names', nullif(a.names, '{}'), 'descriptions', nullif(a.descriptions, '{}'))) order by a.position, a.id), '[]')
        from areas a where a.venue_id = v.id and a.archived_at is null) as areas
    from venues v join books b on b.venue_id = v.id join companies c on c.id = v.company_id
    where ${named(ids)} and ${where}`.execute(db)
  return rows.map(({ version, rules, areas, ...venue }) => ({ ...venue, book: { ...rules, version, areas } }))
}

/** Venue and book in one question, for every venue named that the caller may see; in no particular order. */
export const venuesWithBooks = async (ctx: Ctx, venueIds: readonly string[]): Promise<VenueWithBook[]> => {
  const ids = [...new Set(venueIds)]
  return ctx.kept
    ? keptInScope(ctx.scope, await keptVenues(ctx.kept, ids))
    : read<unknown>(ctx.db, ids, { also: sql``, where: inScope(ctx, 'v.id') })
}

/** `soldBy`: the channels that are live there. */
type KeptVenue = { venue: VenueWithBook; soldBy: readonly string[] }

const everyVenue: Fact<{ subject: string }, KeptVenue | undefined> = {
  fact: 'venue',
  read: async (db, venues) => {
    const ids = venues.map(({ subject }) => subject)
    const also = sql`array(select l.channel_id::text from live_links l where l.venue_id = v.id) as sold_by,`
    const rows = await read<{ soldBy: string[] }>(db, ids, { also, where: sql`true` })
    const found = new Map(rows.map(({ soldBy, ...venue }) => [venue.id, { venue: deepFrozen(venue), soldBy }]))
    return ids.map((id) => found.get(id))
  },
  // As text a book is about half as long as in memory; its opening hours are worked out for so many dates.
  bytesOf: (one) => (one ? 2 * JSON.stringify(one).length + 10_000 : 0),
}

const keptVenues = async (kept: Kept, ids: readonly string[]): Promise<KeptVenue[]> => {
  const subjects = [...new Set(ids.map((id) => id.toLowerCase()))]
  return (
    await kept.of(
      subjects.map((subject) => ({ subject })),
      everyVenue,
    )
  ).filter((one) => one !== undefined)
}

/** The same as `inScope`, of what is kept. */
const isInScope = (scope: VenueScope, { venue, soldBy }: KeptVenue): boolean => {
  switch (scope.kind) {
    case 'all':
      return true
    case 'venues':
      return scope.ids.includes(venue.id)
    case 'company':
      return venue.companyId === scope.companyId
    case 'channel':
      return soldBy.includes(scope.channelId)
    case 'channels':
      return scope.channelIds.some((id) => soldBy.includes(id))
    case 'system':
      return venue.systemId === scope.systemId
  }
}
const keptInScope = (scope: VenueScope, venues: readonly KeptVenue[]): VenueWithBook[] =>
  venues.filter((one) => isInScope(scope, one)).map(({ venue }) => venue)

/** Whoever answers from memory shares it with all others. */
const deepFrozen = <T>(value: T): T => {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const inner of Object.values(value)) deepFrozen(inner)
  }
  return value
}

/** One venue with its book, or `venue.not_found`, also for a venue the caller may not know of. */
export const venueWithBook = async (ctx: Ctx, venueId: string): Promise<VenueWithBook> => {
  const [venue] = await venuesWithBooks(ctx, [venueId])
  if (!venue) throw new Problem('venue.not_found')
  return venue
}
