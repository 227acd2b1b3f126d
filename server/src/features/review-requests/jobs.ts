import { type JobHandler, onJob } from '#src/platform/jobs/jobs.ts'
import { askGuests, askGuestsJob } from './ask-guests.ts'
import { mailRequest, mailRequestJob } from './mail-request.ts'

export const reviewRequestsJobs: readonly JobHandler[] = [
  onJob(askGuestsJob, askGuests, '*/10 * * * *'),
  onJob(mailRequestJob, mailRequest),
]
