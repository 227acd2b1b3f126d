import { issueLoginHash, requireUser } from '#src/features/people/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { customerFor } from './act-as.ts'

/**
 * AC3: a login link for one of a company's people, issued to the company's own system. Machines only: an administrator acts as that person instead,
 * which is visible to everybody.
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
  // In the URL's fragment, which servers and logs do not see.
  return { ...issued, path: `/login#${new URLSearchParams({ userId, hash })}` }
}
