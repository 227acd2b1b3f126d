import type { audit } from '@tablewire/contracts/operations/audit'
import type { Handlers } from '#src/platform/http/mount.ts'
import { entryViews, readEntry } from './audit-view.ts'
import { listAuditEntries } from './list-audit-entries.ts'
import type { Undoables } from './undoable.ts'
import { undoChange } from './undo-change.ts'

export type { Undoables } from './undoable.ts'

/** `undoables`: what the features of this installation let one take back. */
export const auditHandlers = (undoables: Undoables): Handlers<typeof audit> => ({
  list: (ctx, { query }) => listAuditEntries(ctx, query, undoables),
  get: async (ctx, { params }) => (await entryViews(ctx, undoables, [await readEntry(ctx, params.id)]))[0]!,
  undo: (ctx, { params }) => undoChange(ctx, params.id, undoables),
})
