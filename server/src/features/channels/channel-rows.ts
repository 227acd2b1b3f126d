import type { ChannelType, LinkState } from '@tablewire/contracts/channels'
import type { ColumnType, Generated, Selectable } from 'kysely'
import type { z } from 'zod/mini'
import type { NullableInstant } from '#src/platform/db/schema.ts'

type Channels = {
  id: string
  name: string
  type: z.infer<typeof ChannelType>
  active: Generated<boolean>
  selfSubscription: Generated<boolean>
  rateLimitPerMinute: Generated<number>
  logo: string | null
  createdAt: Generated<string>
}
type ChannelKeys = { hash: Buffer; channelId: string; createdAt: Generated<string>; expiresAt: NullableInstant }
type ChannelVenues = {
  venueId: string
  channelId: string
  state: z.infer<typeof LinkState>
  createdAt: Generated<string>
  updatedAt: ColumnType<string, string | undefined, string>
}

export type ChannelRecord = Selectable<Channels>

declare module '#src/platform/db/schema.ts' {
  interface Tables {
    channels: Channels
    channelKeys: ChannelKeys
    channelVenues: ChannelVenues
  }
}
