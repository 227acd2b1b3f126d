import { writtenInTurn } from '#src/features/analytics-questions/api.ts'
import { type ExportData, runExport } from '#src/features/exports/api.ts'
import { markThemes } from '#src/features/reviews/api.ts'
import { defineJob, type JobHandler, onJob } from '#src/platform/jobs/jobs.ts'
import { orderedBookJob } from './order-book.ts'
import { bookOf } from './review-book.ts'

export { reviewSubject } from './review-subject.ts'

export const reviewAnalyticsJobs: readonly JobHandler[] = [
  onJob(defineJob<object>('reviews.themes', 0), markThemes, '* * * * *'),
  onJob(orderedBookJob, (ctx, { exportId }: ExportData) => writtenInTurn(() => runExport(ctx, exportId, bookOf))),
]
