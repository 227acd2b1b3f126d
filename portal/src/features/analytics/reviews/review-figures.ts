import type { Figure, RowFilters } from '@tablewire/contracts/analytics/analytics'
import type { ReviewAnalytics, ReviewMeasure } from '@tablewire/contracts/analytics/review-analytics'
import { reviewRowsOf, reviewValue } from '@tablewire/contracts/analytics/review-figures.rules'

/** Days of the reviews that are compared; the list knows no time of day, at which today is cut. */
export const reviewsBefore = ({ compared, cutAt }: Pick<ReviewAnalytics, 'compared' | 'cutAt'>): RowFilters | null =>
  compared && cutAt === null ? { from: compared.from, to: compared.to } : null

/** The measures of the whole period, each with the rows behind it. */
export const reviewFigures = (
  ids: readonly ReviewMeasure['id'][],
  { all: { compared, rows, ...now }, ...answer }: ReviewAnalytics,
): Figure[] => {
  const before = reviewsBefore(answer)
  const counted: Partial<Record<ReviewMeasure['id'], number>> = { lowShare: now.low, answeredShare: now.answered }
  return ids.map((id) => {
    const own = { ...rows, ...reviewRowsOf[id] }
    const count = counted[id]
    return {
      id,
      value: reviewValue(id, now),
      compared: compared && reviewValue(id, compared),
      parts: count === undefined ? null : { count, of: now.reviews },
      rows: own,
      ofRows: count === undefined ? null : rows,
      comparedRows: before && { ...own, ...before },
    }
  })
}
