import { type JobHandler, onJob } from '#src/platform/jobs/jobs.ts'
import { writeText, writeTextJob } from './order-text.ts'

export const salesJobs: readonly JobHandler[] = [onJob(writeTextJob, writeText)]
