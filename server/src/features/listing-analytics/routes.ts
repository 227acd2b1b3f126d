import type { listingAnalytics } from '@tablewire/contracts/analytics/listing-analytics'
import type { Handlers } from '#src/platform/http/mount.ts'
import { listListingMeasures } from './measures.ts'
import { orderBook } from './order-book.ts'
import { readListingAnalytics } from './read-analytics.ts'

export const listingAnalyticsHandlers: Handlers<typeof listingAnalytics> = {
  read: (ctx, { query }) => readListingAnalytics(ctx, query),
  order: (ctx, { body }) => orderBook(ctx, body),
  measures: ({ lang }) => Promise.resolve(listListingMeasures(lang)),
}
