import { sql } from 'kysely'
import { type Importer, sinceOf } from '#src/features/imports/api.ts'
import { openReviews } from './place-reviews.ts'
import { reviewsBrought, reviewsKept, reviewsLeft, undoReviews } from './undo-reviews.ts'

/** Reviews of one venue, or of the venues a file names. */
export const reviewImporter: Importer = {
  // Enough to make a statement worth it, few enough to hold in memory and to let others on.
  rowsAtOnce: 1000,
  open: openReviews,
  // No export of ours brings reviews back.
  ownFields: () => undefined,
  changedSince: (ctx, batchId) => sinceOf(ctx, reviewsBrought(batchId)),
  keptAmong: reviewsKept,
  undo: undoReviews,
  leftAfterUndo: reviewsLeft,
  venuesOf: async (ctx, { id, venueId }) => {
    if (venueId !== null) return [venueId]
    const { rows } = await sql<{
      venueId: string
    }>`select distinct r.venue_id from reviews r where r.import_batch_id = ${id} limit 100`.execute(ctx.db)
    return rows.map((row) => row.venueId)
  },
}
