import { dropChallenges } from '#src/features/factors/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { mailAccount } from './account-mail.ts'
import { type Attempt, countAttempt, passwordBounds } from './count-attempt.ts'
import { requireNotActing } from './current-user.ts'
import { hashChosen } from './choose-password.ts'
import { userById } from './get-profile.ts'
import { passwordMatches } from './password.ts'
import { invalidateUser } from './signed-in.ts'
import { dropResets } from './user-writes.ts'

/** Counts an attempt to prove the own password or code; throws when locked. */
export const countOwnAttempt = async (ctx: Ctx, userId: string): Promise<Attempt> => {
  const attempt = await countAttempt(ctx, passwordBounds(userId))
  if (attempt.lockedSeconds === undefined) return attempt
  await attempt.undo()
  throw new Problem('rate.limited', { seconds: attempt.lockedSeconds })
}

export const passwordIsRight = async (ctx: Ctx, userId: string, password: string): Promise<boolean> => {
  const user = await ctx.db.selectFrom('users').select('passwordHash').where('id', '=', userId).executeTakeFirst()
  return passwordMatches(user?.passwordHash, password)
}

/** Changes one's own password; all other sessions of this user end, and recovery links are void. */
export const changePassword = async (
  ctx: Ctx,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<{ changed: true }> => {
  const { id, sessionId } = requireNotActing(ctx)
  // A stolen session must not become a place to guess passwords at.
  const attempt = await countOwnAttempt(ctx, id)
  if (!(await passwordIsRight(ctx, id, currentPassword))) throw new Problem('password.wrong')
  await attempt.undo()
  const passwordHash = await hashChosen(ctx, await userById(ctx, id), newPassword)
  return transaction(ctx, async (inner) => {
    await inner.db.updateTable('users').set({ passwordHash }).where('id', '=', id).execute()
    const ended = await inner.db
      .updateTable('sessions')
      .set({ endedAt: inner.clock().toString() })
      .where('userId', '=', id)
      .where('id', '<>', sessionId)
      .where('endedAt', 'is', null)
      .executeTakeFirst()
    await audit(inner, {
      action: 'user.password_changed',
      subject: 'user',
      subjectId: id,
      after: { sessionsEnded: Number(ended.numUpdatedRows) },
    })
    await dropChallenges(inner, id)
    await dropResets(inner, id)
    await mailAccount(inner, id, 'changed')
    inner.unitOfWork.afterCommit.push(() => invalidateUser(id))
    return { changed: true }
  })
}
