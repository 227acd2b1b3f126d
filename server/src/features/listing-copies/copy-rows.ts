import type { CopyState, ListingChanger, ListingField, ShownFacts } from '@tablewire/contracts/listing/copies'
import type { Generated } from 'kysely'
import type { DefaultedInstant, InstantColumn, JsonColumn, NullableInstant, NullableJson } from '#src/platform/db/schema.ts'

type ListingChanges = {
  venueId: string
  xid: Generated<string>
  changedAt: DefaultedInstant
  compared: Generated<boolean>
  /** Of what it said on that day of its own. */
  toldMark: string | null
  toldOn: string | null
}
type ListingCopies = {
  venueId: string
  channelId: string
  /** Of the content that the channel fetched last. */
  sentMark: string | null
  sentAt: NullableInstant
  askedAt: NullableInstant
  facts: NullableJson<ShownFacts>
  observedAt: NullableInstant
  origin: 'report' | 'probe' | null
  status: 'shown' | 'pending' | 'rejected' | null
  reason: string | null
  url: string | null
  otherHouse: Generated<boolean>
  probedAt: NullableInstant
  probeFailure: 'unreachable' | 'slow' | 'refused' | 'unreadable' | 'not_listed' | null
}
export type DifferenceState = 'open' | 'asked' | 'ignored'
type ListingDifferences = {
  id: string
  venueId: string
  channelId: string
  field: ListingField
  ours: JsonColumn<ShownFacts>
  theirs: JsonColumn<ShownFacts>
  changedBy: ListingChanger
  since: InstantColumn
  state: Generated<DifferenceState>
}
type ListingSites = { channelId: string; readUrl: string; setAt: InstantColumn }

declare module '#src/platform/db/schema.ts' {
  interface Tables {
    listingChanges: ListingChanges
    listingCopies: ListingCopies
    listingDifferences: ListingDifferences
    listingSites: ListingSites
  }
}

/** What is known of a venue at a channel, as far as its state follows from it. */
type Standing = { status: string | null; hasFacts: boolean; sentAt: string | null; askedAt: string | null; openDifferences: number }

/** Asked for counts until it is shown so; a refusal until the next report. */
export const copyStateOf = ({ status, hasFacts, sentAt, askedAt, openDifferences }: Standing): CopyState => {
  if (status === 'rejected') return 'rejected'
  if (askedAt !== null || status === 'pending') return 'pending'
  if (hasFacts) return openDifferences > 0 ? 'differs' : 'shown'
  return sentAt === null ? 'not_sent' : 'pending'
}
