import type { ReviewNews } from '@tablewire/contracts/operations/notifications'
import { Temporal } from 'temporal-polyfill'
import { notifyPeople } from '#src/features/notifications/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'

export type Changed = {
  id: string
  venueId: string
  isNew: boolean
  source: string
  rating: number | null
  scale: number | null
  recommended: boolean | null
  publishedAt: string
}

/** A channel that brings its first reviews brings years of them: what was written longer ago is no news. */
const newsForDays = 7
/** Of one venue and call; the inbox has them all. */
const newsAtOnce = 20
const lowStars = 2

export const isLow = ({ rating, scale, recommended }: Pick<Changed, 'rating' | 'scale' | 'recommended'>): boolean =>
  rating !== null && scale !== null ? Math.round((rating * 5) / scale) <= lowStars : recommended === false

export const aboutOf = (
  review: Omit<Changed, 'venueId' | 'isNew' | 'publishedAt'>,
  what: ReviewNews['what'],
  by: string | null = null,
): string =>
  JSON.stringify({
    id: review.id,
    what,
    source: review.source,
    rating: review.rating,
    scale: review.scale,
    low: isLow(review),
    by,
  } satisfies ReviewNews)

/** Open inboxes hear of every change; people by their bells and mails (SE3) of what is new. In the caller's transaction. */
export const tellOf = async (ctx: Ctx, changed: readonly Changed[]): Promise<void> => {
  const since = ctx.clock().subtract({ hours: 24 * newsForDays })
  for (const [venueId, reviews] of Map.groupBy(changed, (review) => review.venueId)) {
    const [first] = reviews
    await ctx.ports.live.publish(ctx, { type: 'review', venueId, id: reviews.length === 1 ? first!.id : null, kind: 'received' })
    const news = reviews
      .filter(({ isNew, publishedAt }) => isNew && Temporal.Instant.compare(publishedAt, since) > 0)
      .toSorted((a, b) => Temporal.Instant.compare(b.publishedAt, a.publishedAt))
      .slice(0, newsAtOnce)
    await notifyPeople(
      ctx,
      news.map((review) => ({
        eventId: review.id,
        event: 'review',
        venueId,
        reservationId: null,
        actorUserId: null,
        about: aboutOf(review, 'received'),
        at: ctx.clock().toString(),
      })),
    )
  }
}
