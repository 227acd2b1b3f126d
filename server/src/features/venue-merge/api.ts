export { mergeVenues, venueMergedJob, venueRequestsJob } from './merge-venues.ts'
