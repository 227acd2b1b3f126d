export { mergeVenues, venueMergedJob } from './merge-venues.ts'
