import { tidyChallenges, tidyDevices } from '#src/features/factors/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { defineJob, type JobHandler, onJob } from '#src/platform/jobs/jobs.ts'
import { accountMailJob, runAccountMail } from './account-mail.ts'
import type {} from './user-rows.ts'

/** Retention of ended sessions, for the audit. */
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
  await tidyDevices(ctx)
  const yesterday = ctx.clock().subtract({ hours: 24 }).toString()
  await ctx.db.deleteFrom('passwordResets').where('expiresAt', '<', yesterday).execute()
  await ctx.db.deleteFrom('spentLoginHashes').where('spentAt', '<', yesterday).execute()
}

export const peopleJobs: readonly JobHandler[] = [
  onJob(defineJob<object>('people.tidy_sessions', 2), tidySessions, '17 3 * * *'),
  // Anybody can begin a sign-in; unfinished ones must not pile up for a day.
  onJob(defineJob<object>('people.tidy_challenges', 2), tidyChallenges, '*/10 * * * *'),
  onJob(accountMailJob, runAccountMail),
]
