import { type JobHandler, onJob } from '#src/platform/jobs/jobs.ts'
import { retainBookings, retainBookingsJob } from './retain-bookings.ts'
import { retainGuests, retainGuestsJob } from './retain-guests.ts'

export const guestDataJobs: readonly JobHandler[] = [
  onJob(retainGuestsJob, retainGuests, '41 * * * *'),
  onJob(retainBookingsJob, retainBookings, '47 * * * *'),
]
