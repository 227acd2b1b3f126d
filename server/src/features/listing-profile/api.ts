import type {} from './listing-rows.ts'

export { addPhoto } from './add-photo.ts'
export { readListingValues } from './listing-values.ts'
export { readListing } from './read-listing.ts'
export { readPhoto } from './read-photo.ts'
export { listingProfilesOf } from './read-profiles.ts'
export { updateListing } from './update-listing.ts'
