import { defineJob, type JobHandler, onJob } from '#src/platform/jobs/jobs.ts'
import { compareChanged } from './compare-again.ts'
import { tellNewDays } from './tell-new-days.ts'
import { probeAll } from './probe-sites.ts'

export const listingCopiesJobs: readonly JobHandler[] = [
  onJob(defineJob<object>('listings.compare', 0), async (ctx) => void (await compareChanged(ctx)), '* * * * *'),
  // Days begin at other hours elsewhere, some at a quarter to.
  onJob(defineJob<object>('listings.days', 0), async (ctx) => void (await tellNewDays(ctx)), '1,16,31,46 * * * *'),
  // At night in Europe, before the day's guests look.
  onJob(
    defineJob<object>('listings.probe', 0),
    async (ctx) => {
      const done = await probeAll(ctx)
      ctx.log.info(done, 'public pages of venues read')
    },
    '20 2 * * *',
  ),
]
