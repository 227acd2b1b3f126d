import type { SyncTask } from '@tablewire/contracts/rms/sync'
import { sql } from 'kysely'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { readTask } from './task-view.ts'

/** What is written stays; a chunk in flight finds its task ended and writes nothing. */
export const stopTask = async (ctx: Ctx, id: string): Promise<SyncTask> =>
  transaction(ctx, async (inner) => {
    const before = await readTask(inner, id)
    await sql`
      update sync_tasks set state = 'stopped', ended_at = ${inner.clock().toString()}::timestamptz, next_at = null, lease_by = null, lease_until = null
      where id = ${id} and ended_at is null`.execute(inner.db)
    const after = await readTask(inner, id)
    await audit(inner, {
      action: 'sync_task.stopped',
      subject: 'sync_task',
      subjectId: id,
      before: { state: before.state },
      after: { state: after.state },
    })
    await inner.ports.live.publish(inner, { type: 'sync', venueId: null, id, kind: 'ended' })
    return after
  })
