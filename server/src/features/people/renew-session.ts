import type { Role } from '@tablewire/contracts/access'
import type { Token } from '@tablewire/contracts/session'
import { sql } from 'kysely'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { secretHash } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'
import { auditRefusal } from './sign-in.ts'
import { forgetSession } from './signed-in.ts'
import { asUser, newTokens, tokenView } from './start-session.ts'
import type { UserRecord } from './user-rows.ts'

/** Calls already under way when the session is renewed still carry the access token before; it stays good this long. */
const graceSeconds = 60

type Found = {
  sessionId: string
  longTime: boolean
  accessHash: Buffer
  accessExpiresAt: string
  refreshExpiresAt: string
  userId: string
  roles: Role[]
}

/**
 * The refresh_token grant: both tokens are replaced. A refresh token that was exchanged before is in two hands; nobody can tell
 * which of them is the right one, so the session ends for both (AC9, RFC 9700 §4.14).
 */
export const renewSession = async (ctx: Ctx, refreshToken: string): Promise<Token> => {
  const hash = secretHash(refreshToken)
  const token = await transaction(ctx, async (inner) => {
    const { rows } = await sql<Found>`
      select s.id as session_id, s.long_time, s.access_hash, s.access_expires_at, s.refresh_expires_at, u.id as user_id, u.roles
      from sessions s join users u on u.id = s.user_id
      where s.refresh_hash = ${hash} and s.ended_at is null and u.disabled_at is null for update of s`.execute(inner.db)
    const found = rows[0]
    if (!found) return endCopied(inner, hash)
    if (Date.parse(found.refreshExpiresAt) <= inner.clock().epochMilliseconds) return undefined
    return exchange(inner, found, hash)
  })
  if (token) return token
  await auditRefusal(ctx, { grant: 'refresh_token', reason: 'token.invalid', user: undefined })
  throw new Problem('token.invalid')
}

const exchange = async (ctx: Ctx, found: Found, spent: Buffer): Promise<Token> => {
  const { kept, ...tokens } = newTokens(ctx, found.longTime)
  const graceMs = Math.min(Date.parse(found.accessExpiresAt), ctx.clock().add({ seconds: graceSeconds }).epochMilliseconds)
  await ctx.db
    .updateTable('sessions')
    .set({ ...kept, previousAccessHash: found.accessHash, previousAccessUntil: new Date(graceMs) })
    .where('id', '=', found.sessionId)
    .execute()
  await ctx.db.insertInto('spentRefreshTokens').values({ hash: spent, sessionId: found.sessionId }).execute()
  const user: UserRecord = await ctx.db.selectFrom('users').selectAll().where('id', '=', found.userId).executeTakeFirstOrThrow()
  await audit(asUser(ctx, user, found.sessionId), { action: 'session.renewed', subject: 'session', subjectId: found.sessionId })
  ctx.trail.afterCommit.push(() => forgetSession(found.sessionId))
  return tokenView(tokens, found.roles)
}

const endCopied = async (ctx: Ctx, hash: Buffer): Promise<undefined> => {
  const ended = await ctx.db
    .updateTable('sessions')
    .set({ endedAt: ctx.clock().toString() })
    .where('id', '=', (of) => of.selectFrom('spentRefreshTokens').select('sessionId').where('hash', '=', hash))
    .where('endedAt', 'is', null)
    .returning(['id', 'userId'])
    .executeTakeFirst()
  if (!ended) return
  await audit(ctx, {
    action: 'session.ended',
    subject: 'session',
    subjectId: ended.id,
    after: { userId: ended.userId, reason: 'refresh token used twice' },
  })
  ctx.trail.afterCommit.push(() => forgetSession(ended.id))
}
