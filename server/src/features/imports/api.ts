import type { Mapping } from '@tablewire/contracts/import/import.rules'
import type { imports } from '@tablewire/contracts/import/import'
import type { Result } from '@tablewire/contracts/kit/endpoint'
import type { Ctx } from '#src/platform/ctx.ts'
import type { SampledColumn } from '#src/platform/table/recognise-table.ts'
import type { Progress, RowResult } from './batch-progress.ts'
import type { Batch, IsOver } from './batch-rows.ts'
import type { PreviousState, Since } from './previous.ts'
import type { RowFinding } from './row-reader.ts'
import type { Chunk } from './table-chunks.ts'

export { keepProgress, type Progress, type RowResult } from './batch-progress.ts'
export type { Batch, IsOver, RequestedPlace as Wanted } from './batch-rows.ts'
export { bookingPlaces } from './batch-view.ts'
export { asImported, type ImportedRows, type PreviousState, type Since, sinceOf } from './previous.ts'
export { rowsLeft, markRest, markUndone, type Undone, undoRows } from './undo-rows.ts'
export { ownSheetFields } from './own-file.ts'
export { mayReviveMapping, reviveMapping } from './saved-mappings.ts'
export { contentKey, type RowFinding, type RowReader, rowReader, SeenRows } from './row-reader.ts'
export { type Chunk, unreadable } from './table-chunks.ts'

/** The outcome of rows: a result for each, the findings, and the previous values of what was changed. */
export type PlacementResult = { results: readonly RowResult[]; found: readonly RowFinding[]; kept?: readonly PreviousState[] }

/** Rows that were read and are not placed yet. */
export type ReadRows = {
  /** Dry run: the outcome, with nothing written. */
  check: (ctx: Ctx) => Promise<PlacementResult>
  /** Writes them; must run inside `transaction()`. */
  place: (ctx: Ctx) => Promise<PlacementResult>
}

/** One file, open: rows come in pieces, in the order of the file. */
export type RowPlacer = {
  read: (ctx: Ctx, rows: Chunk) => Promise<ReadRows>
  /**
   * Rows that an earlier run placed or checked; only used where all rows must be known (duplicates). Without it, a check keeps in memory what it goes
   * by, and begins anew.
   */
  pass?: (ctx: Ctx, rows: Chunk) => Promise<void>
}

type Words = { batch: Batch; field: string; ranked: readonly (readonly [word: string, rows: number])[] }

/**
 * One kind of import: what its rows mean here. Everything else is the same for all kinds and stands in this feature: the file, its columns, dry run,
 * progress, findings, results row by row, undo.
 */
export type Importer = {
  /** Rows per transaction. */
  rowsAtOnce: number
  open: (ctx: Ctx, batch: Batch, header: readonly string[]) => Promise<RowPlacer>
  /**
   * The columns of our own export, which of them are read-only (`readOnly`), and which are left to be recognised; undefined = another program's file.
   */
  ownFields: (
    batch: Pick<Batch, 'kind'>,
    columns: readonly SampledColumn[],
  ) => { fields: Mapping['fields']; readOnly: readonly string[]; left: readonly SampledColumn[] } | undefined
  /** The words of a field, each with ours where it means one; absent = no field of this kind has words of ours. */
  wordsOf?: (ctx: Ctx, words: Words) => Promise<Result<typeof imports.values>>
  /** How much an import created, and how much of it was changed since. */
  changedSince: (ctx: Ctx, batchId: string) => Promise<Since>
  /** Of these, what an undo would leave as it is. */
  keptAmong: (ctx: Ctx, batchId: string, ids: readonly string[]) => Promise<Set<string>>
  /** Undoes what was created and not changed since. False = the time slice is over, and there is more to do. */
  undo: (ctx: Ctx, progress: Progress, isOver: IsOver) => Promise<boolean>
  /** What an undo left. */
  leftAfterUndo: (ctx: Ctx, batchId: string) => Promise<Pick<Since, 'count' | 'rows'>>
  /** Whose screens to refresh (live message): of many venues the first. */
  venuesOf: (ctx: Ctx, batch: Batch) => Promise<readonly (string | null)[]>
}
export type Importers = Readonly<Record<Batch['kind'], Importer>>
