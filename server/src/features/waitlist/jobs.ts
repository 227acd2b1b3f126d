import { type JobHandler, onJob } from '#src/platform/jobs/jobs.ts'
import { tellJoined, tellJoinedJob } from './tell-joined.ts'

export const waitlistJobs: readonly JobHandler[] = [onJob(tellJoinedJob, tellJoined)]
