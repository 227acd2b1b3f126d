import { randomUUID } from 'node:crypto'
import { aReply, aReview } from '../build/a-review.ts'
import type { World } from './world.ts'

type ReviewSample = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }

const aReviewOf = (world: World): Promise<string> => aReview(world.container.db, { venueId: world.venue.id, channelId: world.channel.id })
const replied = async (world: World, state: 'awaiting' | 'pending'): Promise<string> =>
  aReply(world.container.db, { reviewId: await aReviewOf(world), venueId: world.venue.id, state })
const templateFields = () => ({
  name: `Law ${randomUUID()}`,
  language: 'en',
  stars: [1, 2],
  variants: [{ text: 'Sorry, {guest|dear guest}.' }],
  venues: [],
})
const aTemplate = async (world: World): Promise<string> => {
  const made = await world.ask({ method: 'POST', url: '/v1/reply-templates', body: templateFields(), token: world.superAdmin })
  return made.json<{ data: { id: string } }>().data.id
}
const reported = () => ({ state: 'published', revision: 1, at: '2026-11-03T12:00:00Z' })
const ownReviewHere = async ({ container: { db }, venue }: World) => ({
  params: { id: await aReview(db, { venueId: venue.id, channelId: null, source: 'own', moderation: 'awaiting' }) },
})

/** Said by whoever has that token. */
export const aComment = async (world: World, reviewId: string, token: string): Promise<string> => {
  const answer = await world.ask({ method: 'POST', url: `/v1/reviews/${reviewId}/comments`, token, body: { text: 'Mine' } })
  return answer.json<{ data: { comments: { id: string }[] } }>().data.comments.at(-1)!.id
}

const reviewHere = async (world: World) => ({
  params: { id: await aReview(world.container.db, { venueId: world.venue.id, channelId: world.channel.id }) },
})

export const reviewSamples: Record<string, (world: World) => ReviewSample | Promise<ReviewSample>> = {
  'reviews.list': () => ({ query: { limit: 5, filters: { stars: '1,2', q: 'cold soup' } } }),
  'reviews.sources': () => ({}),
  'reviews.get': async (world) => ({
    params: { id: await aReview(world.container.db, { venueId: world.venue.id, channelId: world.channel.id }) },
  }),
  'reviewModeration.publish': async (world) => ({ ...(await ownReviewHere(world)), body: { editedAt: null } }),
  'reviewModeration.decline': async (world) => ({
    ...(await ownReviewHere(world)),
    body: { editedAt: null, reason: 'It names a waiter.' },
  }),
  'reviewWork.evening': reviewHere,
  'reviewWork.bookings': async (world) => ({ ...(await reviewHere(world)), query: { date: '2026-11-01' } }),
  'reviewWork.tie': async (world) => ({ ...(await reviewHere(world)), body: { reservationId: await world.reservation() } }),
  'reviewWork.get': reviewHere,
  'reviewWork.labels': () => ({}),
  'reviewThemes.list': (world) => ({ query: { filters: { venueId: world.venue.id, stars: '1,2' } } }),
  'reviewWork.mark': async (world) => ({ ...(await reviewHere(world)), body: { flagged: true, labels: ['Kitchen'] } }),
  'reviewWork.assign': async (world) => ({ ...(await reviewHere(world)), body: { userId: null } }),
  'reviewWork.comment': async (world) => ({ ...(await reviewHere(world)), body: { text: 'Who was on the soup?' } }),
  'reviewWork.removeComment': async (world) => {
    const { params } = await reviewHere(world)
    return { params: { ...params, commentId: await aComment(world, params.id, world.superAdmin) } }
  },
  'reviewWork.settings': (world) => ({ params: { id: world.venue.id } }),
  'reviewWork.saveSettings': (world) => ({
    params: { id: world.venue.id },
    body: { escalateAfterHours: 24, askGuests: true, askAfterHours: 20 },
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
  'reviews.counts': () => ({ query: { filters: { q: 'soup' } } }),
  'reviewReplies.desk': async (world) => ({ params: { id: await aReviewOf(world) } }),
  'reviewReplies.saveDraft': async (world) => ({ params: { id: await aReviewOf(world) }, body: { text: 'Dear' } }),
  'reviewReplies.send': async (world) => ({ params: { id: await aReviewOf(world) }, body: { text: 'Thank you.', version: 0 } }),
  'reviewReplies.withdraw': async (world) => ({ params: { id: await replied(world, 'pending') }, body: { version: 1 } }),
  'reviewReplies.approve': async (world) => ({ params: { id: await replied(world, 'awaiting') }, body: { version: 1 } }),
  'reviewReplies.decline': async (world) => ({
    params: { id: await replied(world, 'awaiting') },
    body: { version: 1, reason: 'Warmer, please' },
  }),
  'reviewReplies.settings': () => ({ query: { limit: 5 } }),
  'reviewReplies.setApproval': (world) => ({ params: { id: world.venue.id }, body: { approval: 'never' } }),
  'replyTemplates.list': () => ({ query: { limit: 5, filters: { search: 'law' } } }),
  'replyTemplates.get': async (world) => ({ params: { id: await aTemplate(world) } }),
  'replyTemplates.create': () => ({ body: templateFields() }),
  'replyTemplates.update': async (world) => ({ params: { id: await aTemplate(world) }, body: { ...templateFields(), version: 1 } }),
  'replyTemplates.delete': async (world) => ({ params: { id: await aTemplate(world) } }),
  'bcReviewReplies.requested': () => ({ query: { limit: 5 } }),
  'bcReviewReplies.report': async (world) => ({ params: { id: await replied(world, 'pending') }, body: reported() }),
  'bcReviewReplies.reportBySource': async (world) => {
    // A review of tests/build is called at its source as it is here.
    const externalId = await replied(world, 'pending')
    return { body: { venueId: world.venue.id, source: 'guide', externalId, ...reported() } }
  },
}
