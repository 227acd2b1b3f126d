import { notifyPeople } from '#src/features/notifications/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { newId } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'
import { type MarkedReview, requireReview, tellInboxes } from './review-marks.ts'
import type { Subrating } from './review-rows.ts'
import { ownSource } from './given-review.ts'
import { aboutOf } from './tell-reviews.ts'

const scale = 5

type OwnReview = {
  /** Of the one that is written anew. */
  id: string | null
  externalId: string
  venueId: string
  reservationId: string
  visitedOn: string
  lang: string
  author: string | null
  rating: number
  content: string | null
  subratings: Subrating[]
}

/** What a guest wrote to us himself, in the caller's transaction. It waits for somebody to publish it, who hears of the first writing. */
export const saveOwnReview = async (ctx: Ctx, { id, subratings, externalId, venueId, ...said }: OwnReview): Promise<string> => {
  const now = ctx.clock().toString()
  const columns = { ...said, scale, subratings: JSON.stringify(subratings) }
  const reviewId = id ?? newId()
  if (id)
    await ctx.db
      .updateTable('reviews')
      .set({ ...columns, editedAt: now })
      .where('id', '=', id)
      .where('moderation', '=', 'awaiting')
      .execute()
  else {
    await ctx.db
      .insertInto('reviews')
      .values({
        ...columns,
        id: reviewId,
        venueId,
        externalId,
        source: ownSource,
        channelId: null,
        recommended: null,
        title: null,
        url: null,
        media: '[]',
        publishedAt: now,
        receivedAt: now,
        moderation: 'awaiting',
      })
      .execute()
    const about = aboutOf({ id: reviewId, source: ownSource, rating: said.rating, scale, recommended: null }, 'moderation')
    await notifyPeople(ctx, [{ eventId: reviewId, event: 'review', venueId, reservationId: null, actorUserId: null, about, at: now }])
  }
  await tellInboxes(ctx, { id: reviewId, venueId })
  return reviewId
}

type Decision = { moderation: 'published' | 'declined'; reason: string | null }
/** Published or not, once and for all; in the caller's transaction. */
export const moderate = async (ctx: Ctx, id: string, { moderation, reason }: Decision): Promise<MarkedReview> => {
  const review = await requireReview(ctx, id, { locked: true })
  const { numUpdatedRows } = await ctx.db
    .updateTable('reviews')
    .set({ moderation, moderationReason: reason })
    .where('id', '=', id)
    .where('moderation', '=', 'awaiting')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Problem('review.not_awaiting')
  await tellInboxes(ctx, review)
  return review
}
