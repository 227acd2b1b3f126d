import { type JobHandler, onJob } from '#src/platform/jobs/jobs.ts'
import { lateReviewsJob, tellOfLate } from './late-reviews.ts'

export const reviewWorkJobs: readonly JobHandler[] = [onJob(lateReviewsJob, tellOfLate, '*/5 * * * *')]
