import { type JobHandler, onJob } from '#src/platform/jobs/jobs.ts'
import { activate, proveAll, proveJob } from './prove-steps.ts'
import { activateJob } from './step-request.ts'

export const onboardingJobs: readonly JobHandler[] = [onJob(activateJob, activate), onJob(proveJob, (ctx) => proveAll(ctx), '* * * * *')]
