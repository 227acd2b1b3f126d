import { Book } from '@tablewire/contracts/estate/book'
import { VenueUpdate } from '@tablewire/contracts/estate/venue-fields'
import type { Undoables } from '#src/features/audit/routes.ts'
import { tableUndoables } from '#src/features/tables/api.ts'
import { archiveUndoables } from '#src/features/venue-archive/api.ts'
import { readVenue, updateBook, updateVenue, venueWithBook } from '#src/features/venues/api.ts'
import { restorableValues } from '#src/platform/audit/restorable-values.ts'

/** What of a venue, its book and its tables can be put back. */
export const venueUndoables: Undoables = {
  ...archiveUndoables,
  ...tableUndoables,
  'venue.updated': {
    subject: 'venue',
    right: ['update', 'venues'],
    current: readVenue,
    restore: (ctx, id, values) => updateVenue(ctx, { params: { id }, body: restorableValues(VenueUpdate, values) }),
  },
  'book.updated': {
    subject: 'book',
    right: ['update', 'settings-restaurant'],
    unordered: ['closures', 'specialDays'],
    current: async (ctx, id) => (await venueWithBook(ctx, id)).book,
    restore: async (ctx, id, values) => {
      const { book } = await venueWithBook(ctx, id)
      const former = restorableValues(Book, { ...book, ...values, version: book.version })
      return updateBook(ctx, { venueId: id, book: former, former: former.specialDays })
    },
  },
}
