import { sql } from 'kysely'
import { dropChallenges, forgetDevices, isKnownDevice, rememberDevice } from '#src/features/factors/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { secretHash } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'
import { mailAccount } from './account-mail.ts'
import { hashChosen } from './choose-password.ts'
import { countAttempt, resetLockout, recoveryAddressBounds, recoveryBounds } from './count-attempt.ts'
import { userByEmail } from './sign-in.ts'
import { invalidateUser } from './signed-in.ts'
import type { UserRecord } from './user-rows.ts'

/**
 * No user enumeration: the answer and its timing are the same whether the address is known or not, and also when the limit of its mails is reached;
 * the mail itself, with its token, is made by a job. Only an address that requests very many is rate-limited.
 */
export const askRecovery = async (ctx: Ctx, { email, device }: { email: string; device?: string | undefined }): Promise<{ sent: true }> => {
  const user = await userByEmail(ctx, email)
  // A known device gets its mail, however often others ask from the same address.
  if (!(await isKnownDevice(ctx, user?.id, device))) await countAsking(ctx)
  const mails = await countAttempt(ctx, recoveryBounds(email))
  const enough = mails.lockedSeconds !== undefined
  if (enough) await mails.undo()
  return transaction(ctx, async (inner) => {
    await mailAccount(inner, user && user.disabledAt === null && !enough ? user.id : null, 'recovery')
    await audit(inner, {
      action: 'password.recovery_asked',
      subject: 'user',
      subjectId: user?.id ?? null,
      after: { address: ctx.origin.address, ...(enough ? { tooMany: true } : {}) },
    })
    return { sent: true }
  })
}

/** Rate limit of requests for mails and of invalid links together: per address within a quarter of an hour. */
const countAsking = async (ctx: Ctx): Promise<void> => {
  const asking = await countAttempt(ctx, recoveryAddressBounds(ctx))
  if (asking.lockedSeconds === undefined) return
  await asking.undo()
  throw new Problem('rate.limited', { seconds: asking.lockedSeconds })
}

/** Expiry of the link. */
export const checkRecovery = async (ctx: Ctx, token: string): Promise<{ expiresAt: string; purpose: 'recovery' | 'invitation' }> => {
  const found = await ctx.db
    .selectFrom('passwordResets')
    .innerJoin('users', 'users.id', 'passwordResets.userId')
    .select(['passwordResets.expiresAt', 'passwordResets.purpose'])
    .where('hash', '=', secretHash(token))
    .where('expiresAt', '>', ctx.clock().toString())
    .where('users.disabledAt', 'is', null)
    .executeTakeFirst()
  if (!found) throw new Problem('token.invalid')
  return found
}

const userOfLink = async (ctx: Ctx, token: string): Promise<UserRecord> => {
  const user = await ctx.db
    .selectFrom('users')
    .innerJoin('passwordResets', 'passwordResets.userId', 'users.id')
    .selectAll('users')
    .where('hash', '=', secretHash(token))
    .executeTakeFirst()
  if (!user) throw new Problem('token.invalid')
  return user
}

/** Sets the new password and revokes every session of the user. Second factors stay. */
export const resetPassword = async (
  ctx: Ctx,
  { token, newPassword, device }: { token: string; newPassword: string; device?: string | undefined },
): Promise<{ changed: true }> => {
  // Without a valid link no slow hash is computed, and a valid link is not slowed down by those who guess.
  await checkRecovery(ctx, token).catch(async (error: unknown) => {
    await countAsking(ctx)
    const after = { address: ctx.origin.address }
    await audit(ctx, { action: 'password.reset_refused', subject: 'user', subjectId: null, after })
    throw error
  })
  const passwordHash = await hashChosen(ctx, await userOfLink(ctx, token), newPassword)
  return transaction(ctx, async (inner) => {
    const now = inner.clock().toString()
    const spent = await inner.db
      .deleteFrom('passwordResets')
      .where('hash', '=', secretHash(token))
      .where('expiresAt', '>', now)
      .returning('userId')
      .executeTakeFirst()
    if (!spent) throw new Problem('token.invalid')
    const { userId } = spent
    await inner.db
      .updateTable('users')
      // An invited user has joined by it.
      .set({ passwordHash, passwordOneTime: false, joinedAt: sql`coalesce(joined_at, ${now}::timestamptz)` })
      .where('id', '=', userId)
      .execute()
    const ended = await inner.db
      .updateTable('sessions')
      .set({ endedAt: now })
      .where('userId', '=', userId)
      .where('endedAt', 'is', null)
      .executeTakeFirst()
    await dropChallenges(inner, userId)
    await resetLockout(inner, userId)
    // Devices known through the lost password are forgotten; the reader of the mails is known from now on.
    await forgetDevices(inner, userId)
    await rememberDevice(inner, userId, device)
    await mailAccount(inner, userId, 'changed')
    const after = { sessionsEnded: Number(ended.numUpdatedRows), address: ctx.origin.address }
    await audit(inner, { action: 'user.password_reset', subject: 'user', subjectId: userId, after })
    inner.unitOfWork.afterCommit.push(() => invalidateUser(userId))
    return { changed: true }
  })
}
