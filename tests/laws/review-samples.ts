import { randomUUID } from 'node:crypto'
import { aReview } from '../build/a-review.ts'
import type { World } from './world.ts'

type ReviewSample = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }

export const reviewSamples: Record<string, (world: World) => ReviewSample | Promise<ReviewSample>> = {
  'reviews.list': () => ({ query: { limit: 5, filters: { stars: '1,2', q: 'cold soup' } } }),
  'reviews.sources': () => ({}),
  'reviews.get': async (world) => ({
    params: { id: await aReview(world.container.db, { venueId: world.venue.id, channelId: world.channel.id }) },
  }),
  'bcReviews.take': (world) => ({
    body: {
      reviews: [
        {
          venueId: world.venue.id,
          source: 'guide',
          externalId: randomUUID(),
          rating: 2,
          scale: 5,
          text: 'The soup was cold.',
          language: 'en',
          author: 'Noa',
          publishedAt: '2026-11-01T12:00:00Z',
        },
      ],
    },
  }),
}
