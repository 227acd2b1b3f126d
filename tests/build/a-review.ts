import { randomUUID } from 'node:crypto'
import type { Db } from '@tablewire/server/platform/db/schema'
import type {} from '@tablewire/server/features/review-replies/reply-rows'
import type {} from '@tablewire/server/features/reviews/review-rows'

type Review = {
  venueId: string
  channelId: string | null
  /** Of one that a guest wrote to us. */
  moderation?: 'awaiting'
  rating?: number
  content?: string
  publishedAt?: string
  source?: string
  lang?: string
}

/** A review as a channel brings it. */
export const aReview = async (
  db: Db,
  { rating = 4, content = 'Good', publishedAt = '2026-11-01T12:00:00Z', ...over }: Review,
): Promise<string> => {
  const id = randomUUID()
  await db
    .insertInto('reviews')
    .values({
      id,
      venueId: over.venueId,
      channelId: over.channelId,
      source: over.source ?? 'guide',
      externalId: id,
      rating,
      scale: 5,
      recommended: null,
      title: null,
      content,
      lang: over.lang ?? 'en',
      author: 'Noa',
      url: null,
      visitedOn: null,
      reservationId: null,
      subratings: '[]',
      media: '[]',
      publishedAt,
      moderation: over.moderation ?? null,
      receivedAt: publishedAt,
    })
    .execute()
  return id
}

/** A reply as it stands after its first step. */
export const aReply = async (
  db: Db,
  { state, ...of }: { reviewId: string; venueId: string; state: 'awaiting' | 'pending' },
): Promise<string> => {
  const at = '2026-11-02T12:00:00Z'
  await db
    .insertInto('reviewReplies')
    .values({
      ...of,
      state,
      revision: 1,
      version: 1,
      content: 'Thank you.',
      authorId: null,
      authorName: 'Ana',
      approvedBy: null,
      reason: null,
      rejectedBy: null,
      shown: null,
      shownAuthor: null,
      shownUrl: null,
      writtenAt: at,
      changedAt: at,
    })
    .execute()
  return of.reviewId
}
