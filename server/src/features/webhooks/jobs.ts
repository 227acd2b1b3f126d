import { type JobHandler, onJob } from '#src/platform/jobs/jobs.ts'
import { mailPaused, pausedMailJob } from './mail-paused.ts'

export const webhookJobs: readonly JobHandler[] = [onJob(pausedMailJob, mailPaused)]
