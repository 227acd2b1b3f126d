import type { OnboardingStatus, Requester } from '@tablewire/contracts/onboarding/onboarding.rules'
import type { Lang } from '@tablewire/contracts/kit/wire'
import type { Generated, GeneratedAlways, Selectable } from 'kysely'
import type { InstantColumn, JsonColumn, NullableInstant, NullableJson } from '#src/platform/db/schema.ts'

/** What the restaurant said of itself when it confirmed. */
export type RestaurantWord = { name: string; address: string; hours: string; accessFor: readonly string[] }

type OnboardingRequests = {
  id: string
  requestedAt: InstantColumn
  requester: Requester
  systemId: string
  channelId: string
  /** Null until it is known which of our venues is meant. */
  venueId: string | null
  bookingChannelVenueId: string | null
  rmsVenueId: string | null
  venueName: string
  venueAddress: Generated<string>
  venuePhone: Generated<string>
  venueCountry: string | null
  profileUrl: string | null
  reference: string | null
  notes: Generated<string>
  /** Of each partner alone. */
  rmsNotes: Generated<string>
  bcNotes: Generated<string>
  contactEmail: string | null
  contactLanguage: Lang | null
  status: OnboardingStatus
  statusSince: InstantColumn
  cancellationReason: string | null
  /** Nobody wrote that reason: it is told in the reader's language. */
  endedBecause: 'merged' | 'undone' | null
  rejectReason: string | null
  restaurantConfirmedAt: NullableInstant
  termsVersion: string | null
  restaurantWord: NullableJson<RestaurantWord>
  visibleAt: NullableInstant
  availableAt: NullableInstant
  onboardedAt: NullableInstant
  /** The booking that proved it. */
  proofBookingId: string | null
  proofIsTest: boolean | null
  createdBy: string
  version: Generated<number>
  /** Kept by a trigger. */
  queueKey: Generated<number>
  words: GeneratedAlways<string | null>
}
type OnboardingHistory = {
  id: string
  requestId: string
  at: InstantColumn
  actorKind: string
  actorId: string | null
  actorName: string
  side: 'rms' | 'bc' | 'venue' | 'admin' | 'hub'
  kind: string
  fromStatus: OnboardingStatus | null
  toStatus: OnboardingStatus | null
  data: JsonColumn<Record<string, unknown>>
}

export type OnboardingRecord = Selectable<OnboardingRequests>

declare module '#src/platform/db/schema.ts' {
  interface Tables {
    onboardingRequests: OnboardingRequests
    onboardingHistory: OnboardingHistory
  }
}
