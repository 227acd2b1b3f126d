import type { Received, Result } from '@tablewire/contracts/kit/endpoint'
import type { sync, SyncLog } from '@tablewire/contracts/rms/sync'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { readTask } from './task-view.ts'

/** What happened in a task: errors, then warnings, then the rest, each in the order of time. */
export const listLogs = async (ctx: Ctx, { params: { id }, query }: Received<typeof sync.logs>): Promise<Result<typeof sync.logs>> => {
  await readTask(ctx, id)
  const { limit = 50, offset = 0, level } = query
  const where = sql`l.task_id = ${id} ${level ? sql`and l.level = ${level}` : sql``}`
  const [page, counted] = await Promise.all([
    sql<SyncLog>`
      select l.id, l.level, l.code, l.details, l.venue_id, v.name as venue_name, l.at from sync_task_logs l left join venues v on v.id = l.venue_id
      where ${where} order by (case l.level when 'error' then 0 when 'warning' then 1 else 2 end), l.id limit ${limit} offset ${offset}`.execute(
      ctx.db,
    ),
    sql<{ total: number }>`select count(*)::int as total from sync_task_logs l where ${where}`.execute(ctx.db),
  ])
  return { data: page.rows, total: counted.rows[0]!.total, next: null }
}
