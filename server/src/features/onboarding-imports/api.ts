import { type Importer, rowsLeft, sinceOf } from '#src/features/imports/api.ts'
import { openRequests } from './place-requests.ts'
import { requestsBrought, requestsKept, undoRequests } from './undo-requests.ts'

/** Requests of onboarding of one partner, or of whoever runs the platform in the name of either. */
export const onboardingImporter: Importer = {
  // Each asks what is here already.
  rowsAtOnce: 100,
  open: openRequests,
  // What goes out tells states and answers; a request is asked for anew.
  ownFields: () => undefined,
  changedSince: (ctx, batchId) => sinceOf(ctx, requestsBrought(batchId)),
  keptAmong: requestsKept,
  undo: undoRequests,
  leftAfterUndo: (ctx, batchId) => rowsLeft(ctx, batchId, ['made']),
  venuesOf: async () => [],
}
