import type { UserDetail } from '@tablewire/contracts/identity/users'
import { resetLockout } from '#src/features/people/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { otherUser } from './disable-user.ts'
import { readUser } from './user-view.ts'

/** Strangers' wrong passwords closed an account: whoever keeps it knows that its owner is at the door. Passwords and sessions stay as they are. */
export const unlockUser = async (ctx: Ctx, id: string): Promise<UserDetail> =>
  transaction(ctx, async (inner) => {
    const { companyId } = await otherUser(inner, id)
    const { lockedUntil } = await readUser(inner, id)
    await resetLockout(inner, id)
    await audit(inner, {
      action: 'user.unlocked',
      subject: 'user',
      subjectId: id,
      companyId,
      before: { lockedUntil },
      after: { lockedUntil: null },
    })
    return readUser(inner, id)
  })
