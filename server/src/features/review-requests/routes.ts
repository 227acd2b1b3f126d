import type { reviewModeration } from '@tablewire/contracts/reviews/review-requests'
import type { Handlers } from '#src/platform/http/mount.ts'
import { declineReview, publishReview } from './moderate.ts'

export const reviewModerationHandlers: Handlers<typeof reviewModeration> = {
  publish: (ctx, { params, body }) => publishReview(ctx, params.id, body.editedAt),
  decline: (ctx, { params, body }) => declineReview(ctx, params.id, body),
}
