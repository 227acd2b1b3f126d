import { type JobHandler, onJob } from '#src/platform/jobs/jobs.ts'
import { mirrorJob, runMirror, runChangeReport, changeReportJob } from './notice-change.ts'

export const rmsBookingsJobs: readonly JobHandler[] = [onJob(mirrorJob, runMirror), onJob(changeReportJob, runChangeReport)]
