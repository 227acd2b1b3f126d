import { type ExportData, runExport } from '#src/features/exports/api.ts'
import { defineJob, type JobHandler, onJob } from '#src/platform/jobs/jobs.ts'
import { userSheet } from './export-users.ts'
import { invitationJob, ownerJob, runInvitation, runOwnerMail } from './invitation.ts'

/** Tried again only when the process that wrote it died. */
export const exportUsersJob = defineJob<ExportData>('users.export', 2)

export const userJobs: readonly JobHandler[] = [
  onJob(invitationJob, runInvitation),
  onJob(ownerJob, runOwnerMail),
  onJob(exportUsersJob, (ctx, { exportId }) => runExport(ctx, exportId, userSheet)),
]
