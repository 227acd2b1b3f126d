import { type JobHandler, onJob } from '#src/platform/jobs/jobs.ts'
import { tendAll, tendNow } from './tend.ts'
import { tendAllJob, tendJob } from './tend-job.ts'

export const metaJobs: readonly JobHandler[] = [onJob(tendJob, tendNow), onJob(tendAllJob, (ctx) => tendAll(ctx), '* * * * *')]
