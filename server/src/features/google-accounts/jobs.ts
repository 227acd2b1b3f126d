import { defineJob, type JobHandler, onJob } from '#src/platform/jobs/jobs.ts'
import { watchPasswords } from './watch-passwords.ts'

export const googleAccountsJobs: readonly JobHandler[] = [
  onJob(defineJob<object>('google_accounts.watch_passwords', 2), (ctx) => watchPasswords(ctx), '11 * * * *'),
]
