import type { Ctx } from '#src/platform/ctx.ts'
import { defineJob, type JobHandler, onJob } from '#src/platform/jobs/jobs.ts'
import { runBulk, runBulkJob, wakeWaiting } from './run-bulk.ts'

const keepDays = 180

/** What stood at each venue before is kept for an undo, not for ever; the audit stays. */
const forgetOld = async (ctx: Ctx): Promise<void> => {
  const before = ctx.clock().subtract({ hours: keepDays * 24 })
  await ctx.db.deleteFrom('bulkChanges').where('createdAt', '<', before.toString()).where('state', 'in', ['applied', 'undone']).execute()
}

export const bulkJobs: readonly JobHandler[] = [
  onJob(runBulkJob, runBulk),
  onJob(defineJob<object>('bulk.wake', 0), wakeWaiting, '* * * * *'),
  onJob(defineJob<object>('bulk.forget', 0), forgetOld, '53 3 * * *'),
]
