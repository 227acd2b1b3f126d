import { issueLoginHash, requireUser } from '#src/features/people/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { customerFor } from './act-as.ts'

/**
 * AC3: a way into the portal for one of a company's people, for the company's own system to send them by. Only machines hand it out: an administrator who
 * wants to see what somebody sees acts as that person, where everybody can see it.
 */
export const handOver = async (ctx: Ctx, id: string): Promise<{ userId: string; hash: string; path: string; expiresInSeconds: number }> => {
  const user = await customerFor(ctx, id)
  const caller = await ctx.db
    .selectFrom('users')
    .select(['companyId', 'roles'])
    .where('id', '=', requireUser(ctx).id)
    .executeTakeFirstOrThrow()
  if (caller.companyId === null || !caller.roles.includes('ROLE_COMPANY_BOT')) throw new Problem('acting.denied')
  const issued = await transaction(ctx, (inner) => issueLoginHash(inner, user.id))
  const { userId, hash } = issued
  // Behind the sign where neither servers nor logs see it.
  return { ...issued, path: `/login#${new URLSearchParams({ userId, hash })}` }
}
