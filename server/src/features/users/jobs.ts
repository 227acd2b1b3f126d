import { type JobHandler, onJob } from '#src/platform/jobs/jobs.ts'
import { invitationJob, ownerJob, runInvitation, runOwnerMail } from './invitation.ts'

export const userJobs: readonly JobHandler[] = [onJob(invitationJob, runInvitation), onJob(ownerJob, runOwnerMail)]
