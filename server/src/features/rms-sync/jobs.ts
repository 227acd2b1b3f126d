import type { SyncKind } from '@tablewire/contracts/rms/sync'
import { sql } from 'kysely'
import { dropPastDays } from '#src/features/rms-client/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { defineJob, type JobHandler, onJob } from '#src/platform/jobs/jobs.ts'
import { newId } from '#src/platform/id.ts'
import { wakeTasks } from './work-task.ts'

type Round = { kind: SyncKind; algorithm: 'snapshot' | 'incremental'; everyMinutes: number }
/** Default intervals of sync tasks; health has a loop of its own. An incremental one is cheap, so it is frequent. */
const rounds: readonly Round[] = [
  { kind: 'venues', algorithm: 'snapshot', everyMinutes: 24 * 60 },
  { kind: 'venues', algorithm: 'incremental', everyMinutes: 24 * 60 },
  { kind: 'areas', algorithm: 'snapshot', everyMinutes: 24 * 60 },
  { kind: 'areas', algorithm: 'incremental', everyMinutes: 24 * 60 },
  { kind: 'availability', algorithm: 'snapshot', everyMinutes: 30 },
  { kind: 'availability', algorithm: 'incremental', everyMinutes: 5 },
  { kind: 'reservations', algorithm: 'snapshot', everyMinutes: 15 },
  { kind: 'reservations', algorithm: 'incremental', everyMinutes: 15 },
]

type Wanted = { systemId: string; kind: SyncKind; algorithm: Round['algorithm'] }

/** One that still runs is not opened twice: a unique index ensures it. */
const openTasks = async (ctx: Ctx, tasks: readonly Wanted[]): Promise<void> => {
  const now = ctx.clock().toString()
  for (const task of tasks)
    await ctx.db
      .insertInto('syncTasks')
      .values({ id: newId(), ...task, origin: 'schedule', createdAt: now, nextAt: now })
      .onConflict((conflict) => conflict.columns(['systemId', 'kind']).where('endedAt', 'is', null).doNothing())
      .execute()
  if (tasks.length) wakeTasks(ctx)
}

/** Reads every system anew, whole, whatever its intervals: for a database that was restored. How many systems these are. */
export const syncEverything = async (ctx: Ctx): Promise<number> => {
  // What a task knew when it began is of before the restore; a chunk in flight finds it ended and writes nothing.
  await sql`
    update sync_tasks set state = 'stopped', ended_at = ${ctx.clock().toString()}::timestamptz, next_at = null, lease_by = null, lease_until = null
    where ended_at is null`.execute(ctx.db)
  const { rows } = await sql<Wanted>`
    select s.id as system_id, k.kind, 'snapshot' as algorithm from systems s, unnest(array['venues', 'areas', 'availability', 'reservations']) k (kind)
    where s.active and s.type <> 'built_in' and exists (select from venues v where v.system_id = s.id)
      and case k.kind when 'availability' then s.sync_availabilities when 'reservations' then true else s.sync_venues end
    order by s.id, k.kind`.execute(ctx.db)
  await openTasks(ctx, rows)
  return new Set(rows.map(({ systemId }) => systemId)).size
}

/** Opens the tasks that are due. */
export const openDueTasks = async (ctx: Ctx): Promise<number> => {
  const now = ctx.clock().toString()
  const wanted = rounds.map(({ kind, algorithm, everyMinutes }) => ({ kind, algorithm, every: everyMinutes }))
  const { rows } = await sql<Wanted>`
    select s.id as system_id, w.kind, w.algorithm
    from systems s join json_to_recordset(${JSON.stringify(wanted)}::json) as w (kind text, algorithm text, every integer) on w.algorithm = s.sync_algorithm
    where s.active and s.type <> 'built_in' and exists (select from venues v where v.system_id = s.id)
      and case w.kind when 'venues' then s.sync_venues when 'areas' then s.sync_venues when 'availability' then s.sync_availabilities else true end
      and not exists (
        select from sync_tasks t where t.system_id = s.id and t.kind = w.kind
          and (t.ended_at is null or t.created_at > ${now}::timestamptz - make_interval(mins => coalesce(
            case w.kind when 'venues' then s.sync_venues_minutes when 'areas' then s.sync_areas_minutes when 'availability' then s.sync_availability_minutes
              else s.sync_reservations_minutes end, w.every))))
    order by s.id, w.kind`.execute(ctx.db)
  await openTasks(ctx, rows)
  return rows.length
}

const atOnce = 2000
const keepDays = { quiet: 7, troubled: 30 }

/** Retention: past days, and finished tasks; successful ones are deleted sooner. */
export const tidySync = async (ctx: Ctx): Promise<void> => {
  const now = ctx.clock().toString()
  const old = sql`ended_at < ${now}::timestamptz - make_interval(days => case when errors > 0 or state = 'failed' or origin = 'person' then ${keepDays.troubled}::int else ${keepDays.quiet}::int end)`
  await dropPastDays(ctx, atOnce)
  const ended = sql`delete from sync_tasks where id in (
    select id from sync_tasks where created_at < ${now}::timestamptz - make_interval(days => ${keepDays.quiet}) and ${old} limit ${atOnce / 10})`
  while (Number((await ended.execute(ctx.db)).numAffectedRows ?? 0n) > 0);
}

export const syncJobs: readonly JobHandler[] = [
  onJob(defineJob<object>('sync.open', 0), async (ctx) => void (await openDueTasks(ctx)), '* * * * *'),
  onJob(defineJob<object>('sync.tidy', 0), tidySync, '41 3 * * *'),
]
