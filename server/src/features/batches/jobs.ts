import { defineJob, type JobHandler, onJob } from '#src/platform/jobs/jobs.ts'
import { forgetOld } from './delete-batch.ts'
import { runBatch, runBatchJob } from './run-batch.ts'

export const importJobs: readonly JobHandler[] = [
  onJob(runBatchJob, runBatch),
  onJob(defineJob<object>('imports.forget', 0), forgetOld, '43 3 * * *'),
]
