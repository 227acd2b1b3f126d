import { type JobHandler, onJob } from '#src/platform/jobs/jobs.ts'
import { lookAtGuests, lookAtGuestsJob } from './look-at-guests.ts'

export const guestsJobs: readonly JobHandler[] = [onJob(lookAtGuestsJob, lookAtGuests, '* * * * *')]
