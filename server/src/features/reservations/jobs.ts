import { defineJob, type JobHandler, onJob } from '#src/platform/jobs/jobs.ts'
import { expireHolds } from './expire-holds.ts'
import { runTellGuest, tellGuestJob } from './tell-guest.ts'

const expireHoldsJob = defineJob<object>('reservations.expire_holds', 0)

export const reservationJobs: readonly JobHandler[] = [
  onJob(tellGuestJob, runTellGuest),
  onJob(expireHoldsJob, async (ctx) => void (await expireHolds(ctx)), '* * * * *'),
]
