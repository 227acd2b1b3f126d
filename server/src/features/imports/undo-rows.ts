import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { holdRun, keepProgress, type Progress } from './batch-progress.ts'
import type { IsOver } from './batch-rows.ts'
import { forgetPrevious, type PreviousState, previousOf, type Since } from './previous.ts'

/** What an undo made of a row. */
export type Undone = 'restored' | 'removed' | 'kept'
type Undoing = {
  rowsAtOnce: number
  isOver: IsOver
  /** What became of each of these rows, in their order; belongs into the transaction it is called in. */
  restore: (ctx: Ctx, rows: readonly PreviousState[]) => Promise<readonly Undone[]>
}

/** Restores the previous values, the last row first, chunk by chunk. False = the time slice is over, and there is more to do. */
export const undoRows = async (ctx: Ctx, progress: Progress, { rowsAtOnce, isOver, restore }: Undoing): Promise<boolean> => {
  const { id } = progress.batch
  for (;;) {
    const done = await transaction(ctx, async (inner) => {
      await holdRun(inner, progress)
      const rows = await previousOf(inner, id, rowsAtOnce)
      const undone = await restore(inner, rows)
      const lines = rows.map(({ line }) => line)
      await sql`
        update import_rows w set undone = u.undone from unnest(${lines}::integer[], ${[...undone]}::text[]) as u (line, undone)
        where w.batch_id = ${id} and w.line = u.line`.execute(inner.db)
      await forgetPrevious(inner, id, lines)
      await keepProgress(inner, { ...progress, rowsDone: progress.rowsDone + rows.length })
      return rows.length
    })
    progress.rowsDone += done
    if (done < rowsAtOnce) return true
    if (await isOver()) return false
  }
}

/** Tells of the rows that made or changed these what became of them. */
export const markUndone = async (ctx: Ctx, batchId: string, { ids, as }: { ids: readonly string[]; as: Undone }): Promise<void> => {
  await sql`
    update import_rows set undone = ${as} where batch_id = ${batchId} and subject_id = any(${[...ids]}::uuid[]) and outcome in ('made', 'changed')`.execute(
    ctx.db,
  )
}

/** Tells it of all rows nothing was told of yet. */
export const markRest = async (ctx: Ctx, batchId: string, as: Undone): Promise<void> => {
  await sql`update import_rows set undone = ${as} where batch_id = ${batchId} and undone is null and outcome in ('made', 'changed')`.execute(
    ctx.db,
  )
}

/** Rows of these outcomes that an undo left as they are. */
export const rowsLeft = async (ctx: Ctx, batchId: string, outcomes: readonly string[]): Promise<Pick<Since, 'count' | 'rows'>> => {
  const { rows } = await sql<{ line: number; name: string; count: number }>`
    select line, name, count(*) over ()::integer as count from import_rows
    where batch_id = ${batchId} and undone = 'kept' and outcome = any(${[...outcomes]}::text[]) order by line limit 5000`.execute(ctx.db)
  return { count: rows[0]?.count ?? 0, rows: rows.map(({ line, name }) => ({ line, name })) }
}
