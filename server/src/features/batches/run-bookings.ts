import { insertImported } from '#src/features/reservations/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { rehearse } from '#src/platform/db/attempt.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import type { Table } from '#src/platform/table/read-table.ts'
import { keepFindings, keepProgress, keepRows, type Progress, type RowResult } from './batch-progress.ts'
import { type AtDesk, openFile, type ReadChunk } from './booking-desks.ts'
import { placeEdits } from './edit-bookings.ts'
import { bookingJudge } from './judge-bookings.ts'
import { keepPrevious } from './previous.ts'
import type { Found, RowReader } from './row-reader.ts'
import { type Chunk, chunksOf } from './table-chunks.ts'

const countOf = (read: readonly AtDesk[]): number => read.reduce((sum, { bookings }) => sum + bookings.length, 0)

/** The dry run: reads and judges every row, and takes back what it changes of bookings that are here; it writes findings only. */
export const checkBookings = async (ctx: Ctx, progress: Progress, table: Table): Promise<void> => {
  const file = await openFile(ctx, progress.batch, table)
  const judge = bookingJudge(ctx, file.reader)
  for await (const chunk of chunksOf(table, 0)) {
    const found: Found[] = []
    const read = await file.read(chunk, found)
    let fresh = 0
    for (const at of read.desks) fresh += await judge(at, found)
    const edits = read.edits.length
      ? await rehearse(ctx, (inner) => placeEdits(inner, { batch: progress.batch, reader: file.reader, edits: read.edits, lang: ctx.lang }))
      : undefined
    found.push(...(edits?.found ?? []))
    add(progress, { rows: chunk.length, made: fresh, read, results: edits?.results ?? [] })
    await transaction(ctx, async (inner) => {
      await keepRows(inner, progress, edits?.results ?? [])
      await keepProgress(inner, progress)
      await keepFindings(
        inner,
        progress,
        found.toSorted((a, b) => a.line - b.line),
      )
    })
  }
}

type Added = { rows: number; made: number; read: ReadChunk; results: readonly RowResult[] }
const add = (progress: Progress, { rows, made, read, results }: Added): void => {
  const { counts } = progress
  const known = countOf(read.desks)
  const of = (...wanted: RowResult['outcome'][]): number => results.filter(({ outcome }) => wanted.includes(outcome)).length
  progress.rowsDone += rows
  progress.counts = {
    ...counts,
    rows: counts.rows + rows,
    made: counts.made + made,
    changed: counts.changed + of('changed'),
    unchanged: counts.unchanged + of('unchanged'),
    duplicates: counts.duplicates + known - made + read.twice,
    rejected: counts.rejected + rows - known - read.twice - of('changed', 'unchanged', 'kept'),
    kept: counts.kept + of('kept'),
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
  const file = await openFile(ctx, progress.batch, table)
  for await (const chunk of chunksOf(table, progress.rowsDone)) {
    const read = await file.read(chunk, [])
    const before = { ...progress, fields: { ...progress.fields } }
    try {
      await transaction(ctx, (inner) => writeChunk(inner, { progress, before, reader: file.reader }, { chunk, read }))
    } catch (error) {
      Object.assign(progress, before)
      throw error
    }
    if (isOver()) return false
  }
  return true
}

type Writing = { progress: Progress; before: Progress; reader: RowReader }
const writeChunk = async (
  ctx: Ctx,
  { progress, before, reader }: Writing,
  { chunk, read }: { chunk: Chunk; read: ReadChunk },
): Promise<void> => {
  // A transaction may be decided again from the start.
  Object.assign(progress, before, { fields: { ...before.fields } })
  const { batch } = progress
  let made = 0
  for (const { venue, bookings } of read.desks) {
    const target = { id: batch.id, venueId: venue.id, systemId: venue.systemId, bookVersion: venue.book.version, fileName: batch.fileName }
    made += (await insertImported(ctx, target, bookings)).length
  }
  const { results, kept } = await placeEdits(ctx, { batch, reader, edits: read.edits, lang: ctx.lang })
  await keepRows(ctx, progress, results)
  await keepPrevious(ctx, batch.id, kept)
  add(progress, { rows: chunk.length, made, read, results })
  await keepProgress(ctx, progress)
}
