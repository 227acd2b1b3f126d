import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { countAttempt, passwordBounds } from './count-attempt.ts'
import { requireOneself } from './current-user.ts'
import { hashPassword, passwordMatches } from './password.ts'
import { forgetUser } from './signed-in.ts'

/** One's own password; whoever sits at another session of this user is out. */
export const changePassword = async (
  ctx: Ctx,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<{ changed: true }> => {
  const { id, sessionId } = requireOneself(ctx)
  // A stolen session must not become a place to try passwords at.
  const attempt = await countAttempt(ctx, passwordBounds(id))
  if (attempt.lockedSeconds !== undefined) {
    await attempt.undo()
    throw new Problem('rate.limited', { seconds: attempt.lockedSeconds })
  }
  const user = await ctx.db.selectFrom('users').select('passwordHash').where('id', '=', id).executeTakeFirst()
  if (!(await passwordMatches(user?.passwordHash, currentPassword))) throw new Problem('password.wrong')
  await attempt.undo()
  const passwordHash = await hashPassword(newPassword)
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
    inner.trail.afterCommit.push(() => forgetUser(id))
    return { changed: true }
  })
}
