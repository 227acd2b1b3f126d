import { newsJob } from '#src/features/onboarding/api.ts'
import { type JobHandler, onJob } from '#src/platform/jobs/jobs.ts'
import { clearUnsent, clearUnsentJob } from './attachments.ts'
import { mailMessage, mailMessageJob } from './mail-message.ts'
import { tellNext } from './tell-next.ts'

export const onboardingMessagesJobs: readonly JobHandler[] = [
  onJob(mailMessageJob, mailMessage),
  onJob(newsJob, tellNext),
  onJob(clearUnsentJob, clearUnsent, '41 * * * *'),
]
