import { sql } from 'kysely'
import { removeVenues, venuesChangedSince } from '#src/features/import/api.ts'
import { changedSince, removeImported, removeImportedGuests } from '#src/features/reservations/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { keepFindings, keepProgress, type Progress } from './batch-progress.ts'
import type { Batch } from './batch-rows.ts'

const rowsAtOnce = 2000

/** What people changed of what an import brought: how many, and the first few by name. */
export const changedHere = async (ctx: Ctx, { id, kind }: Batch): Promise<{ count: number; rows: { line: number; name: string }[] }> => {
  if (kind === 'venues') return venuesChangedSince(ctx, id)
  const { count, rows } = await changedSince(ctx, id)
  return { count, rows: rows.map(({ line, reference }) => ({ line, name: reference })) }
}

const removeBookings = async (ctx: Ctx, progress: Progress, isOver: () => boolean): Promise<boolean> => {
  for (let removed = 1; removed > 0;) {
    removed = await transaction(ctx, async (inner) => {
      const count = await removeImported(inner, progress.batch.id, rowsAtOnce)
      await keepProgress(inner, { ...progress, rowsDone: progress.rowsDone + count })
      return count
    })
    progress.rowsDone += removed
    if (isOver()) return false
  }
  await transaction(ctx, async (inner) => {
    // Nobody cancels this statement after a minute: a hundred thousand guests are looked up one by one.
    await sql`set local statement_timeout = '10min'`.execute(inner.db)
    await removeImportedGuests(inner, progress.batch.id)
  })
  return true
}

/** Takes back what the import brought, but for what people changed since, which it names. False = there is more to do. */
export const undoBatch = async (ctx: Ctx, progress: Progress, isOver: () => boolean): Promise<boolean> => {
  const { batch } = progress
  const done = batch.kind === 'venues' ? await removeVenues(ctx, batch.id, isOver) : await removeBookings(ctx, progress, isOver)
  if (!done) return false
  const kept = await changedHere(ctx, batch)
  progress.counts = { ...progress.counts, kept: kept.count }
  await keepFindings(
    ctx,
    progress,
    kept.rows.map(({ line, name }) => ({ line, outcome: 'kept', reason: 'undo.changed', columnName: '', value: name })),
  )
  return true
}
