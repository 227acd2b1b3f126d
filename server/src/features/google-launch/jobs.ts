import { defineJob, type JobHandler, onJob } from '#src/platform/jobs/jobs.ts'
import { askGoogle } from './ask-google.ts'
import { probeDrift } from './probe-drift.ts'

export const googleLaunchJobs: readonly JobHandler[] = [
  onJob(defineJob<object>('google_launch.ask', 2), (ctx) => askGoogle(ctx), '*/5 * * * *'),
  onJob(defineJob<object>('google_launch.probe', 2), (ctx) => probeDrift(ctx), '23 * * * *'),
]
