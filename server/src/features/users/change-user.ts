import { isDeepStrictEqual } from 'node:util'
import type { Received } from '@tablewire/contracts/kit/endpoint'
import { withSignIn } from '@tablewire/contracts/identity/roles'
import type { UserDetail, users } from '@tablewire/contracts/identity/users'
import { refuseStale, revokeVenues } from '#src/features/access/api.ts'
import {
  dropResets,
  invalidateUser,
  lockUserInScope,
  mailNewAddress,
  requireBelow,
  requireNotActing,
  requireUser,
  setUser,
  type UserRecord,
} from '#src/features/people/api.ts'
import { requireProof } from '#src/features/security/api.ts'
import { audit, savesNothing } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { readUser, userSnapshot } from './user-view.ts'
import { requireGivable, requireHome, roleSeesAll } from './user-rights.ts'

type Update = Received<typeof users.update>

/** What the audit calls the writes that make a user newer. */
const versionActions = ['user.updated', 'user.venues_given', 'user.moved', 'user.disabled', 'user.enabled', 'user.invited', 'user.undone']

/** A user nobody changed since the caller looked, and who has no more rights than the caller. */
export const userToChange = async (ctx: Ctx, id: string, version: number): Promise<UserRecord> => {
  const user = await lockUserInScope(ctx, id)
  if (user.id !== requireUser(ctx).id) requireBelow(ctx, user)
  await refuseStale(ctx, { code: 'user.version_stale', seen: version, now: user.version, subjectId: id, actions: versionActions })
  return user
}

const sameRights = (a: Pick<UserRecord, 'roles' | 'permissions'>, b: Pick<UserRecord, 'roles' | 'permissions'>): boolean =>
  isDeepStrictEqual([a.roles.toSorted(), a.permissions.toSorted()], [b.roles.toSorted(), b.permissions.toSorted()])

/**
 * The address is where links for new passwords go: with a session that was stolen, nobody makes the account his own. Answers whether it was proven. Stands
 * before the transaction, so that a wrong proof is counted and told though nothing is changed.
 */
const proveForAddress = async (ctx: Ctx, { params: { id }, body: { email, proof = {} } }: Update): Promise<boolean> => {
  if (id !== requireUser(ctx).id || (await lockUserInScope(ctx, id)).email === email) return false
  await requireProof(ctx, proof)
  return true
}

/** Name, address, language, roles and permissions. Nobody changes the rights of his own account. */
export const changeUser = async (ctx: Ctx, input: Update): Promise<UserDetail> => {
  const proven = await proveForAddress(ctx, input)
  return transaction(ctx, async (inner) => {
    const { id } = input.params
    const { version, proof: _shown, ...given } = input.body
    const fields = { ...given, roles: withSignIn(given.roles), permissions: [...new Set(given.permissions)] }
    const before = await readUser(inner, id)
    const row = await userToChange(inner, id, version)
    if (!sameRights(row, fields)) {
      if (before.oneself) throw new Problem('user.is_oneself')
      requireGivable(inner, fields)
      requireHome({ roles: fields.roles, companyId: row.companyId })
    }
    // How one signs in is nobody else's to change, also not of whoever acts here.
    const readdressed = row.email !== fields.email
    if (before.oneself && readdressed) {
      requireNotActing(inner)
      // It was another one a moment ago.
      if (!proven) throw new Problem('user.version_stale')
    }
    const same = { before: userSnapshot(before), after: userSnapshot({ ...before, ...fields }) }
    if (savesNothing(inner, { action: 'user.updated', subject: 'user', ...same })) return before
    const everything = roleSeesAll(fields.roles)
    if (everything && !row.allVenues) await revokeVenues(inner, id)
    await setUser(inner, id, {
      ...fields,
      allVenues: everything || row.allVenues,
      version: version + 1,
      updatedAt: inner.clock().toString(),
    })
    // A link sent to the former address must not let its reader in.
    if (readdressed) await dropResets(inner, id)
    // Who never came in may have been written to at a stranger's address.
    if (readdressed && before.state === 'active') await mailNewAddress(inner, id, row.email)
    const after = await readUser(inner, id)
    const changes = { before: userSnapshot(before), after: userSnapshot(after) }
    await audit(inner, { action: 'user.updated', subject: 'user', subjectId: id, companyId: row.companyId, ...changes })
    inner.unitOfWork.afterCommit.push(() => invalidateUser(id))
    return after
  })
}
