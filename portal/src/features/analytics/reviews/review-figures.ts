import type { Figure, RowFilters } from '@tablewire/contracts/analytics/analytics'
import type { ReviewAnalytics, ReviewCounts, ReviewMeasure } from '@tablewire/contracts/analytics/review-analytics'

const share = (part: number, { reviews }: ReviewCounts): number | null => (reviews === 0 ? null : (part / reviews) * 100)

/** A measure of what was counted. */
export const reviewValue = (id: ReviewMeasure['id'], counts: ReviewCounts): number | null => {
  if (id === 'lowShare') return share(counts.low, counts)
  if (id === 'answeredShare') return share(counts.answered, counts)
  return counts[id]
}

/** Days of the reviews that are compared; the list knows no time of day, at which today is cut. */
export const reviewsBefore = ({ compared, cutAt }: Pick<ReviewAnalytics, 'compared' | 'cutAt'>): RowFilters | null =>
  compared && cutAt === null ? { from: compared.from, to: compared.to } : null

/** The measures of the whole period, each with the rows behind it. */
export const reviewFigures = (
  ids: readonly ReviewMeasure['id'][],
  { all: { compared, rows, ...now }, ...answer }: ReviewAnalytics,
): Figure[] => {
  const before = reviewsBefore(answer)
  const behind: Partial<Record<ReviewMeasure['id'], { count: number; rows: Figure['rows'] }>> = {
    lowShare: { count: now.low, rows: { ...rows, stars: '1,2' } },
    answeredShare: { count: now.answered, rows: { ...rows, reply: 'published' } },
  }
  return ids.map((id) => {
    const own = behind[id]?.rows ?? rows
    return {
      id,
      value: reviewValue(id, now),
      compared: compared && reviewValue(id, compared),
      parts: behind[id] ? { count: behind[id].count, of: now.reviews } : null,
      rows: own,
      ofRows: behind[id] ? rows : null,
      comparedRows: before && { ...own, ...before },
    }
  })
}
