import type { Permission } from '@tablewire/contracts/identity/access'
import { dropChallenges, forgetDevices } from '#src/features/factors/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { hashPassword } from './password.ts'
import { invalidateUser } from './signed-in.ts'
import { dropResets } from './user-writes.ts'

/** Sets a one-time password, chosen by somebody else; all sessions of this user are revoked. Returns the e-mail address. */
export const renewPassword = async (
  ctx: Ctx,
  userId: string,
  { password, permissions }: { password: string; permissions: readonly Permission[] },
): Promise<string> => {
  const passwordHash = await hashPassword(password)
  return transaction(ctx, async (inner) => {
    const { email } = await inner.db
      .updateTable('users')
      .set({ passwordHash, passwordOneTime: true, permissions: [...permissions] })
      .where('id', '=', userId)
      .returning('email')
      .executeTakeFirstOrThrow()
    const ended = await inner.db
      .updateTable('sessions')
      .set({ endedAt: inner.clock().toString() })
      .where('userId', '=', userId)
      .where('endedAt', 'is', null)
      .executeTakeFirst()
    await dropChallenges(inner, userId)
    await dropResets(inner, userId)
    await forgetDevices(inner, userId)
    const after = { sessionsEnded: Number(ended.numUpdatedRows) }
    await audit(inner, { action: 'user.password_renewed', subject: 'user', subjectId: userId, after })
    inner.unitOfWork.afterCommit.push(() => invalidateUser(userId))
    return email
  })
}
