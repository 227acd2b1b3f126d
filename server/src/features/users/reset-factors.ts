import type { UserDetail } from '@tablewire/contracts/users'
import { removeFactors, totpSince } from '#src/features/factors/api.ts'
import { forgetUser, mailNews, requireOneself } from '#src/features/people/api.ts'
import { type Proof, proveOneself } from '#src/features/security/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { otherUser } from './disable-user.ts'
import { readUser } from './user-view.ts'

/**
 * For somebody who lost phone and codes. A stolen session must not be able to open another account, so the caller shows his own second factor, or
 * the password where none is set up.
 */
export const resetFactors = async (ctx: Ctx, id: string, proof: Proof): Promise<UserDetail> => {
  const { id: ownId } = requireOneself(ctx)
  await otherUser(ctx, id)
  const own = (await totpSince(ctx, ownId)) !== undefined
  if (own && !proof.otp) throw new Problem('request.invalid', {}, { otp: [{ issue: 'required' }] })
  await proveOneself(ctx, own ? { otp: proof.otp } : { currentPassword: proof.currentPassword })
  return transaction(ctx, async (inner) => {
    const { companyId } = await otherUser(inner, id)
    const { totp, passkeys } = await removeFactors(inner, id)
    // Whoever found the phone may still be signed in with it.
    await inner.db
      .updateTable('sessions')
      .set({ endedAt: inner.clock().toString() })
      .where('userId', '=', id)
      .where('endedAt', 'is', null)
      .execute()
    await mailNews(inner, id, 'factorsReset')
    const told = { before: { totp, passkeys }, after: { totp: false, passkeys: 0 } }
    await audit(inner, { action: 'user.factors_reset', subject: 'user', subjectId: id, companyId, ...told })
    inner.trail.afterCommit.push(() => forgetUser(id))
    return readUser(inner, id)
  })
}
