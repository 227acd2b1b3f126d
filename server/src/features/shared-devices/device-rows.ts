import type { AskedAct, ProtectedAct, Stay } from '@tablewire/contracts/identity/shared-devices.rules'
import type { InstantColumn, NullableInstant } from '#src/platform/db/schema.ts'

type SharedDevices = {
  id: string
  venueId: string
  name: string
  tokenHash: Buffer
  setUpBy: string | null
  setUpByName: string
  browser: string | null
  system: string | null
  createdAt: InstantColumn
  usedAt: InstantColumn
  expiresAt: InstantColumn
  endedAt: NullableInstant
}
type Rules = { venueId: string; stay: Stay; protectedActs: ProtectedAct[]; version: number }
type PersonPins = { userId: string; sealed: string; changedAt: InstantColumn }
type PinTries = { kind: 'person' | 'device'; id: string; wrong: number; lockedUntil: NullableInstant; triedAt: InstantColumn }
/** `act` null: somebody who was let in; else the one act that somebody approved, by its digest. */
type DeviceActs = {
  tokenHash: Buffer
  deviceId: string
  userId: string
  act: AskedAct | null
  digest: string | null
  issuedAt: InstantColumn
  expiresAt: InstantColumn
  spentAt: NullableInstant
}

declare module '#src/platform/db/schema.ts' {
  interface Tables {
    sharedDevices: SharedDevices
    sharedDeviceRules: Rules
    personPins: PersonPins
    pinTries: PinTries
    deviceActs: DeviceActs
  }
}
