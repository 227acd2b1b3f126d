import { type JobHandler, onJob } from '#src/platform/jobs/jobs.ts'
import { retainGuests, retainGuestsJob } from './retain-guests.ts'

export const guestDataJobs: readonly JobHandler[] = [onJob(retainGuestsJob, retainGuests, '41 * * * *')]
