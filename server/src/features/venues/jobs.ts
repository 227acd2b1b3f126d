import { type ExportData, runExport } from '#src/features/exports/api.ts'
import { defineJob, type JobHandler, onJob } from '#src/platform/jobs/jobs.ts'
import { venueSheet } from './export-venues.ts'

/** Tried again only when the process that wrote it died. */
export const exportVenuesJob = defineJob<ExportData>('venues.export', 2)

export const venueJobs: readonly JobHandler[] = [onJob(exportVenuesJob, (ctx, { exportId }) => runExport(ctx, exportId, venueSheet))]
