import type { GoogleFeedError, GoogleFeedFault, GoogleFeedKind, GoogleFeedState } from '@tablewire/contracts/google/google-feeds'
import type { Generated } from 'kysely'
import type { InstantColumn, JsonColumn, NullableInstant } from '#src/platform/db/schema.ts'
import type { z } from 'zod/mini'
import type { GoogleLeftOut } from '@tablewire/contracts/google/google-feeds'
import type { MerchantRecord, ServiceRecord } from '#src/features/google-merchants/api.ts'

export type LeftOut = Omit<z.infer<typeof GoogleLeftOut>, 'name'>
type GoogleFeeds = {
  id: string
  accountId: string
  kind: GoogleFeedKind
  dueOn: string | null
  askedBy: string | null
  state: Generated<GoogleFeedState>
  generatedAt: NullableInstant
  nonce: string | null
  merchants: number | null
  records: number | null
  errors: JsonColumn<GoogleFeedError[]>
  errorCount: Generated<number>
  leftOut: JsonColumn<LeftOut[]>
  leftOutCount: Generated<number>
  fault: GoogleFeedFault | null
  faultDetail: string | null
  attempts: Generated<number>
  nextAt: NullableInstant
  leaseBy: string | null
  leaseUntil: NullableInstant
  createdAt: InstantColumn
  endedAt: NullableInstant
  filesUntil: NullableInstant
}
type GoogleFeedFiles = {
  feedId: string
  shard: number
  name: string
  folder: string
  pieces: Generated<number>
  bytes: Generated<number>
  records: Generated<number>
  sha256: string | null
  sentAt: NullableInstant
  googleState: string | null
  googleDetails: string | null
  googleAdded: number | null
  googleExisting: number | null
  googleDeleted: number | null
  googleAskedAt: NullableInstant
}
type GoogleMerchants = {
  accountId: string
  venueId: string
  record: JsonColumn<MerchantRecord>
  service: JsonColumn<ServiceRecord>
  feedId: string | null
  sentAt: NullableInstant
  leavingSince: NullableInstant
}

declare module '#src/platform/db/schema.ts' {
  interface Tables {
    googleFeeds: GoogleFeeds
    googleFeedFiles: GoogleFeedFiles
    googleMerchants: GoogleMerchants
  }
}
