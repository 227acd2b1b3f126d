import { spendTotp } from '#src/features/factors/api.ts'
import { countOwnAttempt, passwordIsRight, requireOneself } from '#src/features/people/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'

export type Proof = { currentPassword?: string | undefined; otp?: string | undefined }

/**
 * Whoever changes how one signs in shows the password or a code once more: a stolen session must not be able to keep the owner out. Wrong ones
 * count against the same limit as a wrong current password. Answers whose account it is.
 */
export const proveOneself = async (ctx: Ctx, { currentPassword, otp }: Proof): Promise<string> => {
  const { id } = requireOneself(ctx)
  if (!currentPassword && !otp) throw new Problem('request.invalid', {}, { currentPassword: [{ issue: 'required' }] })
  const attempt = await countOwnAttempt(ctx, id)
  const right = currentPassword ? await passwordIsRight(ctx, id, currentPassword) : await spendTotp(ctx, id, otp!)
  if (!right) {
    await audit(ctx, {
      action: 'security.proof_refused',
      subject: 'user',
      subjectId: id,
      after: { by: currentPassword ? 'password' : 'code' },
    })
    throw new Problem(currentPassword ? 'password.wrong' : 'otp.wrong')
  }
  await attempt.undo()
  return id
}
