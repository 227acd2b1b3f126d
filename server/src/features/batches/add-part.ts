import { type ImportBatch, partBytesMax } from '@tablewire/contracts/import'
import type { ErrorCode } from '@tablewire/contracts/problem'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import { recogniseTable } from '#src/platform/table/recognise-table.ts'
import { type Flaw, TableUnreadable } from '#src/platform/table/table-source.ts'
import { putPart, removeFile, sourceOf } from './batch-file.ts'
import { type Batch, findBatch } from './batch-rows.ts'
import { readBatch } from './batch-view.ts'
import { suggestMapping } from './suggest-mapping.ts'

const refusals: Record<Flaw, ErrorCode> = {
  empty: 'import.file_empty',
  not_table: 'import.file_not_table',
  broken: 'import.file_broken',
  bomb: 'import.file_bomb',
}
export const refusalOf = (error: unknown): ErrorCode | undefined => (error instanceof TableUnreadable ? refusals[error.flaw] : undefined)

/** The whole file is here: how it is written, its columns, and what they seem to be. A file that is no table is thrown away, and may be sent anew. */
const lookAt = async (ctx: Ctx, batch: Batch): Promise<void> => {
  try {
    const { layout, columns } = await recogniseTable(sourceOf(ctx, batch))
    const mapping = await suggestMapping(ctx, batch, columns)
    await ctx.db
      .updateTable('importBatches')
      .set({
        layout: JSON.stringify(layout),
        columns: JSON.stringify(columns),
        mapping: JSON.stringify(mapping),
        updatedAt: ctx.clock().toString(),
      })
      .where('id', '=', batch.id)
      .where('state', '=', 'draft')
      .execute()
  } catch (error) {
    const refusal = refusalOf(error)
    if (!refusal) throw error
    await ctx.db.updateTable('importBatches').set({ receivedBytes: 0 }).where('id', '=', batch.id).execute()
    await removeFile(ctx, batch)
    throw new Problem(refusal)
  }
}

/**
 * Takes the next piece of the file. Pieces are of one size, so that a repeated one lands where it stood. A broken upload goes on where `receivedBytes`
 * says.
 */
export const addPart = async (ctx: Ctx, { id, at, content }: { id: string; at: number; content: Buffer }): Promise<ImportBatch> => {
  const batch = await findBatch(ctx, id)
  if (batch.state !== 'draft' || batch.layout) throw new Problem('import.state_wrong')
  const end = at + content.length
  const whole = content.length === partBytesMax || end === batch.fileBytes
  if (at % partBytesMax !== 0 || at > batch.receivedBytes || end > batch.fileBytes || !whole)
    throw new Problem('import.part_misplaced', { at: batch.receivedBytes })
  await putPart(ctx, id, { at, content })
  const receivedBytes = Math.max(batch.receivedBytes, end)
  await ctx.db.updateTable('importBatches').set({ receivedBytes, updatedAt: ctx.clock().toString() }).where('id', '=', id).execute()
  if (receivedBytes === batch.fileBytes) await lookAt(ctx, { ...batch, receivedBytes })
  return readBatch(ctx, id)
}
