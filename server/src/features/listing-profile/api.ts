import type { Leftover } from '#src/platform/leftovers.ts'
import type {} from './listing-rows.ts'

export { addPhoto } from './add-photo.ts'
export { photoUploads } from './make-photo.ts'
export { readListingValues } from './listing-values.ts'
export { readListing } from './read-listing.ts'
export { readPhoto } from './read-photo.ts'
export { listingProfilesOf } from './read-profiles.ts'
export { updateListing } from './update-listing.ts'

export const listingLeftovers: readonly Leftover[] = [
  // Retention: as far back as days are written that nobody wrote in time.
  { table: 'listing_score_moves', column: 'at', keep: { hours: 24 * 400 } },
]
