import { defineJob, type JobHandler, onJob } from '#src/platform/jobs/jobs.ts'
import { beginMails, mailSheetJob, tidyRuns } from './begin-mails.ts'
import { mailSheet } from './mail-sheet.ts'

export const serviceSheetsJobs: readonly JobHandler[] = [
  onJob(defineJob<object>('sheets.due', 0), beginMails, '* * * * *'),
  onJob(mailSheetJob, mailSheet),
  onJob(defineJob<object>('sheets.tidy', 0), tidyRuns, '41 4 * * *'),
]
