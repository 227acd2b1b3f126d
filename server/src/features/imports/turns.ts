import { sql } from 'kysely'
import { stopwatchMs } from '#src/platform/clock.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import type { Batch, IsOver } from './batch-rows.ts'

/** The queue takes a job that runs longer for dead; well before, it hands over to the next one. */
const sliceMs = 180_000
/** While others wait, and again and again looked for: a file is read up to its cursor with each turn, so turns are not short. */
const turnMs = 4000

const othersWait = async (ctx: Ctx, { id }: Batch): Promise<boolean> => {
  const { rows } = await sql`
    select from import_batches where run_id is null and state in ('checking', 'applying', 'undoing') and id <> ${id} limit 1`.execute(
    ctx.db,
  )
  return rows.length > 0
}

/** A large file keeps no small one waiting: when its turn is over it goes on behind the others. */
export const turnOf = (ctx: Ctx, batch: Batch): IsOver => {
  const startedMs = stopwatchMs()
  let lookedMs = startedMs
  return async () => {
    const nowMs = stopwatchMs()
    if (nowMs - startedMs > sliceMs) return true
    if (nowMs - lookedMs < turnMs) return false
    lookedMs = nowMs
    return othersWait(ctx, batch)
  }
}

/** It waits again, like one that has not begun. */
export const letGo = async (ctx: Ctx, { id }: Batch, runId: string): Promise<void> => {
  await ctx.db.updateTable('importBatches').set({ runId: null }).where('id', '=', id).where('runId', '=', runId).execute()
}
