import type { Lang } from '@tablewire/contracts/kit/wire'
import type { Generated } from 'kysely'
import type { InstantColumn, NullableInstant } from '#src/platform/db/schema.ts'

type ReviewRequests = {
  id: string
  venueId: string
  reservationId: string
  /** Of the address, to ask nobody too often; it leads to nobody. */
  guestKey: string
  lang: Lang
  askedAt: InstantColumn
  expiresAt: InstantColumn
  sentAt: NullableInstant
  reviewId: string | null
  edits: Generated<number>
  /** He does not want to be asked again. */
  noMore: Generated<boolean>
}

declare module '#src/platform/db/schema.ts' {
  interface Tables {
    reviewRequests: ReviewRequests
  }
}
