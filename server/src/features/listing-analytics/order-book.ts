import type { Received } from '@tablewire/contracts/kit/endpoint'
import type { listingAnalytics } from '@tablewire/contracts/analytics/listing-analytics'
import type { Export } from '@tablewire/contracts/operations/exports'
import { type ExportData, requestExport } from '#src/features/exports/api.ts'
import { linkOrigin } from '#src/features/factors/api.ts'
import { besideQuestion } from '#src/features/reports/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import type { BookAsk } from './listing-book.ts'
import { askListings } from './read-analytics.ts'

/** Tried again only when the process that wrote it died. */
export const orderedBookJob = defineJob<ExportData>('listing-analytics.ordered', 2)

/** AN2, AN3: the figures of the screen as a file. What nobody can mean is refused at once, beside its field. */
export const orderBook = async (
  ctx: Ctx,
  { question, file = 'workbook' }: Received<typeof listingAnalytics.order>['body'],
): Promise<Export> => {
  await besideQuestion(() => askListings(ctx, question))
  const ask: BookAsk = { question, file, origin: await linkOrigin(ctx) }
  const kind = file === 'workbook' ? 'listing-analytics' : 'listing-figures'
  return requestExport(ctx, {
    kind,
    ask,
    needs: [['create', 'analytics-listing']],
    format: file === 'workbook' ? 'xlsx' : 'csv',
    job: orderedBookJob,
  })
}
