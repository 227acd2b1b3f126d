import { replyShownJob } from '#src/features/reviews/api.ts'
import { type JobHandler, onJob } from '#src/platform/jobs/jobs.ts'
import { takeShown } from './shown-replies.ts'

export const replyJobs: readonly JobHandler[] = [onJob(replyShownJob, takeShown)]
