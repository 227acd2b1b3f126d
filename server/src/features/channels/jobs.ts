import { defineJob, type JobHandler, onJob } from '#src/platform/jobs/jobs.ts'
import { checkDueLinks, checkJob, checkLink } from './check-link.ts'

export const channelJobs: readonly JobHandler[] = [
  onJob(checkJob, checkLink),
  onJob(defineJob<object>('channels.check_due', 1), (ctx) => checkDueLinks(ctx), '* * * * *'),
]
