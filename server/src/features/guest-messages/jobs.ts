import { notifyChangeJob, notifyGuestJob } from '#src/features/reservations/api.ts'
import { type JobHandler, onJob } from '#src/platform/jobs/jobs.ts'
import { remindGuests, remindGuestsJob } from './remind-guests.ts'
import { sendMessage } from './send-message.ts'

export const guestMessagesJobs: readonly JobHandler[] = [
  onJob(notifyGuestJob, sendMessage),
  onJob(notifyChangeJob, sendMessage),
  onJob(remindGuestsJob, remindGuests, '*/5 * * * *'),
]
