import { z } from 'zod/mini'
import { defineArea } from '../kit/endpoint.ts'
import {
  Id,
  IdParams,
  Instant,
  GivenInstant,
  bcPageOf,
  note,
  pageOf,
  pageQuery,
  partnerLine,
  partnerText,
  prose,
  whole,
} from '../kit/wire.ts'
import { longestReply } from './reply.rules.ts'
import { PublicAddress, ReplyState, SourceName } from './reviews.ts'

/** `always`: every reply waits for somebody who may approve · `low`: those to one or two stars. Who may approve needs nobody else. */
export const ReplyApproval = z.enum(['never', 'low', 'always'])
export type ReplyApproval = z.infer<typeof ReplyApproval>

const Version = whole(0, 2_000_000_000)
const ReplyText = prose(longestReply)
const Reason = prose(1000)

export const ReviewReply = z.object({
  state: ReplyState,
  /** As the house wrote it last; what guests read is `shown`. */
  text: z.string(),
  /** Grows with each text that is sent: the channel names it when it answers. */
  revision: z.int(),
  author: z.nullable(z.string()),
  writtenAt: Instant,
  approvedBy: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  /** `house`: whoever approves said no · `source`: the site did. */
  rejectedBy: z.nullable(z.enum(['house', 'source'])),
  shown: z.nullable(z.object({ text: z.string(), at: Instant, author: z.nullable(z.string()), url: z.nullable(z.string()) })),
  /** Grows with every change; 0 stands for no reply yet. */
  version: z.int(),
})
export type ReviewReply = z.infer<typeof ReviewReply>

/** One step of a reply, newest first. */
export const ReplyStep = z.object({
  from: ReplyState,
  to: ReplyState,
  text: z.string(),
  reason: z.nullable(z.string()),
  by: z.string(),
  at: Instant,
})
export type ReplyStep = z.infer<typeof ReplyStep>

/** Wordings of one template for this review, none of them with an empty placeholder; first the one that was used longest ago. */
export const OfferedTemplate = z.object({
  id: Id,
  name: z.string(),
  language: z.string(),
  variants: z.array(z.object({ id: Id, text: z.string() })),
})
export type OfferedTemplate = z.infer<typeof OfferedTemplate>

/** All that is needed to answer one review. */
export const ReplyDesk = z.object({
  reply: z.nullable(ReviewReply),
  steps: z.array(ReplyStep),
  /** The caller's own, as it was saved last. */
  draft: z.nullable(z.object({ text: z.string(), templateId: z.nullable(Id), variantId: z.nullable(Id), savedAt: Instant })),
  /** Who else is writing just now. */
  writing: z.array(z.object({ name: z.string(), at: Instant })),
  limit: z.object({ most: z.int(), unit: z.enum(['characters', 'bytes']) }),
  templates: z.array(OfferedTemplate),
  /** Whether what the caller sends waits for somebody else. */
  needsApproval: z.boolean(),
  /** Nobody has to be asked: it is published at once. */
  withoutChannel: z.boolean(),
})
export type ReplyDesk = z.infer<typeof ReplyDesk>

const deciding = {
  method: 'POST',
  can: ['override', 'reviews'],
  params: IdParams,
  oddId: 'review.not_found',
  result: ReplyDesk,
  envelope: 'data',
} as const
const writing = { can: ['update', 'reviews'], params: IdParams, oddId: 'review.not_found', result: ReplyDesk, envelope: 'data' } as const

export const reviewReplies = defineArea('reviewReplies', {
  desk: {
    method: 'GET',
    path: '/v1/reviews/:id/reply',
    summary: 'The reply to a review with its steps, the templates that fit, one’s own draft and who else is writing.',
    can: ['read', 'reviews'],
    audit: 'none',
    params: IdParams,
    oddId: 'review.not_found',
    result: ReplyDesk,
    envelope: 'data',
    errors: ['review.not_found'],
  },
  saveDraft: {
    ...writing,
    method: 'PUT',
    path: '/v1/reviews/:id/reply/draft',
    summary: 'Keep what one has typed, for oneself; an empty text ends the draft. The others see that one is writing.',
    audit: 'none',
    body: z.object({ text: note(longestReply * 2), templateId: z.optional(z.nullable(Id)), variantId: z.optional(z.nullable(Id)) }),
    result: z.object({ savedAt: z.nullable(Instant), writing: z.array(z.object({ name: z.string(), at: Instant })) }),
    errors: ['review.not_found'],
  },
  send: {
    ...writing,
    method: 'POST',
    path: '/v1/reviews/:id/reply',
    summary:
      'Send a reply: to whoever approves, to the channel, or at once where nobody stands between. `version` is that of the reply one has read, 0 for none.',
    audit: 'reply.sent',
    idempotent: true,
    body: z.object({ text: ReplyText, version: Version, templateId: z.optional(z.nullable(Id)), variantId: z.optional(z.nullable(Id)) }),
    errors: ['review.unpublished', 'review.not_found', 'review.removed', 'reply.too_long', 'reply.changed_meanwhile', 'reply.state_wrong'],
  },
  withdraw: {
    ...writing,
    method: 'POST',
    path: '/v1/reviews/:id/reply/withdraw',
    summary: 'Take back a reply that is not public yet; the channel is told. Its text stays with whoever takes it back, as a draft.',
    audit: 'reply.withdrawn',
    body: z.object({ version: Version }),
    errors: ['review.not_found', 'reply.changed_meanwhile', 'reply.state_wrong'],
  },
  approve: {
    ...deciding,
    path: '/v1/reviews/:id/reply/approve',
    summary: 'Let a reply out that waits for it.',
    audit: 'reply.approved',
    body: z.object({ version: Version }),
    errors: ['review.not_found', 'review.removed', 'reply.changed_meanwhile', 'reply.state_wrong'],
  },
  decline: {
    ...deciding,
    path: '/v1/reviews/:id/reply/decline',
    summary: 'Give a reply back with the reason why it cannot go out so.',
    audit: 'reply.declined',
    body: z.object({ version: Version, reason: Reason }),
    errors: ['review.not_found', 'reply.changed_meanwhile', 'reply.state_wrong'],
  },
  settings: {
    method: 'GET',
    path: '/v1/review-reply-settings',
    summary: 'Which venues want replies approved.',
    can: ['read', 'reviews'],
    audit: 'none',
    query: z.object({ ...pageQuery, filters: z.optional(z.object({ search: z.optional(z.string().check(z.trim(), z.maxLength(120))) })) }),
    result: pageOf(z.object({ id: Id, name: z.string(), approval: ReplyApproval })),
    envelope: 'page',
    errors: [],
  },
  setApproval: {
    method: 'PUT',
    path: '/v1/review-reply-settings/:id',
    summary: 'Whether replies of a venue wait for approval.',
    can: ['override', 'reviews'],
    audit: 'reply_settings.updated',
    params: IdParams,
    oddId: 'venue.not_found',
    body: z.object({ approval: ReplyApproval }),
    result: z.object({ id: Id, name: z.string(), approval: ReplyApproval }),
    envelope: 'data',
    errors: ['venue.not_found'],
  },
})

/** `removed`: the reply is no longer to be seen at the source. */
export const ReportedState = z.enum(['published', 'rejected', 'removed'])
const reported = {
  state: ReportedState,
  /** The `revision` of the event that this answers; without it, the newest. */
  revision: z.optional(whole(1, 1_000_000)),
  /** As guests read it; needed where the reply is not ours. */
  text: z.optional(z.nullable(ReplyText)),
  author: z.optional(z.nullable(partnerLine(200))),
  /** Why the source does not show it; needed with `rejected`. */
  reason: z.optional(z.nullable(Reason)),
  url: z.optional(z.nullable(PublicAddress)),
  /** When that was so at the source: what is older than what we have changes nothing. */
  at: GivenInstant,
}
export const ReplyReport = z.object(reported)
export type ReplyReport = z.infer<typeof ReplyReport>

/** `outdated`: what we have is newer, or another text has been sent since. */
const Reported = z.object({
  reviewId: Id,
  outcome: z.enum(['updated', 'unchanged', 'outdated']),
  state: ReplyState,
  revision: z.int(),
})
const RequestedReply = z.object({
  reviewId: Id,
  venueId: Id,
  source: z.string(),
  externalId: z.string(),
  revision: z.int(),
  text: z.string(),
  language: z.nullable(z.string()),
  requestedAt: Instant,
})

const channel = { can: 'channel', envelope: 'bare' } as const
const reporting = {
  ...channel,
  method: 'PUT',
  audit: 'reply.reported',
  result: Reported,
} as const

export const bcReviewReplies = defineArea('bcReviewReplies', {
  requested: {
    ...channel,
    method: 'GET',
    path: '/v1/bc/reviews/replies',
    summary: 'Replies that wait for you to publish them, oldest first: for who takes no webhooks, or missed one.',
    audit: 'none',
    query: z.object(pageQuery),
    result: bcPageOf(RequestedReply),
    errors: [],
  },
  report: {
    ...reporting,
    path: '/v1/bc/reviews/:id/reply',
    summary: 'What became of a reply at the source, ours or somebody else’s. The same report again changes nothing.',
    params: IdParams,
    oddId: 'review.not_found',
    body: ReplyReport,
    errors: ['review.not_found', 'reply.nothing_sent', 'reply.text_missing', 'reply.revision_unknown', 'reason.required'],
  },
  reportBySource: {
    ...reporting,
    path: '/v1/bc/reviews/reply',
    summary: 'The same for a review that is named by its source and the source’s own id.',
    body: z.object({ venueId: Id, source: SourceName, externalId: partnerText(200), ...reported }),
    errors: [
      'venue.not_found',
      'review.not_found',
      'review.elsewhere',
      'reply.nothing_sent',
      'reply.text_missing',
      'reply.revision_unknown',
      'reason.required',
    ],
  },
})
