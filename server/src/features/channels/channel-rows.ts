import type {
  ChannelLimits,
  ChannelProduct,
  ChannelTexts,
  ChannelType,
  Commission,
  LangText,
} from '@tablewire/contracts/channels/channel-objects'
import type { LinkMove, LinkSide, LinkState } from '@tablewire/contracts/channels/channels.rules'
import type { ColumnType, Generated, Selectable } from 'kysely'
import type { z } from 'zod/mini'
import type { DefaultedInstant, NullableInstant, NullableJson } from '#src/platform/db/schema.ts'

type GeneratedJson<T> = ColumnType<T, string | undefined, string>
type Channels = {
  id: string
  name: string
  type: z.infer<typeof ChannelType>
  product: ChannelProduct | null
  active: Generated<boolean>
  selfSubscription: Generated<boolean>
  rateLimitPerMinute: Generated<number>
  logo: string | null
  /** Origins on whose pages the booking page may stand; none = any. */
  hosts: Generated<string[]>
  createdAt: DefaultedInstant
  version: Generated<number>
  updatedAt: DefaultedInstant
  /** Addresses at the channel, with `{venueId}` and `{externalId}` still in them. */
  subscribeUrl: string | null
  connectUrl: string | null
  checkUrl: string | null
  texts: GeneratedJson<Partial<ChannelTexts>>
  limits: GeneratedJson<Partial<ChannelLimits>>
  commission: NullableJson<Commission>
  /** To try things with: it sells test venues only. */
  test: Generated<boolean>
  testOf: string | null
  testOfSystem: string | null
}
type ChannelKeys = {
  hash: Buffer
  channelId: string
  createdAt: DefaultedInstant
  expiresAt: NullableInstant
  id: Generated<string>
  lastUsedAt: NullableInstant
}
type ChannelVenues = {
  venueId: string
  channelId: string
  state: LinkState
  createdAt: DefaultedInstant
  updatedAt: DefaultedInstant
  version: Generated<number>
  /** Said with the last rejection or failure. */
  reason: string | null
  limits: NullableJson<ChannelLimits>
  commission: NullableJson<Commission>
  bookingMessage: NullableJson<LangText>
  nextCheckAt: NullableInstant
  lastCheckAt: NullableInstant
  checks: Generated<number>
}
type LinkEvents = {
  venueId: string
  channelId: string
  id: Generated<string>
  move: LinkMove
  fromState: LinkState
  toState: LinkState
  side: LinkSide
  actorKind: string
  actorId: string | null
  actorName: string
  reason: string | null
  at: DefaultedInstant
}
type ChannelHealth = {
  channelId: string
  venueId: string
  searchedAt: NullableInstant
  refusedAt: NullableInstant
  /** Code and values of the refusal, put into words for whoever reads it. */
  refusal: NullableJson<{ code: string; values: Record<string, string | number> }>
  answeredAt: NullableInstant
  offeredAt: NullableInstant
  awaitedSince: NullableInstant
}

export type ChannelRecord = Selectable<Channels>

declare module '#src/platform/db/schema.ts' {
  interface Tables {
    channels: Channels
    channelKeys: ChannelKeys
    channelVenues: ChannelVenues
    linkEvents: LinkEvents
    channelHealth: ChannelHealth
  }
}
