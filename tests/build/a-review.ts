import { randomUUID } from 'node:crypto'
import type { Db } from '@tablewire/server/platform/db/schema'
import type {} from '@tablewire/server/features/reviews/review-rows'

type Review = {
  venueId: string
  channelId: string
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
      receivedAt: publishedAt,
    })
    .execute()
  return id
}
