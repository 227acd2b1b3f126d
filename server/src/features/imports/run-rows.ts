import { isDeepStrictEqual } from 'node:util'
import { mayImport } from '@tablewire/contracts/identity/access'
import { sql } from 'kysely'
import { onBehalfOf } from '#src/features/users/api.ts'
import { inScope } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import type { Table } from '#src/platform/table/read-table.ts'
import type { Importer, PlacementResult, RowPlacer } from './api.ts'
import { holdRun, keepFindings, keepProgress, keepRows, type Progress, type RowResult } from './batch-progress.ts'
import { type IsOver, type Batch, companyOf } from './batch-rows.ts'
import { keepPrevious } from './previous.ts'
import { type Chunk, chunksOf } from './table-chunks.ts'

/** A row that people left out is none that was here already. */
const leftOutOf = ({ found }: PlacementResult): Set<number> =>
  new Set(found.filter(({ reason, outcome }) => reason === 'row.left_out' && outcome === 'skipped').map(({ line }) => line))

const add = (progress: Progress, rows: number, placed: PlacementResult): void => {
  const leftOut = leftOutOf(placed)
  const of = (wanted: RowResult['outcome']): number =>
    placed.results.filter(({ line, outcome }) => outcome === wanted && !leftOut.has(line)).length
  const { counts } = progress
  progress.rowsDone += rows
  progress.counts = {
    rows: counts.rows + rows,
    made: counts.made + of('made'),
    changed: counts.changed + of('changed'),
    unchanged: counts.unchanged + of('unchanged'),
    duplicates: counts.duplicates + of('skipped'),
    rejected: counts.rejected + of('rejected') + leftOut.size,
    kept: counts.kept + of('kept'),
  }
}

/** In the name of whoever began the step, with what he may do and see now. */
export const asInitiator = async (ctx: Ctx, { startedBy, startedByName, scope, actedBy, kind, companyId }: Batch): Promise<Ctx> => {
  const now = await onBehalfOf(ctx, { id: startedBy, name: startedByName, scope, actedBy })
  if (startedBy === null) return now
  const elsewhere = companyOf(now) !== null && companyOf(now) !== companyId
  if (elsewhere || !mayImport(now.ability, kind) || (kind === 'venues' && now.scope.kind === 'venues')) throw new Problem('access.denied')
  return now
}

/** An import is taken back whole: `access.denied` where it is about a venue that the caller does not see, or does not see any more. */
export const requireVenuesSeen = async (ctx: Ctx, venueIds: readonly (string | null)[]): Promise<void> => {
  const ids = venueIds.filter((id) => id !== null)
  const { rows } = await sql`
    select from venues v where v.id = any(${ids}::uuid[]) and not coalesce(${inScope(ctx, 'v.id')}, false) limit 1`.execute(ctx.db)
  if (rows.length) throw new Problem('access.denied')
}

/** The initiator sees other venues than when the file was opened: it is opened anew. */
export class SeesOthers extends Error {
  override name = 'SeesOthers'
}

type Work = { importer: Importer; placer: RowPlacer; table: Table; isOver: IsOver }
type Reading = Pick<Work, 'placer' | 'table'> & { rowsAtOnce: number; skip: number }

/** Rows from the cursor on; those before it only pass by. */
async function* fromCursor(ctx: Ctx, { placer, table, rowsAtOnce, skip }: Reading): AsyncGenerator<Chunk> {
  let passed = 0
  for await (const rows of chunksOf(table, rowsAtOnce)) {
    passed += rows.length
    if (passed <= skip) await placer.pass?.(ctx, rows)
    else yield rows
  }
}

/**
 * The dry run: reads and validates every row, and stores the outcome and the findings; each chunk with its progress. False = it goes on at the cursor
 * later.
 */
export const checkRows = async (ctx: Ctx, progress: Progress, { placer, importer, table, isOver }: Work): Promise<boolean> => {
  const reading = { placer, table, rowsAtOnce: importer.rowsAtOnce, skip: progress.rowsDone }
  for await (const rows of fromCursor(ctx, reading)) {
    const read = await placer.read(ctx, rows)
    const placed = await read.check(ctx)
    add(progress, rows.length, placed)
    await transaction(ctx, async (inner) => {
      await keepRows(inner, progress, placed.results)
      await keepProgress(inner, progress)
      await keepFindings(
        inner,
        progress,
        placed.found.toSorted((a, b) => a.line - b.line),
      )
    })
    if (placer.pass && (await isOver())) return false
  }
  return true
}

/**
 * Writes the rows from the cursor on; each chunk with its progress in one transaction, so that a row is imported exactly once, also after a crash.
 * False = the time slice is over, and there is more to do.
 */
export const applyRows = async (ctx: Ctx, progress: Progress, { placer, importer, table, isOver }: Work): Promise<boolean> => {
  const reading = { placer, table, rowsAtOnce: importer.rowsAtOnce, skip: progress.rowsDone }
  for await (const rows of fromCursor(ctx, reading)) {
    const read = await placer.read(ctx, rows)
    const before = { ...progress, fields: { ...progress.fields } }
    await transaction(ctx, async (inner) => {
      // A transaction may be retried from the start.
      Object.assign(progress, before, { fields: { ...before.fields } })
      await holdRun(inner, progress)
      const now = await asInitiator(inner, progress.batch)
      if (!isDeepStrictEqual(now.scope, ctx.scope)) throw new SeesOthers()
      const placed = await read.place(now)
      add(progress, rows.length, placed)
      await keepRows(inner, progress, placed.results)
      await keepPrevious(inner, progress.batch.id, placed.kept ?? [])
      await keepProgress(inner, progress)
    }).catch((error: unknown) => {
      Object.assign(progress, before)
      throw error
    })
    if (await isOver()) return false
  }
  return true
}
