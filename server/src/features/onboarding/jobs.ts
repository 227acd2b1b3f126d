import { type JobHandler, onJob } from '#src/platform/jobs/jobs.ts'
import { venueRequestsJob } from '#src/features/venue-merge/api.ts'
import { exportRequests } from './export-requests.ts'
import { followMerge } from './follow-merge.ts'
import { activate, proveAll, proveJob } from './prove-steps.ts'
import { activateJob } from './step-request.ts'

export const onboardingJobs: readonly JobHandler[] = [
  exportRequests,
  onJob(activateJob, activate),
  onJob(venueRequestsJob, followMerge),
  onJob(proveJob, (ctx) => proveAll(ctx), '* * * * *'),
]
