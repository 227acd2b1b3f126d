import type { UserDetail } from '@tablewire/contracts/identity/users'
import { sql } from 'kysely'
import { dropChallenges } from '#src/features/factors/api.ts'
import {
  dropResets,
  endSessions,
  invalidateUser,
  lockUserInScope,
  removeUser,
  requireBelow,
  requireUser,
  setUser,
  type UserRecord,
} from '#src/features/people/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { keepUser } from './revive-user.ts'
import { readUser, userSnapshot } from './user-view.ts'

/** Somebody else, with no more rights than the caller. */
export const otherUser = async (ctx: Ctx, id: string): Promise<UserRecord> => {
  const user = await lockUserInScope(ctx, id)
  if (user.id === requireUser(ctx).id) throw new Problem('user.is_oneself')
  requireBelow(ctx, user)
  return user
}

/** Every way in closes with it: sessions, sign-ins under way, links of mails. */
export const disableUser = async (ctx: Ctx, id: string): Promise<UserDetail> =>
  transaction(ctx, async (inner) => {
    const { companyId } = await otherUser(inner, id)
    const before = await readUser(inner, id)
    const now = inner.clock().toString()
    await setUser(inner, id, { disabledAt: sql`coalesce(disabled_at, ${now}::timestamptz)`, version: sql`version + 1`, updatedAt: now })
    const sessionsEnded = await endSessions(inner, { userId: id, actedBy: true })
    await dropResets(inner, id)
    await dropChallenges(inner, id)
    const after = await readUser(inner, id)
    await audit(inner, {
      action: 'user.disabled',
      subject: 'user',
      subjectId: id,
      companyId,
      before: userSnapshot(before),
      after: { ...userSnapshot(after), sessionsEnded },
    })
    inner.unitOfWork.afterCommit.push(() => invalidateUser(id))
    return after
  })

export const enableUser = async (ctx: Ctx, id: string): Promise<UserDetail> =>
  transaction(ctx, async (inner) => {
    const user = await lockUserInScope(inner, id)
    requireBelow(inner, user)
    const before = await readUser(inner, id)
    await setUser(inner, id, { disabledAt: null, version: sql`version + 1`, updatedAt: inner.clock().toString() })
    const after = await readUser(inner, id)
    const changes = { before: userSnapshot(before), after: userSnapshot(after) }
    await audit(inner, { action: 'user.enabled', subject: 'user', subjectId: id, companyId: user.companyId, ...changes })
    return after
  })

/** The account and all that hangs on it goes; history and audit hold the name as text. For some weeks it can be brought back. */
export const deleteUser = async (ctx: Ctx, id: string): Promise<{ id: string }> =>
  transaction(ctx, async (inner) => {
    const user = await otherUser(inner, id)
    const { companyId } = user
    const { goesWith, ...before } = await readUser(inner, id)
    await keepUser(inner, user)
    await removeUser(inner, id)
    const deleted = { ...userSnapshot({ ...before, goesWith }), ...goesWith }
    await audit(inner, { action: 'user.deleted', subject: 'user', subjectId: id, companyId, before: deleted })
    inner.unitOfWork.afterCommit.push(() => invalidateUser(id))
    return { id }
  })
