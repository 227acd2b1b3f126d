import { z } from 'zod/mini'
import { defineArea } from '../kit/endpoint.ts'
import { GivenInstant, Id, IdParams, Instant, LocalDate, prose, queryList, text, whole } from '../kit/wire.ts'
import { Moderation } from './review-requests.ts'
import { Theme } from './review-themes.ts'
import { Status } from '../booking/reservations.rules.ts'

/** The most labels a review carries. */
export const mostLabels = 10
const labelLength = 40
const Label = text(labelLength)

/** A booking as it stands beside a review. */
export const ReviewBooking = z.object({
  id: Id,
  reference: z.string(),
  status: Status,
  guestName: z.string(),
  partySize: z.int(),
  startsLocal: z.string(),
  areaName: z.nullable(z.string()),
})
export type ReviewBooking = z.infer<typeof ReviewBooking>

/** What is known of the evening that a review tells of. */
export const Evening = z.object({
  /** `none`: the review is tied to no booking · `hidden`: to one, which the caller may not see. */
  state: z.enum(['none', 'hidden', 'shown']),
  booking: z.nullable(ReviewBooking),
  /** Who tied it by hand; null where the source named the booking. */
  tiedBy: z.nullable(z.string()),
  notes: z.nullable(z.string()),
  /** From the booked time to the table, in minutes; negative where the guest sat earlier, null where nobody noted it. */
  waitMinutes: z.nullable(z.int()),
  /** That evening at the venue. */
  covers: z.nullable(z.int()),
  /** Parties put over the limits that sat there at the same time. */
  overbooked: z.nullable(z.int()),
  visits: z.nullable(z.int()),
  noShows: z.nullable(z.int()),
  /** Of the same guest, newest first. */
  others: z.array(
    z.object({
      id: Id,
      rating: z.nullable(z.number()),
      scale: z.nullable(z.number()),
      recommended: z.nullable(z.boolean()),
      stars: z.nullable(z.int()),
      beginning: z.nullable(z.string()),
      source: z.string(),
      publishedAt: Instant,
    }),
  ),
})
export type Evening = z.infer<typeof Evening>

const Person = z.object({ id: Id, name: z.string() })
export const ReviewComment = z.object({
  id: Id,
  author: z.string(),
  mine: z.boolean(),
  text: z.string(),
  /** Whom it names, as they are called in the text behind `@`. */
  mentions: z.array(Person),
  at: Instant,
})
export type ReviewComment = z.infer<typeof ReviewComment>

/** What the house does about a review. */
export const ReviewWork = z.object({
  flagged: z.boolean(),
  labels: z.array(z.string()),
  assignee: z.nullable(Person),
  dueAt: z.nullable(Instant),
  /** When its late reply was reported. */
  escalatedAt: z.nullable(Instant),
  /** Oldest first. */
  comments: z.array(ReviewComment),
  /** Who may be mentioned and given it: everybody who sees the venue's reviews. */
  people: z.array(Person),
  /** Labels in use where the caller sees reviews, the most used first. */
  knownLabels: z.array(z.string()),
})
export type ReviewWork = z.infer<typeof ReviewWork>

/** Of one venue. */
export const ReviewSettings = z.object({
  /** Null = never. Whoever lets replies out is told when a review had none for so many hours. */
  escalateAfterHours: z.nullable(whole(1, 720)),
  /** Guests of completed visits are asked for a review by mail, so many hours later. */
  askGuests: z.boolean(),
  askAfterHours: whole(1, 168),
})
export type ReviewSettings = z.infer<typeof ReviewSettings>

const reading = {
  method: 'GET',
  can: ['read', 'reviews'],
  audit: 'none',
  params: IdParams,
  oddId: 'review.not_found',
  envelope: 'data',
} as const
const working = {
  can: ['update', 'reviews'],
  params: IdParams,
  oddId: 'review.not_found',
  result: ReviewWork,
  envelope: 'data',
} as const

export const reviewWork = defineArea('reviewWork', {
  evening: {
    ...reading,
    path: '/v1/reviews/:id/evening',
    summary: 'The booking a review tells of and how that evening went; of guests only for who may read reservations.',
    result: Evening,
    errors: ['review.not_found'],
  },
  bookings: {
    ...reading,
    can: ['read', 'reservation-list'],
    path: '/v1/reviews/:id/bookings',
    summary: 'Bookings of the review’s venue on a day, to tie one to it; the day of the visit, or else the one before it was published.',
    query: z.object({ date: z.optional(LocalDate) }),
    result: z.object({ date: LocalDate, bookings: z.array(ReviewBooking) }),
    errors: ['review.not_found'],
  },
  tie: {
    method: 'PUT',
    path: '/v1/reviews/:id/booking',
    summary: 'Tie a review to a booking of its venue, or to none.',
    can: ['read', 'reservation-list'],
    audit: 'review.tied',
    params: IdParams,
    oddId: 'review.not_found',
    body: z.object({ reservationId: z.nullable(Id) }),
    result: Evening,
    envelope: 'data',
    errors: ['review.not_found', 'reservation.not_found'],
  },
  get: {
    ...reading,
    path: '/v1/reviews/:id/work',
    summary: 'Comments, labels and who looks after a review.',
    result: ReviewWork,
    errors: ['review.not_found'],
  },
  mark: {
    ...working,
    method: 'PUT',
    path: '/v1/reviews/:id/marks',
    summary: 'Flag a review and give it labels; what is left out stays.',
    audit: 'review.marked',
    body: z.object({ flagged: z.optional(z.boolean()), labels: z.optional(z.array(Label).check(z.maxLength(mostLabels))) }),
    errors: ['review.not_found'],
  },
  assign: {
    ...working,
    method: 'PUT',
    path: '/v1/reviews/:id/assignment',
    summary: 'Give a review to somebody who sees it, until a time; or to nobody.',
    audit: 'review.assigned',
    body: z.object({ userId: z.nullable(Id), dueAt: z.optional(z.nullable(GivenInstant)) }),
    errors: ['review.not_found', 'user.not_found'],
  },
  comment: {
    ...working,
    method: 'POST',
    path: '/v1/reviews/:id/comments',
    summary: 'Say something to colleagues; who is named as `@First Last` and in `mentions` hears of it by bell and mail.',
    audit: 'review.commented',
    idempotent: true,
    body: z.object({ text: prose(4000), mentions: z.optional(z.array(Id).check(z.maxLength(20))) }),
    errors: ['review.not_found', 'user.not_found'],
  },
  removeComment: {
    ...working,
    method: 'DELETE',
    path: '/v1/reviews/:id/comments/:commentId',
    summary: 'Take back what one said oneself.',
    audit: 'review.comment_removed',
    params: z.object({ id: Id, commentId: Id }),
    errors: ['review.not_found', 'review.comment_not_found'],
  },
  labels: {
    method: 'GET',
    path: '/v1/reviews/labels',
    summary: 'Labels in use where the caller sees reviews, the most used first.',
    can: ['read', 'reviews'],
    audit: 'none',
    result: z.array(z.string()),
    envelope: 'data',
    errors: [],
  },
  settings: {
    method: 'GET',
    path: '/v1/reviews/venues/:id/settings',
    summary: 'What a venue wants of reviews.',
    can: ['read', 'reviews'],
    audit: 'none',
    params: IdParams,
    result: ReviewSettings,
    envelope: 'data',
    errors: ['venue.not_found'],
  },
  saveSettings: {
    method: 'PUT',
    path: '/v1/reviews/venues/:id/settings',
    summary: 'Say what a venue wants of reviews.',
    can: ['create', 'reviews'],
    audit: 'review_settings.updated',
    params: IdParams,
    body: ReviewSettings,
    result: ReviewSettings,
    envelope: 'data',
    errors: ['venue.not_found'],
  },
})

/** Filters of the inbox by the house's own marks. */
export const workFilters = {
  /** Given to the caller. */
  mine: z.optional(z.literal('true')),
  flagged: z.optional(z.literal('true')),
  /** Of what guests wrote to us. */
  moderation: z.optional(Moderation),
  /** What it talks of, by our own lists of words. */
  theme: z.optional(Theme),
  label: z.optional(queryList(z.string().check(z.maxLength(labelLength)))),
}
