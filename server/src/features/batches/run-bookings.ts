import { insertImported } from '#src/features/reservations/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import type { Table } from '#src/platform/table/read-table.ts'
import { keepFindings, keepProgress, type Progress } from './batch-progress.ts'
import { type AtDesk, openFile } from './booking-desks.ts'
import { bookingJudge } from './judge-bookings.ts'
import type { Found } from './row-reader.ts'
import { type Chunk, chunksOf } from './table-chunks.ts'

const countOf = (read: readonly AtDesk[]): number => read.reduce((sum, { bookings }) => sum + bookings.length, 0)

/** The dry run: reads and judges every row, writes findings only. */
export const checkBookings = async (ctx: Ctx, progress: Progress, table: Table): Promise<void> => {
  const file = await openFile(ctx, progress.batch, table)
  const judge = bookingJudge(ctx, file.reader)
  for await (const chunk of chunksOf(table, 0)) {
    const found: Found[] = []
    const read = await file.read(chunk, found)
    let fresh = 0
    for (const at of read) fresh += await judge(at, found)
    const known = countOf(read)
    add(progress, { rows: chunk.length, made: fresh, duplicates: known - fresh, rejected: chunk.length - known })
    await transaction(ctx, async (inner) => {
      await keepProgress(inner, progress)
      await keepFindings(
        inner,
        progress,
        found.toSorted((a, b) => a.line - b.line),
      )
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
  const file = await openFile(ctx, progress.batch, table)
  for await (const chunk of chunksOf(table, progress.rowsDone)) {
    const read = await file.read(chunk, [])
    const before = { ...progress }
    try {
      await transaction(ctx, (inner) => writeChunk(inner, { progress, before }, { chunk, read }))
    } catch (error) {
      Object.assign(progress, before)
      throw error
    }
    if (isOver()) return false
  }
  return true
}

type Writing = { progress: Progress; before: Progress }
const writeChunk = async (ctx: Ctx, { progress, before }: Writing, { chunk, read }: { chunk: Chunk; read: AtDesk[] }): Promise<void> => {
  // A transaction may be decided again from the start.
  Object.assign(progress, before)
  const { batch } = progress
  let made = 0
  for (const { venue, bookings } of read) {
    const target = { id: batch.id, venueId: venue.id, systemId: venue.systemId, bookVersion: venue.book.version, fileName: batch.fileName }
    made += (await insertImported(ctx, target, bookings)).length
  }
  const known = countOf(read)
  add(progress, { rows: chunk.length, made, duplicates: known - made, rejected: chunk.length - known })
  await keepProgress(ctx, progress)
}
