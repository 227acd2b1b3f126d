import { defineJob, type JobHandler, onJob } from '#src/platform/jobs/jobs.ts'
import { goOnRebuilding } from './rebuild.ts'
import { refreshDays } from './refresh-days.ts'

export const daySumsJobs: readonly JobHandler[] = [
  onJob(
    defineJob<object>('analytics.refresh', 2),
    async (ctx) => {
      await refreshDays(ctx)
      await goOnRebuilding(ctx)
    },
    '* * * * *',
  ),
]
