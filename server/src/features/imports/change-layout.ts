import type { Received } from '@tablewire/contracts/kit/endpoint'
import type { ImportBatch, imports } from '@tablewire/contracts/import/import'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { columnsOf } from '#src/platform/table/recognise-table.ts'
import type { Layout } from '#src/platform/table/table-source.ts'
import type { Importers } from './api.ts'
import { refusalOf, shownOf } from './add-part.ts'
import { sourceOf } from './batch-file.ts'
import { draftAgain, lockBatch } from './batch-rows.ts'
import { readBatch } from './batch-view.ts'
import { keepChoices } from './keep-choices.ts'
import { suggestMapping } from './suggest-mapping.ts'

/** Where the file was not recognised as it is. Columns are read anew, and with them what they seem to be; what was chosen for a name that stays holds. */
export const changeLayout = (
  ctx: Ctx,
  importers: Importers,
  { params: { id }, body }: Received<typeof imports.layOut>,
): Promise<ImportBatch> =>
  transaction(ctx, async (inner) => {
    const batch = await lockBatch(inner, id, ['draft', 'checked'])
    if (!batch.layout) throw new Problem('import.state_wrong')
    if (batch.version !== body.version) throw new Problem('import.version_stale')
    const { format, encoding, delimiter, sure = true } = batch.layout
    const written =
      format === 'csv' ? { delimiter: body.delimiter ?? delimiter, encoding: body.encoding ?? encoding } : { delimiter, encoding }
    const layout: Layout = { format, ...written, headerLine: body.headerLine }
    // A user's choice is certain.
    const certain = sure || body.encoding !== undefined
    const { columns, ...looked } = await columnsOf(sourceOf(inner, batch), layout).catch((error: unknown) => {
      const refusal = refusalOf(error)
      if (!refusal) throw error
      throw new Problem(refusal === 'import.file_empty' ? refusal : 'import.file_broken')
    })
    const suggested = await suggestMapping(inner, { importer: importers[batch.kind], batch }, columns)
    await inner.db
      .updateTable('importBatches')
      .set({
        layout: JSON.stringify({ ...layout, sure: certain, ...looked }),
        columns: JSON.stringify(shownOf(importers[batch.kind], batch, columns)),
        mapping: JSON.stringify(keepChoices(batch, { suggested, columns })),
        ...draftAgain(inner, batch),
      })
      .where('id', '=', id)
      .execute()
    const auditView = (of: Layout) => ({ headerLine: of.headerLine, delimiter: of.delimiter, encoding: of.encoding })
    await audit(inner, {
      action: 'import.laid_out',
      subject: 'import',
      subjectId: id,
      venueId: batch.venueId,
      before: auditView(batch.layout),
      after: auditView(layout),
    })
    return readBatch(inner, id)
  })
