import type { Proof } from '@tablewire/contracts/identity/security'
import { hasFactor, proveFactor } from '#src/features/factors/api.ts'
import { countOwnAttempt, mailSecurityNotice, passwordIsRight, requireNotActing } from '#src/features/people/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'

const missing = (field: keyof Proof): Problem => new Problem('request.invalid', {}, { [field]: [{ issue: 'required' }] })

/**
 * Re-authentication: changing how one signs in needs the password once more, and a second factor where there is one, so that a stolen session and a
 * watched password cannot lock out the owner. Wrong ones count against the same limit as a wrong current password. Returns the user whose account it
 * is.
 */
export const requireProof = async (ctx: Ctx, proof: Proof): Promise<string> => {
  const { id } = requireNotActing(ctx)
  const { currentPassword, otp, recoveryCode, assertion } = proof
  if (!currentPassword) throw missing('currentPassword')
  const twoStep = await hasFactor(ctx, id)
  if (twoStep && !otp && !recoveryCode && !assertion) throw missing('otp')
  const attempt = await countOwnAttempt(ctx, id)
  // A code is good once: it is not spent on a wrong password.
  const by = await (async () => {
    if (!(await passwordIsRight(ctx, id, currentPassword))) return 'password'
    return !twoStep || (await proveFactor(ctx, id, proof)) ? undefined : 'factor'
  })()
  if (by) {
    await audit(ctx, { action: 'security.proof_refused', subject: 'user', subjectId: id, after: { by } })
    throw new Problem(by === 'password' ? 'password.wrong' : assertion ? 'passkey.refused' : 'otp.wrong')
  }
  await attempt.undo()
  if (twoStep && recoveryCode && !assertion) await mailSecurityNotice(ctx, id, 'codeUsed')
  return id
}
