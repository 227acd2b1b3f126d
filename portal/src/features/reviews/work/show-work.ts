import { type ReviewWork, reviewWork } from '@tablewire/contracts/reviews/review-work'
import { reviews } from '@tablewire/contracts/reviews/reviews'
import { keyOf, queryClient } from '#src/api/query.ts'

/** Every answer is how it stands now; the list shows some of it. */
export const showWork = (id: string, work: ReviewWork): void => {
  queryClient.setQueryData(keyOf(reviewWork.get, { params: { id } }), work)
  void queryClient.invalidateQueries({ queryKey: keyOf(reviews.list) })
}
