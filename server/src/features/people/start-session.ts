import type { Role } from '@tablewire/contracts/identity/access'
import type { SessionKind } from '@tablewire/contracts/identity/security'
import type { FactorMethod, Token } from '@tablewire/contracts/identity/session'
import { rememberDevice } from '#src/features/factors/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId, newSecret, secretHash } from '#src/platform/id.ts'
import { deviceOf, networkOf } from './device.ts'
import type { UserRecord } from './user-rows.ts'

/** An access token lives one hour; after a redirect login 24,400 seconds, the `expires_in` that partners are told. */
export const accessSeconds = 3600
export const redirectAccessSeconds = 24_400
/** Idle timeout of a session: a day, with "remember me" 30 days; every renewal restarts it. */
export const refreshSeconds = (longTime: boolean): number => (longTime ? 30 : 1) * 86_400

/** How the user authenticated. */
export type Grant = Exclude<SessionKind, 'acting' | 'demo'>
export type SessionStart = {
  user: UserRecord
  grant: Grant
  longTime: boolean
  secondFactor?: FactorMethod | undefined
  device?: string | undefined
}

type Pair = { access: string; refresh: string }
/** `until`: neither token outlives it; `pair`: these tokens instead of random ones. */
type Lifetime = { longTime: boolean; accessFor?: number; until?: string | null; pair?: Pair | undefined }

/** Two random tokens, and the hashes the database stores. */
export const newTokens = (ctx: Ctx, { longTime, accessFor = accessSeconds, until = null, pair }: Lifetime) => {
  const { access, refresh } = pair ?? { access: newSecret(), refresh: newSecret() }
  const now = ctx.clock()
  const left = until === null ? Infinity : Math.max(0, Math.floor((Date.parse(until) - now.epochMilliseconds) / 1000))
  const expiresIn = Math.min(accessFor, left)
  const kept = {
    accessHash: secretHash(access),
    accessExpiresAt: now.add({ seconds: expiresIn }).toString(),
    refreshHash: secretHash(refresh),
    refreshExpiresAt: now.add({ seconds: Math.min(refreshSeconds(longTime), left) }).toString(),
    usedAt: now.toString(),
  }
  return { access, refresh, expiresIn, kept }
}

type Tokens = Pair & { expiresIn: number }
export const tokenView = ({ access, refresh, expiresIn }: Tokens, roles: Role[]): Token => ({
  access_token: access,
  refresh_token: refresh,
  token_type: 'Bearer',
  expires_in: expiresIn,
  roles,
})

/** From here on the actor is that user, no longer an unknown address. */
export const asUser = (
  ctx: Ctx,
  { id, firstName, lastName, companyId }: UserRecord,
  { sessionId, by }: { sessionId: string; by?: { id: string; name: string } | undefined },
): Ctx => ({
  ...ctx,
  actor: { kind: 'user', id, name: `${firstName} ${lastName}`, companyId, sessionId, ...(by ? { actedBy: by } : {}) },
})

/** Address and device a session began at. */
export const sessionOrigin = ({ origin }: Ctx) => ({ ...deviceOf(origin.agent), network: networkOf(origin.address) })

/** Only while the account is locked (`isUnchanged`). */
export const startSession = async (
  ctx: Ctx,
  { user, grant, longTime, secondFactor, device }: SessionStart,
): Promise<{ token: Token; sessionId: string }> =>
  transaction(ctx, async (inner) => {
    const sessionId = newId()
    const { kept, ...tokens } = newTokens(inner, { longTime })
    const row = { id: sessionId, userId: user.id, longTime, kind: grant, secondFactor: secondFactor ?? null }
    await inner.db
      .insertInto('sessions')
      .values({ ...row, ...sessionOrigin(ctx), createdAt: kept.usedAt, ...kept })
      .execute()
    await rememberDevice(inner, user.id, device)
    const after = { userId: user.id, grant, longTime, address: ctx.origin.address, ...(secondFactor ? { secondFactor } : {}) }
    await audit(asUser(inner, user, { sessionId }), { action: 'session.started', subject: 'session', subjectId: sessionId, after })
    return { token: tokenView(tokens, user.roles), sessionId }
  })
