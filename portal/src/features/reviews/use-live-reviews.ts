import { reviewWork } from '@tablewire/contracts/reviews/review-work'
import { reviews } from '@tablewire/contracts/reviews/reviews'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { coalescedReload } from '#src/api/coalesced-reload.ts'
import { useLive } from '#src/api/live.ts'
import { keyOf } from '#src/api/query.ts'

/** What comes in, and what others do with it, shows within a second. */
export const useLiveReviews = (): void => {
  const client = useQueryClient()
  const [reread] = useState(() =>
    coalescedReload(() =>
      Promise.all(
        [reviews.list, reviews.get, reviews.counts, reviewWork.get, reviewWork.evening].map((one) =>
          client.invalidateQueries({ queryKey: keyOf(one) }),
        ),
      ),
    ),
  )
  useLive(({ type, kind }) => {
    // Who is typing changes no list.
    if (type === 'review' && kind !== 'writing') void reread()
  })
}
