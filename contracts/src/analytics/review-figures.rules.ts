import type { RowFilters } from './analytics.ts'
import type { ReviewCounts, ReviewMeasure } from './review-analytics.ts'

type Id = ReviewMeasure['id']
const share = (part: number, { reviews }: ReviewCounts): number | null =>
  reviews === 0 ? null : Math.round((part / reviews) * 1_000_000) / 10_000

/** A measure of what was counted, with four digits; the same on a screen and in a file. */
export const reviewValue = (id: Id, counts: ReviewCounts): number | null => {
  if (id === 'lowShare') return share(counts.low, counts)
  if (id === 'answeredShare') return share(counts.answered, counts)
  return counts[id]
}

/** What of the reviews a measure is about; the others are in no way part of it. */
export const reviewRowsOf: Readonly<Record<Id, RowFilters>> = {
  reviews: {},
  average: { stars: '1,2,3,4,5' },
  lowShare: { stars: '1,2' },
  answeredShare: { reply: 'published' },
  answerMinutes: { reply: 'published' },
}
