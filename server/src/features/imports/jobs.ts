import { defineJob, type JobHandler, onJob, onLongJob } from '#src/platform/jobs/jobs.ts'
import type { Importers } from './api.ts'
import { deleteOld } from './delete-batch.ts'
import { runBatch, runBatchJob } from './run-batch.ts'

export const importJobs = (importers: Importers): readonly JobHandler[] => [
  onLongJob(runBatchJob, (ctx, payload) => runBatch(ctx, importers, payload)),
  onJob(defineJob<object>('imports.forget', 0), deleteOld, '43 3 * * *'),
]
