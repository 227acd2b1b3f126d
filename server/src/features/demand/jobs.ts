import { defineJob, type JobHandler, onJob } from '#src/platform/jobs/jobs.ts'
import { offerDays } from './offer-days.ts'

export const demandJobs: readonly JobHandler[] = [onJob(defineJob<object>('demand.offer', 2), (ctx) => offerDays(ctx), '* * * * *')]
