import type { listings } from '@tablewire/contracts/listing/listings'
import type { Handlers } from '#src/platform/http/mount.ts'
import { addPhoto, cutPhoto } from './add-photo.ts'
import { listListings, readCompleteness } from './list-listings.ts'
import { readListing } from './read-listing.ts'
import { updateListing } from './update-listing.ts'

export const listingsHandlers: Handlers<typeof listings> = {
  list: (ctx, { query }) => listListings(ctx, query),
  completeness: (ctx) => readCompleteness(ctx),
  get: (ctx, { params }) => readListing(ctx, params.id),
  update: (ctx, input) => updateListing(ctx, input),
  addPhoto: (ctx, input) => addPhoto(ctx, input),
  cutPhoto: (ctx, input) => cutPhoto(ctx, input),
}
