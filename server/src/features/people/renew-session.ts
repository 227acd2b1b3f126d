import type { Role } from '@tablewire/contracts/identity/access'
import type { Token } from '@tablewire/contracts/identity/session'
import { sql } from 'kysely'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { secretHash } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'
import { auditRefusal } from './sign-in.ts'
import { invalidateSession } from './signed-in.ts'
import { accessSeconds, asUser, newTokens, redirectAccessSeconds, tokenView } from './start-session.ts'
import type { UserRecord } from './user-rows.ts'

/** Grace period of the previous access token, for calls already under way during the renewal. */
const graceSeconds = 60

type SessionRow = {
  sessionId: string
  longTime: boolean
  accessHash: Buffer
  accessExpiresAt: string
  refreshExpiresAt: string
  userId: string
  roles: Role[]
  actingUntil: string | null
  actedById: string | null
  actedByName: string | null
}

/**
 * The refresh_token grant with rotation: both tokens are replaced. Reuse of a rotated refresh token means that it was stolen, and nobody can tell by
 * whom, so the session ends for both (AC9, RFC 9700 §4.14). `redirectLogin`: the tokens came in a URL, where histories and logs keep them; the new
 * access token lasts as long as such a login does. `renewal`: idempotency key; a retry with the same text, because the answer was lost, gets the same
 * answer while the new tokens are the latest.
 */
export const renewSession = async (ctx: Ctx, { refresh_token, renewal, redirectLogin = false }: Renewal): Promise<Token> => {
  const hash = secretHash(refresh_token)
  const pair = renewal === undefined ? undefined : pairOf(ctx, `${refresh_token} ${renewal}`)
  const token = await transaction(ctx, async (inner) => {
    const { rows } = await sql<SessionRow>`
      select s.id as session_id, s.long_time, s.access_hash, s.access_expires_at, s.refresh_expires_at, u.id as user_id, u.roles,
        s.acting_until, s.acted_by_user_id as acted_by_id, a.first_name || ' ' || a.last_name as acted_by_name
      from sessions s join users u on u.id = s.user_id
        left join sessions p on p.id = s.acted_by_session_id left join users a on a.id = s.acted_by_user_id
      where s.refresh_hash = ${hash} and s.ended_at is null and u.disabled_at is null
        and (s.acted_by_session_id is null or (p.ended_at is null and a.disabled_at is null)) for update of s`.execute(inner.db)
    const found = rows[0]
    if (!found) return (await askedAgain(inner, hash, pair)) ?? endCopied(inner, hash)
    if (Date.parse(found.refreshExpiresAt) <= inner.clock().epochMilliseconds) return undefined
    return exchange(inner, found, { spent: hash, pair, accessFor: redirectLogin ? redirectAccessSeconds : accessSeconds })
  })
  if (token) return token
  await auditRefusal(ctx, { grant: 'refresh_token', reason: 'token.invalid', user: undefined })
  throw new Problem('token.invalid')
}

type Renewal = { refresh_token: string; renewal?: string | undefined; redirectLogin?: boolean }
type Pair = { access: string; refresh: string }

/** Tokens derived from the request (HMAC), so that a retry gets the same ones. */
const pairOf = ({ ports }: Ctx, question: string): Pair => {
  const [access, refresh] = ['access', 'refresh'].map((name) => ports.secrets.sign(`renewal ${name}`, question).split('.')[1]!)
  return { access: access!, refresh: refresh! }
}

/** The same answer once more, while its tokens are the session's latest. */
const askedAgain = async (ctx: Ctx, spent: Buffer, pair: Pair | undefined): Promise<Token | undefined> => {
  if (!pair) return undefined
  const { rows } = await sql<{ accessExpiresAt: string; roles: Role[] }>`
    select s.access_expires_at, u.roles from spent_refresh_tokens t
      join sessions s on s.id = t.session_id join users u on u.id = s.user_id
    where t.hash = ${spent} and s.refresh_hash = ${secretHash(pair.refresh)} and s.ended_at is null and u.disabled_at is null`.execute(
    ctx.db,
  )
  if (!rows[0]) return undefined
  const leftMs = Date.parse(rows[0].accessExpiresAt) - ctx.clock().epochMilliseconds
  return tokenView({ ...pair, expiresIn: Math.max(0, Math.floor(leftMs / 1000)) }, rows[0].roles)
}

type Exchange = { spent: Buffer; pair: Pair | undefined; accessFor: number }
const exchange = async (ctx: Ctx, found: SessionRow, { spent, pair, accessFor }: Exchange): Promise<Token> => {
  const { kept, ...tokens } = newTokens(ctx, { longTime: found.longTime, accessFor, until: found.actingUntil, pair })
  const graceMs = Math.min(Date.parse(found.accessExpiresAt), ctx.clock().add({ seconds: graceSeconds }).epochMilliseconds)
  await ctx.db
    .updateTable('sessions')
    .set({ ...kept, previousAccessHash: found.accessHash, previousAccessUntil: new Date(graceMs) })
    .where('id', '=', found.sessionId)
    .execute()
  await ctx.db.insertInto('spentRefreshTokens').values({ hash: spent, sessionId: found.sessionId }).execute()
  const user: UserRecord = await ctx.db.selectFrom('users').selectAll().where('id', '=', found.userId).executeTakeFirstOrThrow()
  const { actedById, actedByName } = found
  const by = actedById === null ? undefined : { id: actedById, name: actedByName! }
  await audit(asUser(ctx, user, { sessionId: found.sessionId, by }), {
    action: 'session.renewed',
    subject: 'session',
    subjectId: found.sessionId,
  })
  ctx.unitOfWork.afterCommit.push(() => invalidateSession(found.sessionId))
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
  ctx.unitOfWork.afterCommit.push(() => invalidateSession(ended.id))
}
