import type { listingAnalytics } from '@tablewire/contracts/analytics/listing-analytics'
import type { Sent } from '@tablewire/contracts/kit/endpoint'
import type { UrlSearch } from '#src/kit/url-search.ts'
import { readQuestion } from '../question.ts'

export type ListingQuery = NonNullable<Sent<typeof listingAnalytics.read>['query']>

/** The address as the server is asked: the days and venues of the other figures; this month where it names none. */
export const readListingQuestion = (text: UrlSearch, today: string): ListingQuery => {
  const { from, to, period, compare, align, compareFrom, compareTo, venueId, companyId, brandId } = readQuestion(
    { ...text, range: text['range'] ?? 'thisMonth' },
    today,
  )
  const asked = { period, compare, align, compareFrom, compareTo, venueId, companyId, brandId }
  return { from, to, today, ...Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined)) }
}
