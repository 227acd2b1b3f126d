import type {
  Capability,
  Connection,
  CredentialsType,
  RwgAccount,
  RwgConfig,
  SyncAlgorithm,
  SyncHorizon,
  SystemSecret,
  SystemType,
} from '@tablewire/contracts/rms/system-fields'
import type { ColumnType, Generated } from 'kysely'
import type { z } from 'zod/mini'
import type { DefaultedInstant, InstantColumn, JsonColumn, NullableInstant } from '#src/platform/db/schema.ts'

type DefaultJson<T> = ColumnType<T, string | undefined, string>
type Systems = {
  id: string
  /** To try things with: its venues are test venues. */
  test: Generated<boolean>
  testOf: string | null
  code: string
  name: string
  type: Generated<z.infer<typeof SystemType>>
  connector: Generated<string>
  connection: DefaultJson<Connection>
  connectedAt: NullableInstant
  connectionFailedAt: NullableInstant
  syncAlgorithm: Generated<z.infer<typeof SyncAlgorithm>>
  syncHorizon: Generated<z.infer<typeof SyncHorizon>>
  syncHorizonDays: number | null
  syncVenuesMinutes: number | null
  syncAreasMinutes: number | null
  syncAvailabilityMinutes: number | null
  syncReservationsMinutes: number | null
  syncHealthMinutes: number | null
  syncPartySizes: number[] | null
  minAdvanceBookingPressureRelease: number | null
  syncVenues: Generated<boolean>
  syncAvailabilities: Generated<boolean>
  storeCustomerData: Generated<boolean>
  sourceInNotes: Generated<boolean>
  rwgEnabled: Generated<boolean>
  fbOnboarding: Generated<boolean>
  credentialsType: Generated<z.infer<typeof CredentialsType>>
  active: Generated<boolean>
  rateLimitPerMinute: Generated<number>
  rwgConfig: DefaultJson<Partial<RwgConfig>>
  rwgAccount: DefaultJson<Partial<RwgAccount>>
  rwgCapabilities: Generated<z.infer<typeof Capability>[]>
  version: Generated<number>
  createdAt: DefaultedInstant
  updatedAt: DefaultedInstant
}
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

declare module '#src/platform/db/schema.ts' {
  interface Tables {
    systems: Systems
    systemSecrets: SystemSecrets
    systemKeys: SystemKeys
    systemChannels: SystemChannels
  }
}
