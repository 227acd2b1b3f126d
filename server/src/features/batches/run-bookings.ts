import { insertImported } from '#src/features/reservations/api.ts'
import { type VenueWithBook, venueWithBook } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import type { Table } from '#src/platform/table/read-table.ts'
import { keepFindings, keepProgress, type Progress } from './batch-progress.ts'
import { bookingJudge } from './judge-bookings.ts'
import { type Booking, type BookingReader, bookingReader } from './read-booking.ts'
import { type Found, rowReader } from './row-reader.ts'
import { type Chunk, chunksOf } from './table-chunks.ts'

const channelsOf = async (ctx: Ctx, venueId: string): Promise<Set<string>> => {
  const rows = await ctx.db.selectFrom('channelVenues').select('channelId').where('venueId', '=', venueId).execute()
  return new Set(rows.map(({ channelId }) => channelId))
}

const readerFor = async (ctx: Ctx, { batch }: Progress, table: Table) => {
  const venue = await venueWithBook(ctx, batch.venueId!)
  const reader = rowReader(await table.header(), batch.mapping)
  const channels = await channelsOf(ctx, venue.id)
  return { venue, reader, read: bookingReader({ venue, mapping: batch.mapping, reader, channels, now: ctx.clock().toString() }) }
}

const readChunk = (read: BookingReader, chunk: Chunk, found: Found[]): Booking[] =>
  chunk.flatMap((row) => {
    if ('cells' in row) return read(row.line, row.cells, found) ?? []
    found.push({ line: row.line, outcome: 'rejected', reason: 'row.unreadable', columnName: '', value: row.problem, cells: [row.text] })
    return []
  })

/** The dry run: reads and judges every row, writes findings only. */
export const checkBookings = async (ctx: Ctx, progress: Progress, table: Table): Promise<void> => {
  const { venue, reader, read } = await readerFor(ctx, progress, table)
  const judge = bookingJudge(ctx, venue, reader)
  for await (const chunk of chunksOf(table, 0)) {
    const found: Found[] = []
    const bookings = readChunk(read, chunk, found)
    const { fresh, duplicates } = await judge(bookings, found)
    add(progress, { rows: chunk.length, made: fresh, duplicates, rejected: chunk.length - bookings.length })
    await transaction(ctx, async (inner) => {
      await keepProgress(inner, progress)
      await keepFindings(inner, progress, found)
    })
  }
}

type Added = { rows: number; made: number; duplicates: number; rejected: number }
const add = (progress: Progress, { rows, made, duplicates, rejected }: Added): void => {
  const { counts } = progress
  progress.rowsDone += rows
  progress.counts = {
    ...counts,
    rows: counts.rows + rows,
    made: counts.made + made,
    duplicates: counts.duplicates + duplicates,
    rejected: counts.rejected + rejected,
  }
}

/**
 * Writes the rows that are not there yet, from where the run before stopped; each piece with its progress in one transaction, so that a row comes in
 * once or not at all, whenever the process is killed. False = the time is over, and there is more to do.
 */
export const applyBookings = async (
  ctx: Ctx,
  progress: Progress,
  { table, isOver }: { table: Table; isOver: () => boolean },
): Promise<boolean> => {
  const { venue, read } = await readerFor(ctx, progress, table)
  for await (const chunk of chunksOf(table, progress.rowsDone)) {
    const bookings = readChunk(read, chunk, [])
    const before = { ...progress }
    try {
      await transaction(ctx, (inner) => writeChunk(inner, { progress, venue, before }, { chunk, bookings }))
    } catch (error) {
      Object.assign(progress, before)
      throw error
    }
    if (isOver()) return false
  }
  return true
}

type Writing = { progress: Progress; venue: VenueWithBook; before: Progress }
const writeChunk = async (
  ctx: Ctx,
  { progress, venue, before }: Writing,
  { chunk, bookings }: { chunk: Chunk; bookings: Booking[] },
): Promise<void> => {
  // A transaction may be decided again from the start.
  Object.assign(progress, before)
  const { batch } = progress
  const target = { id: batch.id, venueId: venue.id, systemId: venue.systemId, bookVersion: venue.book.version, fileName: batch.fileName }
  const written = await insertImported(ctx, target, bookings)
  const made = written.length
  add(progress, { rows: chunk.length, made, duplicates: bookings.length - made, rejected: chunk.length - bookings.length })
  await keepProgress(ctx, progress)
}
