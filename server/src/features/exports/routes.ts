import type { exports } from '@tablewire/contracts/operations/exports'
import type { Handlers } from '#src/platform/http/mount.ts'
import { listExports, readExport } from './list-exports.ts'

export const exportsHandlers: Handlers<typeof exports> = {
  list: (ctx, { query }) => listExports(ctx, query),
  get: (ctx, { params }) => readExport(ctx, params.id),
}
