import { defineJob, type JobHandler, onJob } from '#src/platform/jobs/jobs.ts'
import { watchCalls } from './watch-calls.ts'

export const googleBookingJobs: readonly JobHandler[] = [
  onJob(defineJob<object>('googleBooking.watchCalls', 0), (ctx) => watchCalls(ctx), '* * * * *'),
]
