import { langs } from '@tablewire/contracts/kit/wire'
import { type Importer, rowsLeft, ownSheetFields, sinceOf } from '#src/features/imports/api.ts'
import { userSheetPhrases } from '#src/features/users/api.ts'
import { openUsers } from './place-users.ts'
import { undoUsers, usersBrought, usersKept } from './undo-users.ts'

const sheets = langs.map((lang) => userSheetPhrases[lang].columns)

/** People of a company. */
export const userImporter: Importer = {
  // People are locked in it.
  rowsAtOnce: 100,
  open: openUsers,
  ownFields: (batch, columns) => ownSheetFields(batch, columns, sheets),
  changedSince: (ctx, batchId) => sinceOf(ctx, usersBrought(batchId)),
  keptAmong: usersKept,
  undo: undoUsers,
  leftAfterUndo: (ctx, batchId) => rowsLeft(ctx, batchId, ['made', 'changed']),
  venuesOf: async (_ctx, { venueId }) => [venueId],
}
