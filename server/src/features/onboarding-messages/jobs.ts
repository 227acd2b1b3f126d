import { type JobHandler, onJob } from '#src/platform/jobs/jobs.ts'
import { clearUnsent, clearUnsentJob } from './attachments.ts'
import { mailMessage, mailMessageJob } from './mail-message.ts'

export const onboardingMessagesJobs: readonly JobHandler[] = [
  onJob(mailMessageJob, mailMessage),
  onJob(clearUnsentJob, clearUnsent, '41 * * * *'),
]
