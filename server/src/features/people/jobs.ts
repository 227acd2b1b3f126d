import type { Ctx } from '#src/platform/ctx.ts'
import { defineJob, type JobHandler, onJob } from '#src/platform/jobs/jobs.ts'
import type {} from './user-rows.ts'

/** Sessions are kept this long after their end, for whoever asks who was signed in. */
const keepDays = 30

export const tidySessions = async (ctx: Ctx): Promise<void> => {
  const before = ctx
    .clock()
    .subtract({ hours: keepDays * 24 })
    .toString()
  await ctx.db
    .deleteFrom('sessions')
    .where((row) => row.or([row('refreshExpiresAt', '<', before), row('endedAt', '<', before)]))
    .execute()
}

export const peopleJobs: readonly JobHandler[] = [onJob(defineJob<object>('people.tidy_sessions', 2), tidySessions, '17 3 * * *')]
