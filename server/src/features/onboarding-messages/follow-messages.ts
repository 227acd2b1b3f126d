import { sql } from 'kysely'
import { requestInScope } from '#src/features/onboarding/api.ts'
import { requireUser } from '#src/features/people/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'
import type {} from './message-rows.ts'

/** What came after that moment stays unread: it was not on the screen. */
export const readUntil = (ctx: Ctx, id: string, until: string): Promise<{ unread: number }> =>
  transaction(ctx, async (inner) => {
    await requestInScope(inner, id)
    const userId = requireUser(inner).id
    const { rows } = await sql<{ unread: number }>`
      update onboarding_readers w set unread = least(w.unread, (
        select count(*)::int from onboarding_messages m
        where m.request_id = w.request_id and m.created_at > ${until}::timestamptz and m.author_id is distinct from w.user_id))
      where w.request_id = ${id} and w.user_id = ${userId} returning w.unread`.execute(inner.db)
    // The person's other windows count anew as well.
    await inner.ports.live.publish(inner, { type: 'onboarding', venueId: null, id, kind: 'read', users: [userId] })
    return { unread: rows[0]?.unread ?? 0 }
  })

export const chooseCopies = (ctx: Ctx, id: string, copies: boolean): Promise<{ copies: boolean }> =>
  transaction(ctx, async (inner) => {
    const { venueId, side } = await requestInScope(inner, id)
    const userId = requireUser(inner).id
    const before = await inner.db
      .selectFrom('onboardingReaders')
      .select('copies')
      .where('requestId', '=', id)
      .where('userId', '=', userId)
      .forUpdate()
      .executeTakeFirst()
    await inner.db
      .insertInto('onboardingReaders')
      .values({ id: newId(), requestId: id, userId, copies })
      .onConflict((conflict) => conflict.columns(['requestId', 'userId']).doUpdateSet({ copies }))
      .execute()
    await audit(inner, {
      action: 'onboarding.copies_chosen',
      subject: 'onboarding',
      subjectId: id,
      venueId,
      before: { copies: before?.copies ?? side !== 'admin' },
      after: { copies },
    })
    return { copies }
  })
