import { type Batch, type Chunk, type RowFinding, rowReader, type RowReader, unreadable } from '#src/features/imports/api.ts'
import { sql } from 'kysely'
import { type VenueWithBook, venuesWithBooks, venueWithBook } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { type Booking, type BookingReader, bookingReader, type Decision } from './read-booking.ts'
import { type Edit, sortEdits } from './edit-bookings.ts'
import { exclusionReason } from './chosen-venue.ts'
import { venueFinder } from './venue-words.ts'

/** A venue and how rows for it are read. */
type VenueReader = { venue: VenueWithBook; read: BookingReader }
export type VenueRows = { venue: VenueWithBook; bookings: (Booking & { cells: readonly string[] })[] }
export type ReadChunk = { desks: VenueRows[]; edits: Edit[] }
export type BookingFile = { reader: RowReader; read: (ctx: Ctx, chunk: Chunk, found: RowFinding[]) => Promise<ReadChunk> }

/** Books of many venues are not all held in memory. */
const desksMax = 1000

const decisionsOf = async (ctx: Ctx, { id }: Batch): Promise<Map<number, Decision>> => {
  const { rows } = await sql<Decision & { line: number }>`
    select line, choice, to_char(starts_local, 'YYYY-MM-DD"T"HH24:MI') as starts_local from import_decisions where batch_id = ${id}`.execute(
    ctx.db,
  )
  return new Map(rows.map(({ line, ...decision }) => [line, decision]))
}

const channelsOf = async (ctx: Ctx, venueIds: readonly string[]): Promise<Map<string, Set<string>>> => {
  const rows = await ctx.db
    .selectFrom('channelVenues')
    .select(['venueId', 'channelId'])
    .where('venueId', 'in', [...venueIds])
    .execute()
  return new Map([...Map.groupBy(rows, ({ venueId }) => venueId)].map(([id, of]) => [id, new Set(of.map(({ channelId }) => channelId))]))
}

type Opening = { batch: Batch; reader: RowReader; decisions: ReadonlyMap<number, Decision> }

const openDesks = async (ctx: Ctx, { batch, reader, decisions }: Opening, venues: readonly VenueWithBook[]): Promise<VenueReader[]> => {
  if (!venues.length) return []
  const channels = await channelsOf(
    ctx,
    venues.map(({ id }) => id),
  )
  const now = ctx.clock().toString()
  return venues.map((venue) => ({
    venue,
    read: bookingReader({ venue, mapping: batch.mapping, reader, decisions, channels: channels.get(venue.id) ?? new Set(), now }),
  }))
}

type Row = Extract<Chunk[number], { cells: unknown }>
const rejected = ({ line, cells }: Row, about: Pick<RowFinding, 'reason' | 'columnName' | 'value'>): RowFinding => ({
  line,
  outcome: 'rejected',
  ...about,
  cells,
})

/** The rows of a file for one venue: those whose own words name another venue stay out. */
const forOne = (
  { batch, reader }: Opening,
  desk: VenueReader,
  { rows, found }: { rows: readonly Row[]; found: RowFinding[] },
): Map<Row, VenueReader> => {
  const { venue } = desk
  const placed = new Map<Row, VenueReader>()
  for (const row of rows) {
    const word = reader.textOf(row.cells, 'venue')
    const reason = venue.archived ? undefined : exclusionReason(venue, word, batch.mapping)
    if (venue.archived) found.push(rejected(row, { reason: 'venue.archived', columnName: '', value: venue.name }))
    else if (reason) found.push(rejected(row, { reason, columnName: reader.columnOf('venue'), value: word.slice(0, 300) }))
    else placed.set(row, desk)
  }
  return placed
}

/** Which desk each row goes to: the one venue of the import, or the one its own words name. */
const sorter = async (ctx: Ctx, opening: Opening) => {
  const { batch, reader } = opening
  const desks = new Map<string, VenueReader>()
  const open = async (venues: readonly VenueWithBook[]): Promise<void> => {
    for (const desk of await openDesks(ctx, opening, venues)) desks.set(desk.venue.id, desk)
  }
  if (batch.venueId !== null) {
    await open([await venueWithBook(ctx, batch.venueId)])
    const desk = desks.get(batch.venueId)!
    return (rows: readonly Row[], found: RowFinding[]) => Promise.resolve(forOne(opening, desk, { rows, found }))
  }
  const find = venueFinder(ctx, batch.mapping)
  return async (rows: readonly Row[], found: RowFinding[]): Promise<Map<Row, VenueReader>> => {
    const words = rows.map(({ cells }) => reader.textOf(cells, 'venue'))
    const meant = await find(words)
    const ids = [...new Set(words.flatMap((word) => ('id' in meant.get(word)! ? [(meant.get(word) as { id: string }).id] : [])))]
    if (desks.size > desksMax) desks.clear()
    const missing = ids.filter((id) => !desks.has(id))
    if (missing.length) await open(await venuesWithBooks(ctx, missing))
    const placed = new Map<Row, VenueReader>()
    for (const [index, row] of rows.entries()) {
      const word = words[index]!
      const venue = meant.get(word)!
      const desk = 'id' in venue ? desks.get(venue.id) : undefined
      if (desk && !desk.venue.archived) placed.set(row, desk)
      else {
        const reason = desk ? 'venue.archived' : 'id' in venue ? 'venue.unknown' : venue.reason
        found.push(rejected(row, { reason, columnName: reader.columnOf('venue'), value: word }))
      }
    }
    return placed
  }
}

/** How the rows of a file are read: each at the desk of its venue, desks in one order, so that two imports never wait for each other in a ring. */
export const openBookingFile = async (ctx: Ctx, batch: Batch, header: readonly string[]): Promise<BookingFile> => {
  const reader = rowReader(header, batch.mapping)
  const decisions = await decisionsOf(ctx, batch)
  const sort = await sorter(ctx, { batch, reader, decisions })
  const read: BookingFile['read'] = async (inner, chunk, found) => {
    const rows: Row[] = []
    for (const row of chunk) {
      if ('cells' in row) rows.push(row)
      else found.push(unreadable(row))
    }
    const at = new Map<string, VenueRows>()
    const sorted = await sort(rows, found)
    const deskRows = [...sorted].map(([{ line, cells }, { venue }]) => ({ line, cells, venue }))
    const { edits, left } = await sortEdits(inner, reader, { rows: deskRows, decisions, found })
    for (const [row, { venue, read: readRow }] of sorted) {
      if (left.has(row.line)) continue
      const booking = readRow(row.line, row.cells, found)
      if (!booking) continue
      const here = at.get(venue.id)
      if (here) here.bookings.push({ ...booking, cells: row.cells })
      else at.set(venue.id, { venue, bookings: [{ ...booking, cells: row.cells }] })
    }
    return { desks: [...at.values()].toSorted((a, b) => (a.venue.id < b.venue.id ? -1 : 1)), edits }
  }
  return { reader, read }
}
