import type { reviewAnalytics } from '@tablewire/contracts/analytics/review-analytics'
import type { Sent } from '@tablewire/contracts/kit/endpoint'
import type { UrlSearch } from '#src/kit/url-search.ts'
import { listOf, readQuestion } from '../question.ts'

export type ReviewQuery = NonNullable<Sent<typeof reviewAnalytics.read>['query']>

/** The address as the server is asked: the days and venues of the other figures, and the sources. */
export const readReviewQuestion = (text: UrlSearch, today: string): ReviewQuery => {
  const {
    basis: _basis,
    whole: _whole,
    channelId: _channels,
    rmsId: _systems,
    partySize: _sizes,
    excludeCanceled: _canceled,
    ...asked
  } = readQuestion({ ...text, range: text['range'] ?? 'lastMonth' }, today)
  const source = listOf(text['source'])
  return { ...asked, today, ...(source ? { source } : {}) }
}
