import type { Received } from '@tablewire/contracts/kit/endpoint'
import type { UserDetail, users } from '@tablewire/contracts/identity/users'
import { revokeVenues, setCompany } from '#src/features/access/api.ts'
import { invalidateUser, requireUser, setUser } from '#src/features/people/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { userToChange } from './change-user.ts'
import { requireHome } from './user-rights.ts'
import { readUser, userSnapshot } from './user-view.ts'

type Input = Received<typeof users.move>

/** Between companies, and between a company and the platform: only whoever sees the whole platform. What was given until then is taken back. */
export const moveUser = async (ctx: Ctx, { params: { id }, body: { companyId, version } }: Input): Promise<UserDetail> =>
  transaction(ctx, async (inner) => {
    const before = await readUser(inner, id)
    const user = await userToChange(inner, id, version)
    if (user.id === requireUser(inner).id) throw new Problem('user.is_oneself')
    const free = inner.scope.kind === 'all' && requireUser(inner).companyId === null
    const known = companyId === null ? free : free && (await companyIsThere(inner, companyId))
    if (!known) throw new Problem('company.not_found')
    requireHome({ roles: user.roles, companyId })
    await revokeVenues(inner, id)
    await leaveCompanies(inner, id)
    await setUser(inner, id, { companyId, version: version + 1, updatedAt: inner.clock().toString() })
    const after = await readUser(inner, id)
    await audit(inner, {
      action: 'user.moved',
      subject: 'user',
      subjectId: id,
      companyId: before.companyId,
      before: { ...userSnapshot(before), companyName: before.companyName },
      after: { ...userSnapshot(after), companyName: after.companyName },
    })
    inner.unitOfWork.afterCommit.push(() => invalidateUser(id))
    return after
  })

/** Newcomers of a company are told to whoever owns it, so nobody owns one from outside. */
const leaveCompanies = async (ctx: Ctx, ownerId: string): Promise<void> => {
  const owned = await ctx.db.selectFrom('companies').select(['id', 'version']).where('ownerId', '=', ownerId).forUpdate().execute()
  for (const { id, version } of owned) await setCompany(ctx, id, { ownerId: null, version: version + 1, updatedAt: ctx.clock().toString() })
}

const companyIsThere = async (ctx: Ctx, id: string): Promise<boolean> =>
  (await ctx.db.selectFrom('companies').select('id').where('id', '=', id).forShare().executeTakeFirst()) !== undefined
