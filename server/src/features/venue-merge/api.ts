export { mergeVenues } from './merge-venues.ts'
