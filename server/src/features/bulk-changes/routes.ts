import type { bulkChanges } from '@tablewire/contracts/estate/bulk-changes'
import type { Handlers } from '#src/platform/http/mount.ts'
import { readRun } from './bulk-view.ts'
import { listBulk, listBulkVenues } from './list-bulk.ts'
import { previewBulk } from './preview-bulk.ts'
import { startBulk, undoBulk } from './start-bulk.ts'

export const bulkChangesHandlers: Handlers<typeof bulkChanges> = {
  preview: (ctx, { body }) => previewBulk(ctx, body),
  start: (ctx, { body }) => startBulk(ctx, body),
  list: (ctx, { query }) => listBulk(ctx, query),
  get: (ctx, { params }) => readRun(ctx, params.id),
  venues: (ctx, input) => listBulkVenues(ctx, input),
  undo: (ctx, { params }) => undoBulk(ctx, params.id),
}
