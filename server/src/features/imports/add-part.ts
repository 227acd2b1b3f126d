import type { ImportBatch } from '@tablewire/contracts/import/import'
import type { Column } from '@tablewire/contracts/import/import-layout'
import type { ErrorCode } from '@tablewire/contracts/kit/problem'
import { isColumnName } from '#src/features/columns/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import { recogniseTable, type SampledColumn } from '#src/platform/table/recognise-table.ts'
import { type Flaw, TableUnreadable } from '#src/platform/table/table-source.ts'
import type { Importer, Importers } from './api.ts'
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

/** What people are shown of a column. */
export const shownOf = (importer: Pick<Importer, 'ownFields'>, batch: Batch, columns: readonly SampledColumn[]): Column[] => {
  const readOnly = new Set(importer.ownFields(batch, columns)?.readOnly)
  return columns.map(({ name, samples, filled }) => ({
    name,
    samples,
    filled,
    ...(readOnly.has(name.trim()) || readOnly.has(name) ? { readOnly: true } : {}),
  }))
}

/** The whole file is here: how it is written, its columns, and what they seem to be. A file that is no table is thrown away, and may be sent anew. */
const lookAt = async (ctx: Ctx, importers: Importers, batch: Batch): Promise<void> => {
  try {
    const { layout, columns, ...looked } = await recogniseTable(sourceOf(ctx, batch), isColumnName)
    const mapping = await suggestMapping(ctx, { importer: importers[batch.kind], batch }, columns)
    await ctx.db
      .updateTable('importBatches')
      .set({
        layout: JSON.stringify({ ...layout, ...looked }),
        columns: JSON.stringify(shownOf(importers[batch.kind], batch, columns)),
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

type Part = { id: string; at: number; content: Buffer }

/**
 * Resumable upload: takes the next part, of any size; it continues the file, or overlaps it (a retry). After a break the client resumes at
 * `receivedBytes`.
 */
export const addPart = async (ctx: Ctx, importers: Importers, { id, at, content }: Part): Promise<ImportBatch> => {
  const batch = await findBatch(ctx, id)
  if (batch.state !== 'draft' || batch.layout) throw new Problem('import.state_wrong')
  const end = at + content.length
  if (at > batch.receivedBytes || end > batch.fileBytes) throw new Problem('import.part_misplaced', { at: batch.receivedBytes })
  await putPart(ctx, id, { at, content })
  const receivedBytes = Math.max(batch.receivedBytes, end)
  await ctx.db.updateTable('importBatches').set({ receivedBytes, updatedAt: ctx.clock().toString() }).where('id', '=', id).execute()
  if (receivedBytes === batch.fileBytes) await lookAt(ctx, importers, { ...batch, receivedBytes })
  return readBatch(ctx, id)
}
