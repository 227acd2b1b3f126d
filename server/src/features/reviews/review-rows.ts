import type { ReplyState } from '@tablewire/contracts/reviews/reviews'
import type { Generated, GeneratedAlways } from 'kysely'
import type { InstantColumn, JsonColumn, NullableInstant, NullableJson } from '#src/platform/db/schema.ts'

export type Subrating = { name: string; rating: number; scale: number }
export type Medium = { kind: 'photo' | 'video'; url: string }
/** As it stands under the review at its source. */
export type ShownReply = { text: string; author: string | null; publishedAt: string }
type Reviews = {
  id: string
  venueId: string
  channelId: string | null
  source: string
  externalId: string
  rating: number | null
  scale: number | null
  recommended: boolean | null
  /** The rating as one of five stars. */
  stars: GeneratedAlways<number | null>
  title: string | null
  content: string | null
  lang: string | null
  author: string | null
  url: string | null
  visitedOn: string | null
  reservationId: string | null
  subratings: JsonColumn<Subrating[]>
  media: JsonColumn<Medium[]>
  publishedAt: InstantColumn
  editedAt: NullableInstant
  removedAt: NullableInstant
  receivedAt: InstantColumn
  words: GeneratedAlways<string | null>
  translated: Generated<string | null>
  translationLang: Generated<string | null>
  shownReply: NullableJson<ShownReply>
  replyLimit: Generated<number | null>
  /** Kept by a trigger of the replies. */
  replyState: GeneratedAlways<ReplyState | null>
  needsReply: GeneratedAlways<boolean | null>
  flagged: Generated<boolean>
  labels: Generated<string[]>
  assigneeId: string | null
  dueAt: NullableInstant
  remindedAt: NullableInstant
  escalatedAt: NullableInstant
  moderation: 'awaiting' | 'published' | 'declined' | null
  moderationReason: string | null
  /** Of one that came by a file. */
  importBatchId: string | null
  importLine: number | null
  /** Of the lists `themesVersion`, a bit for each. */
  themes: Generated<number>
  themesVersion: Generated<number>
  /** Who tied it to its booking by hand. */
  tiedBy: string | null
}
/** What a review said until `replacedAt`. */
type ReviewVersions = {
  id: string
  reviewId: string
  rating: number | null
  scale: number | null
  title: string | null
  content: string | null
  replacedAt: InstantColumn
}

declare module '#src/platform/db/schema.ts' {
  interface Tables {
    reviews: Reviews
    reviewVersions: ReviewVersions
  }
}
