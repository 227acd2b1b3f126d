import { defineJob, type JobHandler, onJob } from '#src/platform/jobs/jobs.ts'
import { removeReadChanges } from '#src/platform/memory/position.ts'
import { removeOldWrites } from '#src/platform/replica/own-writes.ts'
import { keepTraceDays } from '#src/platform/traces/trace-days.ts'
import { clean } from './clean.ts'
import { tellZones } from './tell-zones.ts'

export const upkeepJobs: readonly JobHandler[] = [
  onJob(
    defineJob<object>('platform.clean', 0),
    async (ctx) => {
      await clean(ctx)
      await keepTraceDays(ctx.db, ctx.clock())
      await removeReadChanges(ctx.db)
      await removeOldWrites(ctx.db)
    },
    '17 * * * *',
  ),
  onJob(defineJob<object>('platform.zones', 0), tellZones, '29 3 * * *'),
]
