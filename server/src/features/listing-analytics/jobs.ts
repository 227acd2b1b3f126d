import { defineJob, type JobHandler, onJob } from '#src/platform/jobs/jobs.ts'
import { writeListingDays } from './write-days.ts'

/** Somewhere a day ends every quarter of an hour. */
export const listingAnalyticsJobs: readonly JobHandler[] = [
  onJob(defineJob<object>('listings.days', 2), (ctx) => writeListingDays(ctx), '*/5 * * * *'),
]
