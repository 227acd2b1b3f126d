import { writtenInTurn } from '#src/features/analytics-questions/api.ts'
import { type ExportData, runExport } from '#src/features/exports/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { defineJob, type JobHandler, onJob } from '#src/platform/jobs/jobs.ts'
import { mailReport, mailReportJob } from './mail-report.ts'
import { orderedReportJob } from './order-report.ts'
import { bookOf, type ReportAsk } from './report-book.ts'
import type { ReportSubjects } from './report-subject.ts'
import { reservationSubject } from './reservation-subject.ts'
import { runReport } from './run-report.ts'
import { runReportJob, startDue } from './start-due.ts'

const keptDays = 90
/** The newest of a monthly report is a month old at most. */
const tidyRuns = async (ctx: Ctx): Promise<void> => {
  const before = ctx
    .clock()
    .subtract({ hours: 24 * keptDays })
    .toString()
  await ctx.db.deleteFrom('reportRuns').where('createdAt', '<', before).execute()
}

const orderedBook = async (ctx: Ctx, ask: ReportAsk, lang: Ctx['lang']) => (await bookOf(ctx, ask, lang)).book

/** `others`: what features above have reports about. */
export const reportJobs = (others: Omit<ReportSubjects, 'reservations'>): readonly JobHandler[] => {
  const subjects: ReportSubjects = { ...others, reservations: reservationSubject }
  return [
    onJob(orderedReportJob, (ctx, { exportId }: ExportData) => writtenInTurn(() => runExport(ctx, exportId, orderedBook))),
    onJob(defineJob<object>('reports.due', 0), startDue, '* * * * *'),
    onJob(runReportJob, (ctx, data) => writtenInTurn(() => runReport(ctx, data, subjects))),
    onJob(mailReportJob, (ctx, data) => mailReport(ctx, data, subjects)),
    onJob(defineJob<object>('reports.tidy', 0), tidyRuns, '23 4 * * *'),
  ]
}
