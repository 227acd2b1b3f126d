import type { SystemSecret } from '@tablewire/contracts/system-fields'
import type { Generated } from 'kysely'
import type { InstantColumn, JsonColumn, NullableInstant } from '#src/platform/db/schema.ts'

type SystemSecrets = { systemId: string; name: SystemSecret; sealed: string; setAt: InstantColumn }
type SystemKeys = {
  id: string
  hash: Buffer
  systemId: string
  hint: string
  createdBy: string
  createdAt: InstantColumn
  expiresAt: NullableInstant
  lastUsedAt: NullableInstant
}
/** A header's value lies here sealed only. */
export type SealedHeader = { name: string; sealed: string; setAt: string }
export type ChannelConfig = { name: string; value: string }
type SystemChannels = {
  systemId: string
  channelId: string
  enabled: Generated<boolean>
  headers: JsonColumn<SealedHeader[]>
  configs: JsonColumn<ChannelConfig[]>
  version: Generated<number>
  updatedAt: InstantColumn
}
type SystemUsers = { userId: string; systemId: string; createdAt: InstantColumn }

declare module '#src/platform/db/schema.ts' {
  interface Tables {
    systemSecrets: SystemSecrets
    systemKeys: SystemKeys
    systemChannels: SystemChannels
    systemUsers: SystemUsers
  }
}
