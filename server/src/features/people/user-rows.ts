import type { Permission, Role } from '@tablewire/contracts/identity/access'
import type { Session, SessionKind } from '@tablewire/contracts/identity/security'
import type { FactorMethod } from '@tablewire/contracts/identity/session'
import type { Lang } from '@tablewire/contracts/kit/wire'
import type { Generated, Selectable } from 'kysely'
import type { DefaultedInstant, InstantColumn, JsonColumn, NullableInstant } from '#src/platform/db/schema.ts'

type Users = {
  id: string
  companyId: string | null
  /** Lower case. */
  email: string
  username: string | null
  passwordHash: string
  /** A one-time password: only good for choosing one's own. */
  passwordOneTime: Generated<boolean>
  firstName: string
  lastName: string
  city: string | null
  country: string | null
  lang: Lang
  roles: Role[]
  permissions: Permission[]
  allVenues: Generated<boolean>
  settings: JsonColumn<Record<string, unknown>>
  disabledAt: NullableInstant
  version: Generated<number>
  /** Invited and not joined: no password was chosen yet. */
  invitedAt: NullableInstant
  joinedAt: NullableInstant
  createdBy: string | null
  createdAt: DefaultedInstant
  updatedAt: DefaultedInstant
}
type Sessions = {
  id: string
  userId: string
  accessHash: Buffer
  accessExpiresAt: InstantColumn
  /** The token before the last renewal, good for the calls already under way. */
  previousAccessHash: Buffer | null
  previousAccessUntil: NullableInstant
  refreshHash: Buffer
  refreshExpiresAt: InstantColumn
  longTime: Generated<boolean>
  createdAt: DefaultedInstant
  usedAt: InstantColumn
  endedAt: NullableInstant
  kind: Generated<SessionKind>
  secondFactor: FactorMethod | null
  browser: string | null
  system: string | null
  device: Generated<Session['device']>
  network: string | null
  /** Kind `acting`: the administrator, the session to go back to, and when it is over whatever happens. */
  actedByUserId: string | null
  actedBySessionId: string | null
  backHash: Buffer | null
  actingUntil: NullableInstant
}
type PasswordResets = {
  userId: string
  hash: Buffer
  purpose: Generated<'recovery' | 'invitation'>
  expiresAt: InstantColumn
  createdAt: InstantColumn
}
type SpentLoginHashes = { hash: Buffer; spentAt: InstantColumn }
type SpentRefreshTokens = { hash: Buffer; sessionId: string; spentAt: DefaultedInstant }

export type UserRecord = Selectable<Users>

declare module '#src/platform/db/schema.ts' {
  interface Tables {
    users: Users
    sessions: Sessions
    spentRefreshTokens: SpentRefreshTokens
    spentLoginHashes: SpentLoginHashes
    passwordResets: PasswordResets
  }
}
