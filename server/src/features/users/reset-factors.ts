import type { Proof } from '@tablewire/contracts/identity/security'
import type { UserDetail } from '@tablewire/contracts/identity/users'
import { removeFactors } from '#src/features/factors/api.ts'
import { endSessions, resetLockout, invalidateUser, lockAccount, mailSecurityNotice } from '#src/features/people/api.ts'
import { requireProof } from '#src/features/security/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { otherUser } from './disable-user.ts'
import { readUser } from './user-view.ts'

/**
 * For somebody who lost phone and codes. A stolen session must not be able to open another account, so the caller proves who he is as for a
 * change of his own.
 */
export const resetFactors = async (ctx: Ctx, id: string, proof: Proof): Promise<UserDetail> => {
  await otherUser(ctx, id)
  await requireProof(ctx, proof)
  return transaction(ctx, async (inner) => {
    const { companyId } = await otherUser(inner, id)
    await lockAccount(inner, id)
    const { totp, passkeys } = await removeFactors(inner, id)
    // Whoever found the phone may still be signed in with it.
    await endSessions(inner, { userId: id })
    // Whoever tried codes of a lost phone is not kept out by them.
    await resetLockout(inner, id)
    await mailSecurityNotice(inner, id, 'factorsReset')
    const changes = { before: { totp, passkeys }, after: { totp: false, passkeys: 0 } }
    await audit(inner, { action: 'user.factors_reset', subject: 'user', subjectId: id, companyId, ...changes })
    inner.unitOfWork.afterCommit.push(() => invalidateUser(id))
    return readUser(inner, id)
  })
}
