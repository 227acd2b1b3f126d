import type { Role } from '@tablewire/contracts/access'
import type { Token } from '@tablewire/contracts/session'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId, newSecret, secretHash } from '#src/platform/id.ts'
import type { UserRecord } from './user-rows.ts'

/** An access token lives one hour. */
export const accessSeconds = 3600
/** A session nobody renews ends after a day, with "remember me" after 30 days; every renewal counts that anew. */
export const refreshSeconds = (longTime: boolean): number => (longTime ? 30 : 1) * 86_400

export type Grant = 'password' | 'hash_credentials'
export type SessionStart = { user: UserRecord; grant: Grant; longTime: boolean }

/** Two fresh secrets and what the database keeps of them. */
export const newTokens = (ctx: Ctx, longTime: boolean) => {
  const [access, refresh] = [newSecret(), newSecret()]
  const kept = {
    accessHash: secretHash(access),
    accessExpiresAt: ctx.clock().add({ seconds: accessSeconds }).toString(),
    refreshHash: secretHash(refresh),
    refreshExpiresAt: ctx
      .clock()
      .add({ seconds: refreshSeconds(longTime) })
      .toString(),
    usedAt: ctx.clock().toString(),
  }
  return { access, refresh, kept }
}

export const tokenView = ({ access, refresh }: { access: string; refresh: string }, roles: Role[]): Token => ({
  access_token: access,
  refresh_token: refresh,
  token_type: 'Bearer',
  expires_in: accessSeconds,
  roles,
})

/** What happens from here on is done by that user, no longer by an unknown address. */
export const asUser = (ctx: Ctx, { id, firstName, lastName, companyId }: UserRecord, sessionId: string): Ctx => ({
  ...ctx,
  actor: { kind: 'user', id, name: `${firstName} ${lastName}`, companyId, sessionId },
})

export const startSession = async (ctx: Ctx, { user, grant, longTime }: SessionStart): Promise<{ token: Token; sessionId: string }> =>
  transaction(ctx, async (inner) => {
    const sessionId = newId()
    const { kept, ...tokens } = newTokens(inner, longTime)
    await inner.db
      .insertInto('sessions')
      .values({ id: sessionId, userId: user.id, longTime, createdAt: kept.usedAt, ...kept })
      .execute()
    const after = { userId: user.id, grant, longTime, address: ctx.origin.address }
    await audit(asUser(inner, user, sessionId), { action: 'session.started', subject: 'session', subjectId: sessionId, after })
    return { token: tokenView(tokens, user.roles), sessionId }
  })
