import { z } from 'zod/mini'
import { defineArea } from '../kit/endpoint.ts'
import {
  GivenInstant,
  Id,
  IdParams,
  Instant,
  LocalDate,
  note,
  pageOf,
  pageQuery,
  partnerLine,
  partnerText,
  prose,
  queryFlag,
  queryInt,
  queryList,
  whole,
} from '../kit/wire.ts'
import { Moderation } from './review-requests.ts'
import { workFilters } from './review-work.ts'

/** The most reviews one call may bring. */
export const reviewsAtOnce = 500

/** ISO 639-1 or 639-2, with or without a region: a review may be in any language, not only in ours. */
const Language = z.string().check(z.regex(/^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8}){0,2}$/))
/** Of something at the source. */
export const PublicAddress = z.string().check(z.maxLength(2000), z.regex(/^https:\/\/[^\s]+$/))
/** Where guests read it, in lower case: `google`, `tripadvisor`, the name of the site … */
export const SourceName = z.string().check(z.regex(/^[a-z0-9][a-z0-9._-]{0,59}$/))
/** Where a reply stands: written · waits for somebody's approval · with the channel · to be read at the source · given back, with a reason. */
export const ReplyState = z.enum(['draft', 'awaiting', 'pending', 'published', 'rejected'])
export type ReplyState = z.infer<typeof ReplyState>
const rating = z.number().check(z.gte(0), z.lte(100))
const scale = z.number().check(z.gte(1), z.lte(100))

/** As the source shows it. `rating` is of `scale` stars, points or per cent; a source that only knows thumbs sends `recommended`. */
export const GivenReview = z.object({
  venueId: Id,
  source: SourceName,
  /** The source's own id: with `source` it is the same review for ever. */
  externalId: partnerText(200),
  rating: z.optional(z.nullable(rating)),
  scale: z.optional(scale),
  recommended: z.optional(z.nullable(z.boolean())),
  title: z.optional(z.nullable(partnerLine(300))),
  text: z.optional(z.nullable(note(20_000))),
  language: z.optional(z.nullable(Language)),
  /** The text in another language, where the source translates it; it stands beside the original. */
  translatedText: z.optional(z.nullable(note(20_000))),
  translationLanguage: z.optional(z.nullable(Language)),
  author: z.optional(z.nullable(partnerLine(200))),
  /** The review at the source. */
  url: z.optional(z.nullable(PublicAddress)),
  publishedAt: GivenInstant,
  /** When the author changed it last. An edit that is older than what we have changes nothing. */
  editedAt: z.optional(z.nullable(GivenInstant)),
  visitedOn: z.optional(z.nullable(LocalDate)),
  /** Our reference of the booking, where the source knows it. */
  reservationReference: z.optional(z.nullable(partnerLine(40))),
  subratings: z.optional(z.array(z.object({ name: partnerText(60), rating, scale: z.optional(scale) })).check(z.maxLength(20))),
  media: z.optional(z.array(z.object({ kind: z.enum(['photo', 'video']), url: PublicAddress })).check(z.maxLength(50))),
  /** Taken down at the source: it stays here, marked. */
  removed: z.optional(z.boolean()),
  /** What stands under it at the source already, whoever wrote it. */
  reply: z.optional(
    z.nullable(z.object({ text: prose(10_000), author: z.optional(z.nullable(partnerLine(200))), publishedAt: GivenInstant })),
  ),
  /** The longest reply the source takes, in characters, where it is another than usual. */
  replyLimit: z.optional(z.nullable(whole(1, 10_000))),
})
export type GivenReview = z.infer<typeof GivenReview>

/**
 * `outdated`: what we have is newer · `source_reserved`: `own` is ours · `in_future`: a moment of it is more than five minutes ahead · `repeated`: stood before in the same call · `elsewhere`: another channel brought it. Nothing is lost by a refusal:
 * the others of the call are taken.
 */
export const ReviewOutcome = z.enum([
  'created',
  'updated',
  'unchanged',
  'outdated',
  'repeated',
  'elsewhere',
  'venue_not_found',
  'rating_above_scale',
  'source_reserved',
  'empty',
  'in_future',
])
export type ReviewOutcome = z.infer<typeof ReviewOutcome>

export const bcReviews = defineArea('bcReviews', {
  take: {
    method: 'POST',
    path: '/v1/bc/reviews',
    summary: 'Reviews of your venues, new or edited; the same `source` and `externalId` is the same review. Each is answered on its own.',
    can: 'channel',
    audit: 'review.received',
    idempotent: true,
    body: z.object({ reviews: z.array(GivenReview).check(z.minLength(1), z.maxLength(reviewsAtOnce)) }),
    result: z.object({
      total: z.int(),
      data: z.array(z.object({ id: z.nullable(Id), source: z.string(), externalId: z.string(), outcome: ReviewOutcome })),
    }),
    envelope: 'bare',
    errors: [],
  },
})

const summary = {
  id: Id,
  venueId: Id,
  venueName: z.string(),
  source: z.string(),
  /** As the source counts, and the same of five stars; null where it does not count. */
  rating: z.nullable(z.number()),
  scale: z.nullable(z.number()),
  stars: z.nullable(z.int()),
  recommended: z.nullable(z.boolean()),
  title: z.nullable(z.string()),
  text: z.nullable(z.string()),
  language: z.nullable(z.string()),
  author: z.nullable(z.string()),
  publishedAt: Instant,
  editedAt: z.nullable(Instant),
  removedAt: z.nullable(Instant),
  /** Of our reply; null = there is none. */
  reply: z.nullable(ReplyState),
  flagged: z.boolean(),
  labels: z.array(z.string()),
  /** Who looks after it, and until when. */
  assignee: z.nullable(z.string()),
  dueAt: z.nullable(Instant),
  /** Of what guests wrote to us; null where another source publishes it. */
  moderation: z.nullable(Moderation),
}
export const Review = z.object(summary)
export type Review = z.infer<typeof Review>
/** `replacedAt`: until then it read so. */
const Earlier = z.object({
  rating: z.nullable(z.number()),
  scale: z.nullable(z.number()),
  title: z.nullable(z.string()),
  text: z.nullable(z.string()),
  replacedAt: Instant,
})
export const ReviewDetail = z.object({
  ...summary,
  url: z.nullable(z.string()),
  visitedOn: z.nullable(LocalDate),
  reservationId: z.nullable(Id),
  receivedAt: Instant,
  translation: z.nullable(z.object({ text: z.string(), language: z.nullable(z.string()) })),
  /** Why it is not published; for the house alone. */
  moderationReason: z.nullable(z.string()),
  subratings: z.array(z.object({ name: z.string(), rating: z.number(), scale: z.number() })),
  media: z.array(z.object({ kind: z.enum(['photo', 'video']), url: z.string() })),
  /** Newest first. */
  earlier: z.array(Earlier),
})
export type ReviewDetail = z.infer<typeof ReviewDetail>

/** `needed`: no reply is public or on its way, and the review still stands at its source. */
export const ReplyFilter = z.enum(['needed', 'awaiting', 'pending', 'published', 'rejected'])
export type ReplyFilter = z.infer<typeof ReplyFilter>
const filters = z.object({
  venueId: z.optional(queryList(Id)),
  source: z.optional(queryList(z.string().check(z.maxLength(60)))),
  stars: z.optional(queryList(queryInt(1, 5))),
  reply: z.optional(ReplyFilter),
  language: z.optional(queryList(z.string().check(z.maxLength(3)))),
  /** Days on which it was published, by the calendar of its venue, both included. */
  from: z.optional(LocalDate),
  to: z.optional(LocalDate),
  /** Words of its title, text or author; the last one may be a beginning. */
  q: z.optional(z.string().check(z.maxLength(120))),
  ...workFilters,
  companyId: z.optional(Id),
  /** A brand: a group of venues. */
  groupId: z.optional(Id),
  /** Of venues that are there to try things out, or of the others. */
  test: z.optional(queryFlag),
  /** Taken down at its source, or still there. */
  removed: z.optional(queryFlag),
})

export const reviews = defineArea('reviews', {
  list: {
    method: 'GET',
    path: '/v1/reviews',
    summary: 'Reviews of the venues the caller sees, newest first.',
    can: ['read', 'reviews'],
    audit: 'none',
    query: z.object({
      ...pageQuery,
      filters: z.optional(filters),
    }),
    result: pageOf(Review),
    envelope: 'page',
    errors: [],
  },
  counts: {
    method: 'GET',
    path: '/v1/reviews/counts',
    summary: 'How many reviews each quick filter of the inbox finds, beside the other filters.',
    can: ['read', 'reviews'],
    audit: 'none',
    query: z.object({ filters: z.optional(filters) }),
    result: z.object({
      needed: z.int(),
      awaiting: z.int(),
      rejected: z.int(),
      low: z.int(),
      mine: z.int(),
      flagged: z.int(),
      /** Own reviews that wait to be published. */
      moderation: z.int(),
    }),
    envelope: 'data',
    errors: [],
  },
  sources: {
    method: 'GET',
    path: '/v1/reviews/sources',
    summary: 'Where the reviews of these venues come from, and how many there are.',
    can: ['read', 'reviews'],
    audit: 'none',
    result: z.array(z.object({ source: z.string(), count: z.int(), average: z.nullable(z.number()) })),
    envelope: 'data',
    errors: [],
  },
  get: {
    method: 'GET',
    path: '/v1/reviews/:id',
    summary: 'One review with what it said before it was edited.',
    can: ['read', 'reviews'],
    audit: 'none',
    params: IdParams,
    oddId: 'review.not_found',
    result: ReviewDetail,
    envelope: 'data',
    errors: ['review.not_found'],
  },
})
