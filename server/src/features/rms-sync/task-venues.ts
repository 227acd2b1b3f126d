import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import type { Task } from './task-rows.ts'

/** A venue as its system is asked about it; dates are the venue's own. */
export type TaskVenue = {
  id: string
  externalId: string | null
  timeZone: string
  /** The venue's date now. */
  today: string
  horizonDays: number
}

/** A full sync is due after this although no change was reported. */
const roundHours = 24

/** Incremental: venues with activity since the last sync, or without a sync for a day. */
const hasNews = (ctx: Ctx): RawBuilder<unknown> => sql`not exists (
  select from remote_venues rv where rv.venue_id = v.id and rv.days_at > ${ctx.clock().toString()}::timestamptz - make_interval(hours => ${roundHours})
    and (rv.news_at is null or rv.news_at < rv.days_at))`

const chosen = (ctx: Ctx, task: Task): RawBuilder<unknown> =>
  sql.join(
    [
      sql`v.system_id = ${task.systemId} and v.active and v.sync_enabled`,
      ...(task.onlyFailed ? [sql`exists (select from sync_task_failures f where f.task_id = ${task.rerunOf} and f.venue_id = v.id)`] : []),
      ...(task.kind === 'availability' && task.algorithm === 'incremental' && !task.onlyFailed ? [hasNews(ctx)] : []),
    ],
    sql` and `,
  )

export const countVenues = async (ctx: Ctx, task: Task): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from venues v where ${chosen(ctx, task)}`.execute(ctx.db)
  return rows[0]!.count
}

/** The venues after the task's cursor, by id. */
export const nextVenues = async (ctx: Ctx, task: Task, most: number): Promise<TaskVenue[]> => {
  const { rows } = await sql<TaskVenue>`
    select v.id, v.external_id, v.time_zone, (${ctx.clock().toString()}::timestamptz at time zone v.time_zone)::date::text as today,
      coalesce((b.rules ->> 'horizonDays')::int, 90) as horizon_days
    from venues v left join books b on b.venue_id = v.id
    where ${chosen(ctx, task)} ${task.cursor === null ? sql`` : sql`and v.id > ${task.cursor}::uuid`}
    order by v.id limit ${most}`.execute(ctx.db)
  return rows
}

/** The cursor of a sync over venues; null when these were the last. */
export const cursorAfter = (venues: readonly { id: string }[], most: number): string | null =>
  venues.length === most ? venues.at(-1)!.id : null
