import { endSessions, invalidateSession, invalidateUser, requireNotActing, setSession } from '#src/features/people/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'

/** One of the own sessions; what acts by way of it ends with it. */
export const endOneSession = async (ctx: Ctx, id: string): Promise<{ ended: boolean }> => {
  const actor = requireNotActing(ctx)
  return transaction(ctx, async (inner) => {
    const mine = await inner.db
      .selectFrom('sessions')
      .select('endedAt')
      .where('id', '=', id)
      .where('userId', '=', actor.id)
      .forUpdate()
      .executeTakeFirst()
    if (!mine) throw new Problem('session.not_found')
    if (mine.endedAt === null) await setSession(inner, id, { endedAt: inner.clock().toString() })
    await audit(inner, {
      action: 'session.ended',
      subject: 'session',
      subjectId: id,
      after: { userId: actor.id, reason: 'ended by its user' },
    })
    inner.unitOfWork.afterCommit.push(() => invalidateSession(id))
    return { ended: mine.endedAt === null }
  })
}

/** Everywhere but here. */
export const endOtherSessions = async (ctx: Ctx): Promise<{ ended: number }> => {
  const { id, sessionId } = requireNotActing(ctx)
  return transaction(ctx, async (inner) => {
    const count = await endSessions(inner, { userId: id, except: sessionId })
    await audit(inner, { action: 'session.others_ended', subject: 'user', subjectId: id, after: { ended: count } })
    inner.unitOfWork.afterCommit.push(() => invalidateUser(id))
    return { ended: count }
  })
}
