import { defineJob, type JobHandler, onJob } from '#src/platform/jobs/jobs.ts'
import { tellGoogle } from './tell-google.ts'

export const googleUpdatesJobs: readonly JobHandler[] = [
  onJob(defineJob<object>('google_updates.tell', 0), (ctx) => tellGoogle(ctx), '* * * * *'),
]
