export { instantOf, unixOf } from './bc-view.ts'
export { areaOfGoogle, sellableVenue } from './sellable-venue.ts'
