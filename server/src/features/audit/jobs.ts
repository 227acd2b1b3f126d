import { defineJob, type JobHandler, onJob } from '#src/platform/jobs/jobs.ts'
import { closeDays } from './close-days.ts'

export const auditJobs: readonly JobHandler[] = [onJob(defineJob<object>('audit.close_days', 0), (ctx) => closeDays(ctx), '23 */6 * * *')]
