import type { venues } from '@tablewire/contracts/venues'
import type { Handlers } from '#src/platform/http/mount.ts'
import { createVenue } from './create-venue.ts'
import { listVenues } from './list-venues.ts'
import { updateBook } from './update-book.ts'
import { updateVenue } from './update-venue.ts'
import { readVenue } from './venue-view.ts'
import { venueWithBook } from './venue-with-book.ts'

export const venuesHandlers: Handlers<typeof venues> = {
  list: (ctx, { query }) => listVenues(ctx, query),
  mine: (ctx, { query }) => listVenues(ctx, query),
  get: (ctx, { params }) => readVenue(ctx, params.id),
  create: (ctx, { body }) => createVenue(ctx, body),
  update: (ctx, input) => updateVenue(ctx, input),
  book: async (ctx, { params }) => (await venueWithBook(ctx, params.id)).book,
  updateBook: (ctx, { params, body }) => updateBook(ctx, { venueId: params.id, book: body }),
  areas: async (ctx, { params }) => (await venueWithBook(ctx, params.id)).book.areas,
}
