import type { reviewAnalytics } from '@tablewire/contracts/analytics/review-analytics'
import type { Handlers } from '#src/platform/http/mount.ts'
import { measures } from './measures.ts'
import { readReviewAnalytics } from './read-analytics.ts'

export const reviewAnalyticsHandlers: Handlers<typeof reviewAnalytics> = {
  read: (ctx, { query }) => readReviewAnalytics(ctx, query),
  measures: ({ lang }) => Promise.resolve(measures.map(({ words, ...measure }) => ({ ...measure, ...words[lang] }))),
}
