import type { SyncTask } from '@tablewire/contracts/rms/sync'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import type {} from './task-rows.ts'

/** Tenant scope: systems serve all companies, so only people of the platform see their tasks. */
export const seesSystems = ({ scope }: Ctx): boolean => scope.kind === 'all'

/** Of `t` sync_tasks and `s` systems. */
export const taskColumns: RawBuilder<unknown> = sql`t.id, t.kind, t.system_id, s.name as system_name, t.state, t.algorithm, t.origin, t.asked_by, t.rerun_of, t.only_failed,
  t.to_execute, t.executed, t.changed, t.errors, t.created_at, t.started_at, t.ended_at, case when t.attempts > 0 then t.next_at end as next_try_at,
  t.last_error, t.logs_left_out, (select count(*)::int from sync_task_failures f where f.task_id = t.id) as failed_venues`

/** One task, or `sync_task.not_found`. */
export const readTask = async (ctx: Ctx, id: string): Promise<SyncTask> => {
  if (!seesSystems(ctx)) throw new Problem('sync_task.not_found')
  const { rows } = await sql<SyncTask>`
    select ${taskColumns} from sync_tasks t join systems s on s.id = t.system_id where t.id = ${id}`.execute(ctx.db)
  if (!rows[0]) throw new Problem('sync_task.not_found')
  return rows[0]
}
