import type { Received, Result } from '@tablewire/contracts/kit/endpoint'
import type { sync, SyncTask } from '@tablewire/contracts/rms/sync'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { cutPage, readCursor } from '#src/platform/db/cursor.ts'
import { Problem } from '#src/platform/problem.ts'
import { seesSystems, taskColumns } from './task-view.ts'

type Query = Received<typeof sync.list>['query']

const conditions = ({ systemId, kind = [], state = [], troubled, from, to }: NonNullable<Query['filters']>): RawBuilder<unknown>[] => [
  ...(systemId ? [sql`t.system_id = ${systemId}`] : []),
  ...(kind.length ? [sql`t.kind = any(${kind}::text[])`] : []),
  ...(state.length ? [sql`t.state = any(${state}::text[])`] : []),
  ...(troubled === undefined ? [] : [troubled ? sql`(t.errors > 0 or t.state = 'failed')` : sql`not (t.errors > 0 or t.state = 'failed')`]),
  ...(from ? [sql`t.created_at >= ${`${from}T00:00:00Z`}::timestamptz`] : []),
  ...(to ? [sql`t.created_at < ${`${to}T00:00:00Z`}::timestamptz + interval '1 day'`] : []),
]

/** HU5: tasks, newest first, with an exact total. */
export const listTasks = async (ctx: Ctx, { limit = 50, offset = 0, after, filters = {} }: Query): Promise<Result<typeof sync.list>> => {
  if (!seesSystems(ctx)) throw new Problem('access.denied')
  const where = sql.join([sql`true`, ...conditions(filters)], sql` and `)
  const place = after === undefined ? undefined : readCursor(after)
  const beyond = place ? sql`and (t.created_at, t.id) < (${place.at}::timestamptz, ${place.id}::uuid)` : sql``
  const [page, counted] = await Promise.all([
    sql<SyncTask>`
      with page as (
        select * from sync_tasks t where ${where} ${beyond} order by t.created_at desc, t.id desc limit ${limit + 1} offset ${offset})
      select ${taskColumns} from page t join systems s on s.id = t.system_id order by t.created_at desc, t.id desc`.execute(ctx.db),
    sql<{ total: number }>`select count(*)::int as total from sync_tasks t where ${where}`.execute(ctx.db),
  ])
  return { ...cutPage(page.rows, limit, ({ createdAt, id }) => ({ at: createdAt, id })), total: counted.rows[0]!.total }
}
