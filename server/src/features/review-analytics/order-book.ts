import type { ReportFile } from '@tablewire/contracts/analytics/reports'
import type { Export } from '@tablewire/contracts/operations/exports'
import { type ExportData, requestExport } from '#src/features/exports/api.ts'
import { linkOrigin } from '#src/features/factors/api.ts'
import { besideQuestion } from '#src/features/reports/api.ts'
import { type Ctx, requireRight } from '#src/platform/ctx.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import { askReviews, type Query } from './read-analytics.ts'
import type { BookAsk } from './review-book.ts'

/** Tried again only when the process that wrote it died. */
export const orderedBookJob = defineJob<ExportData>('review-analytics.ordered', 2)

const rowsRight = ['read', 'reviews'] as const
const kindOf: Record<ReportFile, string> = { workbook: 'review-analytics', figures: 'review-figures', rows: 'reviews' }

/** AN2, AN3: the figures of the screen as a file. What nobody can mean is refused at once, beside its field. */
export const orderBook = async (
  ctx: Ctx,
  { question, file = 'workbook' }: { question: Query; file?: ReportFile | undefined },
): Promise<Export> => {
  if (file === 'rows') requireRight(ctx, ...rowsRight)
  await besideQuestion(() => askReviews(ctx, question))
  // The workbook holds the reviews for whoever may read them now: a right that comes while the file waits would not be asked for when it is opened.
  const rows = file !== 'figures' && ctx.ability.can(...rowsRight)
  const ask: BookAsk = { question, file, origin: await linkOrigin(ctx), rows }
  return requestExport(ctx, {
    kind: kindOf[file],
    ask,
    needs: [['create', 'analytics-reviews'], ...(rows ? [rowsRight] : [])],
    format: file === 'workbook' ? 'xlsx' : 'csv',
    job: orderedBookJob,
  })
}
