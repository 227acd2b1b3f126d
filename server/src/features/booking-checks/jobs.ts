import { type JobHandler, onJob } from '#src/platform/jobs/jobs.ts'
import { expireAsks, expireAsksJob } from './expire-asks.ts'

export const bookingChecksJobs: readonly JobHandler[] = [onJob(expireAsksJob, expireAsks, '*/5 * * * *')]
