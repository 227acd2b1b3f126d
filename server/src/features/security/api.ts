import type { Proof } from '@tablewire/contracts/identity/security'
import { hasFactor, proveFactor } from '#src/features/factors/api.ts'
import { countOwnAttempt, mailNews, passwordIsRight, requireNotActing } from '#src/features/people/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'

const missing = (field: keyof Proof): Problem => new Problem('request.invalid', {}, { [field]: [{ issue: 'required' }] })

/**
 * Whoever changes how one signs in shows the password once more, and a second factor where there is one: with a session that was stolen and a password
 * that was watched, nobody takes the factor away that keeps him out. Wrong ones count against the same limit as a wrong current password. Answers whose
 * account it is.
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
  if (twoStep && recoveryCode && !assertion) await mailNews(ctx, id, 'codeUsed')
  return id
}
