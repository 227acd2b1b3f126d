import { randomBytes } from 'node:crypto'
import type { Token } from '@tablewire/contracts/identity/session'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { secretHash } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'
import { auditRefusal, beginSession } from './sign-in.ts'
import type { UserRecord } from './user-rows.ts'

const lifeMinutes = 5
const purpose = 'login hash'
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The signed text. It contains the password's hash, so that a new password invalidates all login hashes. */
const signedText = (user: UserRecord, head: string): string => `${user.id}.${head}.${user.passwordHash}`

const userById = async (ctx: Ctx, userId: string): Promise<UserRecord | undefined> =>
  uuid.test(userId)
    ? ctx.db.selectFrom('users').selectAll().where('id', '=', userId).where('disabledAt', 'is', null).executeTakeFirst()
    : undefined

/** A single-use login hash, valid for five minutes: `expiry.nonce.signature`. Whoever issues it must have authenticated the user. */
export const issueLoginHash = async (ctx: Ctx, userId: string): Promise<{ userId: string; hash: string; expiresInSeconds: number }> => {
  const user = await userById(ctx, userId)
  if (!user) throw new Problem('user.not_found')
  const expiresSeconds = Math.floor(ctx.clock().add({ minutes: lifeMinutes }).epochMilliseconds / 1000)
  const head = `${expiresSeconds}.${randomBytes(16).toString('base64url')}`
  await audit(ctx, { action: 'login_hash.issued', subject: 'user', subjectId: user.id })
  const hash = `${head}.${ctx.ports.secrets.sign(purpose, signedText(user, head))}`
  return { userId: user.id, hash, expiresInSeconds: lifeMinutes * 60 }
}

const holds = (ctx: Ctx, user: UserRecord, hash: string): boolean => {
  const [, head, expires, signature] = /^((\d{1,12})\.[\w-]{22})\.(.+)$/.exec(hash) ?? []
  if (!head || !signature || Number(expires) * 1000 <= ctx.clock().epochMilliseconds) return false
  return ctx.ports.secrets.verify(purpose, signedText(user, head), signature)
}

/**
 * The hash_credentials grant (AC1): needs any role at all (AC4), and a hash that was not used before. It replaces a password only: a second factor,
 * where set up, is required as well.
 */
export const signInByHash = async (
  ctx: Ctx,
  { userId, hash, longTime, device }: { userId: string; hash: string; longTime: boolean; device?: string | undefined },
): Promise<Token> => {
  const user = await userById(ctx, userId)
  if (!user || !holds(ctx, user, hash) || !(await spendHash(ctx, hash))) {
    await auditRefusal(ctx, { grant: 'hash_credentials', reason: 'token.invalid', user })
    throw new Problem('token.invalid')
  }
  if (!user.roles.length) throw new Problem('access.no_role')
  const token = await beginSession(ctx, { user, grant: 'hash_credentials', longTime, device })
  if (!token) throw new Problem('token.invalid')
  return token
}

/** Race of two requests with the same hash: one succeeds. */
const spendHash = async (ctx: Ctx, hash: string): Promise<boolean> => {
  const spent = await ctx.db
    .insertInto('spentLoginHashes')
    .values({ hash: secretHash(hash), spentAt: ctx.clock().toString() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return Boolean(spent.numInsertedOrUpdatedRows)
}
