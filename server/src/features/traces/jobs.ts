import { defineJob, type JobHandler, onJob } from '#src/platform/jobs/jobs.ts'
import { watchSilence } from './watch-silence.ts'

export const traceJobs: readonly JobHandler[] = [
  onJob(defineJob<object>('traces.watch_silence', 1), (ctx) => watchSilence(ctx), '*/10 * * * *'),
]
