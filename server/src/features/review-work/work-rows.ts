import type { Generated } from 'kysely'
import type { InstantColumn, JsonColumn, NullableInstant } from '#src/platform/db/schema.ts'

type ReviewComments = {
  id: string
  reviewId: string
  authorId: string | null
  authorName: string
  content: string
  mentions: JsonColumn<{ id: string; name: string }[]>
  createdAt: InstantColumn
}
type ReviewSettings = {
  venueId: string
  /** Null = never. */
  escalateAfterHours: number | null
  escalatesSince: InstantColumn
  askGuests: Generated<boolean>
  askAfterHours: Generated<number>
  asksSince: NullableInstant
  updatedAt: InstantColumn
}

declare module '#src/platform/db/schema.ts' {
  interface Tables {
    reviewComments: ReviewComments
    reviewSettings: ReviewSettings
  }
}
