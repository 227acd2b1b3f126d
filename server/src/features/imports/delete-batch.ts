import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { removeFile } from './batch-file.ts'
import { announceImport } from './batch-progress.ts'
import { lockBatch } from './batch-rows.ts'

/** Throws away what was never applied, or was taken back; its file goes with it. */
export const deleteBatch = async (ctx: Ctx, id: string): Promise<{ id: string }> => {
  const batch = await transaction(ctx, async (inner) => {
    const found = await lockBatch(inner, id, ['draft', 'checking', 'checked'])
    await inner.db.deleteFrom('importBatches').where('id', '=', id).execute()
    await announceImport(inner, found, 'step')
    const before = { kind: found.kind, fileName: found.fileName, state: found.state }
    await audit(inner, { action: 'import.deleted', subject: 'import', subjectId: id, venueId: found.venueId, before })
    return found
  })
  await removeFile(ctx, batch)
  return { id }
}

const keepDays = 30

/** Retention: abandoned files hold guests' data, and so do the findings of old imports. */
export const deleteOld = async (ctx: Ctx): Promise<void> => {
  const before = ctx
    .clock()
    .subtract({ hours: keepDays * 24 })
    .toString()
  const left = await ctx.db
    .selectFrom('importBatches')
    .selectAll()
    .where('state', 'in', ['draft', 'checked'])
    .where('updatedAt', '<', before)
    .limit(500)
    .execute()
  for (const batch of left) {
    await ctx.db.deleteFrom('importBatches').where('id', '=', batch.id).where('updatedAt', '<', before).execute()
    await removeFile(ctx, batch)
  }
  const done = ctx.db.selectFrom('importBatches').select('id').where('state', 'in', ['applied', 'undone']).where('updatedAt', '<', before)
  await ctx.db.deleteFrom('importFindings').where('batchId', 'in', done).execute()
  await ctx.db.deleteFrom('importPrevious').where('batchId', 'in', done).execute()
  await ctx.db.deleteFrom('importRows').where('batchId', 'in', done).execute()
}
