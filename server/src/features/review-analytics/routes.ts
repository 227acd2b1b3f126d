import type { reviewAnalytics } from '@tablewire/contracts/analytics/review-analytics'
import type { Handlers } from '#src/platform/http/mount.ts'
import { listReviewMeasures } from './measures.ts'
import { orderBook } from './order-book.ts'
import { readReviewAnalytics } from './read-analytics.ts'

export const reviewAnalyticsHandlers: Handlers<typeof reviewAnalytics> = {
  read: (ctx, { query }) => readReviewAnalytics(ctx, query),
  order: (ctx, { body }) => orderBook(ctx, body),
  measures: ({ lang }) => Promise.resolve(listReviewMeasures(lang)),
}
