import type { Ctx } from '#src/platform/ctx.ts'
import { secretHash } from '#src/platform/id.ts'
import type {} from './user-rows.ts'

/** The right to choose a new password is good this long. */
const resetMinutes = 60

/** Whoever holds the token may choose a new password, once; it makes the one before worthless. `invitation`: it is the first of one's own. */
export const keepReset = async (
  ctx: Ctx,
  {
    userId,
    token,
    purpose,
    minutes = resetMinutes,
  }: { userId: string; token: string; purpose: 'recovery' | 'invitation'; minutes?: number },
): Promise<void> => {
  const kept = {
    hash: secretHash(token),
    purpose,
    createdAt: ctx.clock().toString(),
    expiresAt: ctx.clock().add({ minutes }).toString(),
  }
  await ctx.db
    .insertInto('passwordResets')
    .values({ userId, ...kept })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(kept))
    .execute()
}
