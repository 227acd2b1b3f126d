import type { reviewWork } from '@tablewire/contracts/reviews/review-work'
import type { Handlers } from '#src/platform/http/mount.ts'
import { commentOnReview, removeComment } from './comment-on-review.ts'
import { bookingsFor, readEvening, tieBooking } from './evening.ts'
import { assignReview, markReview } from './mark-review.ts'
import { knownLabels, readWork } from './read-work.ts'
import { readSettings, saveSettings } from './review-settings.ts'

export const reviewWorkHandlers: Handlers<typeof reviewWork> = {
  evening: (ctx, { params }) => readEvening(ctx, params.id),
  bookings: (ctx, { params, query }) => bookingsFor(ctx, params.id, query.date),
  tie: (ctx, { params, body }) => tieBooking(ctx, params.id, body.reservationId),
  get: (ctx, { params }) => readWork(ctx, params.id),
  mark: (ctx, { params, body }) => markReview(ctx, params.id, body),
  assign: (ctx, { params, body }) => assignReview(ctx, params.id, body),
  comment: (ctx, { params, body }) => commentOnReview(ctx, params.id, body),
  removeComment: (ctx, { params }) => removeComment(ctx, params),
  labels: (ctx) => knownLabels(ctx),
  settings: (ctx, { params }) => readSettings(ctx, params.id),
  saveSettings: (ctx, { params, body }) => saveSettings(ctx, params.id, body),
}
