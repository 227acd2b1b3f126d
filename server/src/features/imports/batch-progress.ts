import type { ImportState } from '@tablewire/contracts/import/import'
import type { Outcome, RowChange, RowOutcome } from '@tablewire/contracts/import/import-findings'
import type { PhraseKey } from '@tablewire/contracts/phrases/phrase-key'
import { sql } from 'kysely'
import { stopwatchMs } from '#src/platform/clock.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { newId } from '#src/platform/id.ts'
import type { Batch, Counts, ReasonCounts } from './batch-rows.ts'
import type { RowFinding } from './row-reader.ts'

/** Another process works on this import now, or it was deleted. */
export class TakenOver extends Error {
  override name = 'TakenOver'
}

export const noCounts: Counts = { rows: 0, made: 0, changed: 0, unchanged: 0, duplicates: 0, rejected: 0, kept: 0 }

/** Counters of a run, written with each chunk of work, in the same transaction. */
export type Progress = {
  batch: Batch
  runId: string
  rowsDone: number
  counts: Counts
  reasons: ReasonCounts
  /** Field → rows that change it. */
  fields: Record<string, number>
  /** By the monotonic clock: when progress was last published. */
  toldMs: number
  /** Why it ended before its last row. */
  problem?: PhraseKey
  /** Asked with every chunk, in its transaction: throws where whoever began it may not go on. */
  guard?: (ctx: Ctx) => Promise<unknown>
}

/**
 * Takes over the import: fences off the worker before, and goes on where that one's last chunk ended, which may have been written after `batch` was
 * read. `TakenOver` where the step has ended meanwhile.
 */
export const takeOver = async (ctx: Ctx, batch: Batch, { anew }: { anew: boolean }): Promise<Progress> => {
  const runId = newId()
  const start = anew ? { rowsDone: 0, counts: null, reasons: '{}', fields: '{}' } : {}
  const reached = await ctx.db
    .updateTable('importBatches')
    .set({ runId, problem: null, ...start })
    .where('id', '=', batch.id)
    .where('state', '=', batch.state)
    .returning(['rowsDone', 'counts', 'reasons', 'fields'])
    .executeTakeFirst()
  if (!reached) throw new TakenOver()
  if (anew) {
    await ctx.db.deleteFrom('importFindings').where('batchId', '=', batch.id).execute()
    await ctx.db.deleteFrom('importRows').where('batchId', '=', batch.id).execute()
  }
  const fresh = { rowsDone: 0, counts: { ...noCounts }, reasons: {}, fields: {} }
  const { rowsDone, counts, reasons, fields } = reached
  // The run that applies counts its fields anew, as the data may have changed.
  const before = { rowsDone, counts: counts ?? { ...noCounts }, reasons, fields: rowsDone ? fields : {} }
  return { batch, runId, toldMs: 0, ...(anew ? fresh : before) }
}

/** Live messages to whoever may see the import: progress (`progress`), and each step (`step`). */
export const announceImport = (
  ctx: Ctx,
  { id, companyId, createdBy }: Pick<Batch, 'id' | 'companyId' | 'createdBy'>,
  kind: 'progress' | 'step',
): Promise<void> => ctx.ports.live.publish(ctx, { type: 'import', venueId: null, id, kind, companyId, author: createdBy })

/** Throttle of progress messages. */
const tellEveryMs = 300

/**
 * Asked first in the transaction that writes rows: a worker that was fenced off writes none, and who takes over waits until a chunk that has begun is
 * written.
 */
export const holdRun = async (ctx: Ctx, { batch, runId }: Progress): Promise<void> => {
  const held = await ctx.db
    .selectFrom('importBatches')
    .select('id')
    .where('id', '=', batch.id)
    .where('state', '=', batch.state)
    .where('runId', '=', runId)
    .forUpdate()
    .executeTakeFirst()
  if (!held) throw new TakenOver()
}

/** Must run in the transaction of the work it reports: a fenced-off worker is rolled back with it. */
export const keepProgress = async (ctx: Ctx, progress: Progress): Promise<void> => {
  await progress.guard?.(ctx)
  const { batch, runId, rowsDone, counts, reasons, fields } = progress
  const { numUpdatedRows } = await ctx.db
    .updateTable('importBatches')
    .set({
      rowsDone,
      counts: JSON.stringify(counts),
      reasons: JSON.stringify(reasons),
      fields: JSON.stringify(fields),
      updatedAt: ctx.clock().toString(),
    })
    .where('id', '=', batch.id)
    .where('state', '=', batch.state)
    .where('runId', '=', runId)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new TakenOver()
  const nowMs = stopwatchMs()
  if (nowMs - progress.toldMs < tellEveryMs) return
  progress.toldMs = nowMs
  await announceImport(ctx, batch, 'progress')
}

/** The step is over. */
export const finish = async (
  ctx: Ctx,
  progress: Progress,
  [state, at]: [ImportState, 'checkedAt' | 'appliedAt' | 'undoneAt'],
): Promise<void> => {
  const now = ctx.clock().toString()
  const { numUpdatedRows } = await ctx.db
    .updateTable('importBatches')
    .set({
      state,
      [at]: now,
      updatedAt: now,
      version: sql<number>`version + 1`,
      runId: null,
      counts: JSON.stringify(progress.counts),
      reasons: JSON.stringify(progress.reasons),
      fields: JSON.stringify(progress.fields),
      problem: progress.problem ?? null,
    })
    .where('id', '=', progress.batch.id)
    .where('runId', '=', progress.runId)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new TakenOver()
  await announceImport(ctx, progress.batch, 'step')
}

/** Samples kept of each reason; rejected rows are all kept. The counts are always exact. */
const storedMax = 5000
export const keptOf = (outcome: Outcome, rows: number): number => (outcome === 'rejected' ? rows : Math.min(rows, storedMax))

/** Counts what was found, and keeps it for people to look at. */
export const keepFindings = async (ctx: Ctx, progress: Progress, found: readonly RowFinding[]): Promise<void> => {
  const rows: object[] = []
  for (const { line, outcome, reason, columnName, value, cells, about } of found) {
    const key = `${outcome} ${reason}` as const
    const count = (progress.reasons[key] ?? 0) + 1
    progress.reasons[key] = count
    if (count > keptOf(outcome, count)) continue
    rows.push({ id: newId(), line, outcome, reason, columnName, value, cells, about })
  }
  if (!rows.length) return
  await sql`
    insert into import_findings (batch_id, id, line, outcome, reason, column_name, value, cells, about)
    select ${progress.batch.id}, f.id, f.line, f.outcome, f.reason, f."columnName", f.value, f.cells, f.about
    from jsonb_to_recordset(${JSON.stringify(rows).replaceAll(String.raw`\u0000`, '')}::jsonb)
      as f (id uuid, line integer, outcome text, reason text, "columnName" text, value text, cells jsonb, about jsonb)`.execute(ctx.db)
}

/** The outcome of a row, whatever the kind of the import; `subjectId` = the venue or user it means. */
export type RowResult = { line: number; outcome: RowOutcome; subjectId: string | null; name: string; changes: readonly RowChange[] }

const stored = (value: unknown): string => JSON.stringify(value).replaceAll(String.raw`\u0000`, '')

/** Stores the outcomes of rows, and counts the fields they change. They replace the dry run's. Must run in the transaction of the work. */
export const keepRows = async (ctx: Ctx, { batch, fields }: Progress, rows: readonly RowResult[]): Promise<void> => {
  if (!rows.length) return
  const known = rows.filter(({ outcome }) => outcome === 'changed' || outcome === 'kept')
  const changed = known.flatMap(({ line, changes }) => [...new Set(changes.map(({ field }) => field))].map((field) => ({ field, line })))
  for (const { field } of changed) fields[field] = (fields[field] ?? 0) + 1
  await sql`
    insert into import_rows (batch_id, line, outcome, subject_id, name, changes)
    select ${batch.id}, r.line, r.outcome, r."subjectId", r.name, r.changes
    from jsonb_to_recordset(${stored(rows.map((row) => ({ ...row, name: row.name.slice(0, 200) })))}::jsonb)
      as r (line integer, outcome text, "subjectId" uuid, name text, changes jsonb)
    on conflict (batch_id, line) do update set outcome = excluded.outcome, subject_id = excluded.subject_id, name = excluded.name,
      changes = excluded.changes, undone = null`.execute(ctx.db)
  await sql`delete from import_row_fields where batch_id = ${batch.id} and line = any(${rows.map(({ line }) => line)}::integer[])`.execute(
    ctx.db,
  )
  if (!changed.length) return
  await sql`
    insert into import_row_fields (batch_id, field, line)
    select ${batch.id}, r.field, r.line from jsonb_to_recordset(${stored(changed)}::jsonb) as r (field text, line integer)`.execute(ctx.db)
}
