import type { ReportFile } from '@tablewire/contracts/analytics/reports'
import type { Export } from '@tablewire/contracts/operations/exports'
import type { Query } from '#src/features/analytics-questions/api.ts'
import { type ExportData, requestExport } from '#src/features/exports/api.ts'
import { linkOrigin } from '#src/features/factors/api.ts'
import { type Ctx, requireRight } from '#src/platform/ctx.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import { askQuestion } from './ask-question.ts'
import type { ReportAsk } from './report-book.ts'

/** Tried again only when the process that wrote it died. */
export const orderedReportJob = defineJob<ExportData>('reports.ordered', 2)

const rowsRight = ['read', 'reservation-list'] as const
const kindOf: Record<ReportFile, string> = { workbook: 'analytics', figures: 'analytics-figures', rows: 'analytics-reservations' }

/** AN1, AN3: the figures of the screen as a file. What nobody can mean is refused at once, beside its field. */
export const orderReport = async (
  ctx: Ctx,
  { question, file = 'workbook' }: { question: Query; file?: ReportFile | undefined },
): Promise<Export> => {
  if (file === 'rows') requireRight(ctx, ...rowsRight)
  await askQuestion(ctx, question)
  // The workbook holds the reservations for whoever may read them now: a right that comes while the file waits would not be asked for when it is opened.
  const rows = file !== 'figures' && ctx.ability.can(...rowsRight)
  const ask: ReportAsk = { question, file, origin: await linkOrigin(ctx), rows }
  return requestExport(ctx, {
    kind: kindOf[file],
    ask,
    needs: [['create', 'analytics-reservations'], ...(rows ? [rowsRight] : [])],
    format: file === 'workbook' ? 'xlsx' : 'csv',
    job: orderedReportJob,
  })
}
