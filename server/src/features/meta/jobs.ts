import { type JobHandler, onJob } from '#src/platform/jobs/jobs.ts'
import { tend, tendAll } from './tend.ts'
import { tendAllJob, tendJob } from './tend-job.ts'

export const metaJobs: readonly JobHandler[] = [onJob(tendJob, tend), onJob(tendAllJob, (ctx) => tendAll(ctx), '* * * * *')]
