import { type JobHandler, onJob } from '#src/platform/jobs/jobs.ts'
import { mailLink, mailLinkJob, tellUsed, tellUsedJob } from './mail-link.ts'
import { prepareDemos, prepareDemosJob } from './prepare-demos.ts'

export const demoLinksJobs: readonly JobHandler[] = [
  onJob(mailLinkJob, mailLink),
  onJob(tellUsedJob, tellUsed, '*/5 * * * *'),
  onJob(prepareDemosJob, prepareDemos, '* * * * *'),
]
