import { type JobHandler, onJob } from '#src/platform/jobs/jobs.ts'
import { mirrorJob, runMirror } from './notice-change.ts'

export const hubJobs: readonly JobHandler[] = [onJob(mirrorJob, runMirror)]
