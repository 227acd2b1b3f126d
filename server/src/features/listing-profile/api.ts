import type {} from './listing-rows.ts'

export { listingProfilesOf } from './read-profiles.ts'
