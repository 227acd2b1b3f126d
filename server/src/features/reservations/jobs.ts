import { type ExportData, runExport } from '#src/features/exports/api.ts'
import { defineJob, type JobHandler, onJob } from '#src/platform/jobs/jobs.ts'
import { expireHolds } from './end-holds.ts'
import { reservationSheet } from './export-reservations.ts'

const expireHoldsJob = defineJob<object>('reservations.expire_holds', 0)
/** Retried only when the process died. */
export const exportReservationsJob = defineJob<ExportData>('reservations.export', 2)

export const reservationJobs: readonly JobHandler[] = [
  onJob(expireHoldsJob, async (ctx) => void (await expireHolds(ctx)), '* * * * *'),
  onJob(exportReservationsJob, (ctx, { exportId }) => runExport(ctx, exportId, reservationSheet)),
]
