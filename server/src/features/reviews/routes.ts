import type { reviewThemes } from '@tablewire/contracts/reviews/review-themes'
import type { bcReviews, reviews } from '@tablewire/contracts/reviews/reviews'
import type { Handlers } from '#src/platform/http/mount.ts'
import { countReviews, listReviews, listSources, readReview } from './list-reviews.ts'
import { listThemes } from './list-themes.ts'
import { takeReviews } from './take-reviews.ts'

export const reviewsHandlers: Handlers<typeof reviews> = {
  list: (ctx, { query }) => listReviews(ctx, query),
  counts: (ctx, { query }) => countReviews(ctx, query),
  sources: (ctx) => listSources(ctx),
  get: (ctx, { params }) => readReview(ctx, params.id),
}

export const reviewThemesHandlers: Handlers<typeof reviewThemes> = { list: (ctx, { query }) => listThemes(ctx, query.filters) }

export const bcReviewsHandlers: Handlers<typeof bcReviews> = {
  take: async (ctx, { body }) => {
    const data = await takeReviews(ctx, body.reviews)
    return { total: data.length, data }
  },
}
