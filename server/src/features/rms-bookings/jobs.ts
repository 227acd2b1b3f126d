import { type JobHandler, onJob } from '#src/platform/jobs/jobs.ts'
import { mirrorJob, runMirror, runTell, tellJob } from './notice-change.ts'

export const hubJobs: readonly JobHandler[] = [onJob(mirrorJob, runMirror), onJob(tellJob, runTell)]
