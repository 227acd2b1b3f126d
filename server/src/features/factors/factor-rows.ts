import type { SessionKind } from '@tablewire/contracts/identity/security'
import type { Generated, Selectable } from 'kysely'
import type { InstantColumn, NullableInstant } from '#src/platform/db/schema.ts'

type TotpSecrets = {
  userId: string
  sealed: string
  /** The newest 30-second step whose code was used. */
  lastStep: Generated<number>
  confirmedAt: NullableInstant
  createdAt: InstantColumn
}
type RecoveryCodes = { userId: string; mark: string; usedAt: NullableInstant; createdAt: InstantColumn }
type Passkeys = {
  id: string
  userId: string
  rpId: string
  /** Base64url, as the browser names it. */
  credentialId: string
  publicKey: Buffer
  counter: number
  transports: Generated<string[]>
  synced: boolean
  name: string
  usedAt: NullableInstant
  createdAt: InstantColumn
}
type SignInChallenges = {
  hash: Buffer
  purpose: 'second_factor' | 'passkey_sign_in' | 'passkey_registration' | 'proof'
  userId: string | null
  /** How the sign-in began that a second factor completes. */
  sessionKind: SessionKind | null
  longTime: Generated<boolean>
  tries: Generated<number>
  expiresAt: InstantColumn
}

type KnownDevices = { userId: string; hash: Buffer; usedAt: InstantColumn }

export type PasskeyRecord = Selectable<Passkeys>
export type ChallengeRecord = Selectable<SignInChallenges>

declare module '#src/platform/db/schema.ts' {
  interface Tables {
    totpSecrets: TotpSecrets
    recoveryCodes: RecoveryCodes
    passkeys: Passkeys
    signInChallenges: SignInChallenges
    knownDevices: KnownDevices
  }
}
