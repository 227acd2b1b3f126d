import { type ExportData, runExport } from '#src/features/exports/api.ts'
import { type JobHandler, onJob } from '#src/platform/jobs/jobs.ts'
import { orderedBookJob } from './order-book.ts'
import { bookOf } from './review-book.ts'

export { reviewSubject } from './review-subject.ts'

export const reviewAnalyticsJobs: readonly JobHandler[] = [
  onJob(orderedBookJob, (ctx, { exportId }: ExportData) => runExport(ctx, exportId, bookOf)),
]
