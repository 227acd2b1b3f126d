import type { imports } from '@tablewire/contracts/import/import'
import type { Handlers } from '#src/platform/http/mount.ts'
import type { Importers } from './api.ts'
import { addPart } from './add-part.ts'
import { readBatch } from './batch-view.ts'
import { createBatch } from './create-batch.ts'
import { deleteBatch } from './delete-batch.ts'
import { listBatches } from './list-batches.ts'
import { listFindings, listRejectedRows } from './list-findings.ts'
import { listValues } from './list-values.ts'
import { listRows } from './list-rows.ts'
import { decideRow } from './decide-row.ts'
import { changeLayout } from './change-layout.ts'
import { mapColumns } from './map-columns.ts'
import { deleteMapping, listMappings, saveMapping } from './saved-mappings.ts'
import { applyBatch, checkBatch, startUndo, undoPlan } from './start-step.ts'

export const importsHandlers = (importers: Importers): Handlers<typeof imports> => ({
  list: (ctx, { query }) => listBatches(ctx, query),
  get: (ctx, { params }) => readBatch(ctx, params.id),
  create: (ctx, { body }) => createBatch(ctx, body),
  addPart: (ctx, { params, query, body }) =>
    addPart(ctx, importers, { id: params.id, at: query.at, content: Buffer.from(body.content, 'base64') }),
  values: (ctx, input) => listValues(ctx, importers, input),
  map: (ctx, input) => mapColumns(ctx, input),
  layOut: (ctx, input) => changeLayout(ctx, importers, input),
  decide: (ctx, input) => decideRow(ctx, input),
  check: (ctx, { params }) => checkBatch(ctx, params.id),
  apply: (ctx, { params, body }) => applyBatch(ctx, params.id, body?.invite ?? false),
  undoPlan: (ctx, { params }) => undoPlan(ctx, importers, params.id),
  undo: (ctx, { params, body }) => startUndo(ctx, importers, { id: params.id, keepChanged: body.keepChanged ?? false }),
  delete: (ctx, { params }) => deleteBatch(ctx, params.id),
  findings: (ctx, { query }) => listFindings(ctx, query),
  rows: (ctx, { query }) => listRows(ctx, importers, query),
  rejectedRows: (ctx, { params, query }) => listRejectedRows(ctx, { id: params.id, after: query.after }),
  mappings: (ctx, { query }) => listMappings(ctx, query),
  saveMapping: (ctx, { body }) => saveMapping(ctx, body),
  deleteMapping: (ctx, { params }) => deleteMapping(ctx, params.id),
})
