import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { requireUser } from './current-user.ts'
import { invalidateSession } from './signed-in.ts'

/** Signs out: revokes both tokens of this session. While acting, the administrator's own session ends as well. */
export const endSession = async (ctx: Ctx): Promise<{ ended: boolean }> => {
  const { sessionId } = requireUser(ctx)
  return transaction(ctx, async (inner) => {
    const ended = await inner.db
      .updateTable('sessions')
      .set({ endedAt: inner.clock().toString() })
      .where((row) =>
        row.or([
          row('id', '=', sessionId),
          row('id', '=', row.selectFrom('sessions as own').select('own.actedBySessionId').where('own.id', '=', sessionId)),
        ]),
      )
      .where('endedAt', 'is', null)
      .returning('id')
      .execute()
    await audit(inner, { action: 'session.ended', subject: 'session', subjectId: sessionId })
    inner.unitOfWork.afterCommit.push(() => [sessionId, ...ended.map(({ id }) => id)].forEach(invalidateSession))
    return { ended: ended.length > 0 }
  })
}
