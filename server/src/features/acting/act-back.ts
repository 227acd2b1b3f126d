import type { Role } from '@tablewire/contracts/identity/access'
import type { Token } from '@tablewire/contracts/identity/session'
import { sql } from 'kysely'
import { endActing, invalidateSession, newTokens, requireUser, setSession, spendRefreshToken, tokenView } from '#src/features/people/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { secretHash } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'

type AdminSession = { id: string; longTime: boolean; refreshHash: Buffer; roles: Role[] }

/**
 * Ends acting: the acting session is revoked, the own one gets fresh tokens, and the earlier ones are void. The token of the customer's session alone
 * is not enough.
 */
export const actBack = async (ctx: Ctx, backToken: string): Promise<Token> => {
  const { id: customerId, sessionId, actedBy } = requireUser(ctx)
  if (!actedBy) throw new Problem('acting.none')
  return transaction(ctx, async (inner) => {
    const acting = await endActing(inner, { sessionId, backHash: secretHash(backToken) })
    if (!acting) throw new Problem('token.invalid')
    const { rows } = await sql<AdminSession>`
      select s.id, s.long_time, s.refresh_hash, u.roles from sessions s join users u on u.id = s.user_id
      where s.id = ${acting.actedBySessionId}::uuid and s.ended_at is null and u.disabled_at is null for update of s`.execute(inner.db)
    const own = rows[0]
    if (!own) throw new Problem('session.expired')
    const { kept, ...tokens } = newTokens(inner, { longTime: own.longTime })
    await setSession(inner, own.id, { ...kept, previousAccessHash: null, previousAccessUntil: null })
    await spendRefreshToken(inner, { hash: own.refreshHash, sessionId: own.id })
    await audit(inner, { action: 'acting.ended', subject: 'user', subjectId: customerId, after: { sessionId } })
    inner.unitOfWork.afterCommit.push(() => [sessionId, own.id].forEach(invalidateSession))
    return tokenView(tokens, own.roles)
  })
}
