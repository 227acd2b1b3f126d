import { writtenInTurn } from '#src/features/analytics-questions/api.ts'
import { type ExportData, runExport } from '#src/features/exports/api.ts'
import { defineJob, type JobHandler, onJob } from '#src/platform/jobs/jobs.ts'
import { bookOf } from './listing-book.ts'
import { orderedBookJob } from './order-book.ts'
import { writeListingDays } from './write-days.ts'

export { listingSubject } from './listing-subject.ts'

/** Somewhere a day ends every quarter of an hour. */
export const listingAnalyticsJobs: readonly JobHandler[] = [
  onJob(defineJob<object>('listings.days', 2), (ctx) => writeListingDays(ctx), '*/5 * * * *'),
  onJob(orderedBookJob, (ctx, { exportId }: ExportData) => writtenInTurn(() => runExport(ctx, exportId, bookOf))),
]
