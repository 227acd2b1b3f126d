import { bookChangedJob } from '#src/features/venues/api.ts'
import { type JobHandler, onJob } from '#src/platform/jobs/jobs.ts'
import { recordConflicts } from './conflict-rows.ts'

export const availabilityJobs: readonly JobHandler[] = [onJob(bookChangedJob, recordConflicts)]
