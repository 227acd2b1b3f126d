import type { listingAnalytics } from '@tablewire/contracts/analytics/listing-analytics'
import type { Handlers } from '#src/platform/http/mount.ts'
import { measures } from './measures.ts'
import { readListingAnalytics } from './read-analytics.ts'

export const listingAnalyticsHandlers: Handlers<typeof listingAnalytics> = {
  read: (ctx, { query }) => readListingAnalytics(ctx, query),
  measures: ({ lang }) => Promise.resolve(measures.map(({ words, ...measure }) => ({ ...measure, ...words[lang] }))),
}
