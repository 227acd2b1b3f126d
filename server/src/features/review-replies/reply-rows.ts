import type { ReplyApproval } from '@tablewire/contracts/reviews/replies'
import type { ReplyState } from '@tablewire/contracts/reviews/reviews'
import type { Generated, Selectable } from 'kysely'
import type { InstantColumn, NullableInstant } from '#src/platform/db/schema.ts'

type ReviewReplies = {
  reviewId: string
  venueId: string
  state: ReplyState
  revision: number
  version: number
  content: string
  /** Null where somebody else wrote it at the source. */
  authorId: string | null
  authorName: string | null
  approvedBy: string | null
  reason: string | null
  rejectedBy: 'house' | 'source' | null
  shown: string | null
  shownAt: NullableInstant
  shownAuthor: string | null
  shownUrl: string | null
  /** When the newest word of the source was true there. */
  reportedAt: NullableInstant
  writtenAt: InstantColumn
  changedAt: InstantColumn
}
type ReviewReplySteps = {
  id: string
  reviewId: string
  fromState: ReplyState
  toState: ReplyState
  revision: number
  content: string
  reason: string | null
  actorId: string | null
  actorName: string
  at: InstantColumn
}
type ReviewReplyDrafts = {
  reviewId: string
  userId: string
  content: string
  templateId: string | null
  variantId: string | null
  savedAt: InstantColumn
}
type ReviewReplySettings = { venueId: string; approval: ReplyApproval }
type ReplyTemplates = {
  id: string
  companyId: string | null
  brandId: string | null
  name: string
  lang: string
  stars: number[]
  version: Generated<number>
  createdAt: InstantColumn
}
type ReplyTemplateVariants = { id: string; templateId: string; position: number; content: string }
type ReplyTemplateVenues = { templateId: string; venueId: string }
type ReplyVariantUses = { variantId: string; venueId: string; usedAt: InstantColumn }

export type ReplyRecord = Selectable<ReviewReplies>

declare module '#src/platform/db/schema.ts' {
  interface Tables {
    reviewReplies: ReviewReplies
    reviewReplySteps: ReviewReplySteps
    reviewReplyDrafts: ReviewReplyDrafts
    reviewReplySettings: ReviewReplySettings
    replyTemplates: ReplyTemplates
    replyTemplateVariants: ReplyTemplateVariants
    replyTemplateVenues: ReplyTemplateVenues
    replyVariantUses: ReplyVariantUses
  }
}
