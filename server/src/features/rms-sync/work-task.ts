import { sql } from 'kysely'
import type { Fault } from '@tablewire/connectors/kit/connector'
import type { SyncKind } from '@tablewire/contracts/rms/sync'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'
import { type LeasedWork, wakeLoop } from '#src/platform/jobs/leased-loop.ts'
import { problemToKeep } from '#src/platform/http/errors.ts'
import { Problem } from '#src/platform/problem.ts'
import { type Chunk, faultLine, type LogLine, type SyncWork } from './chunk.ts'
import { syncAreas } from './sync-areas.ts'
import { syncAvailability } from './sync-availability.ts'
import { syncHealth } from './sync-health.ts'
import { syncReservations } from './sync-reservations.ts'
import { syncVenues } from './sync-venues.ts'
import type { Task } from './task-rows.ts'

const works: Record<SyncKind, SyncWork> = {
  venues: syncVenues,
  areas: syncAreas,
  availability: syncAvailability,
  reservations: syncReservations,
  health: syncHealth,
}

const loopName = 'sync.tasks'
/** Lines kept of one task: enough to see what is wrong, and bounded however many venues a partner breaks. */
const mostLogs = 500
/** Retries of an unreachable system before its task has failed, about ten minutes. */
const mostAttempts = 12
const longestPauseSeconds = 60

/** Fair scheduling: due tasks, the one whose last chunk is longest ago first, and never two of one system. */
const takeTasks = async (ctx: Ctx, capacity: number): Promise<Task[]> => {
  const now = ctx.clock().toString()
  const { rows } = await sql<Task>`
    with due as (
      select t.id from sync_tasks t
      where t.next_at <= ${now}::timestamptz and (t.lease_until is null or t.lease_until < clock_timestamp())
        and not exists (
          select from sync_tasks o where o.system_id = t.system_id and o.id <> t.id and o.ended_at is null
            and (o.lease_until > clock_timestamp() or (o.next_at <= ${now}::timestamptz
              and (coalesce(o.worked_at, '-infinity'), o.id) < (coalesce(t.worked_at, '-infinity'), t.id))))
      order by coalesce(t.worked_at, '-infinity'), t.id limit ${capacity} for update of t skip locked)
    update sync_tasks t set state = 'running', started_at = coalesce(t.started_at, ${now}::timestamptz), lease_by = gen_random_uuid(),
      lease_until = clock_timestamp() + make_interval(secs => ${ctx.ports.config.waits.lease / 1000})
    from due, systems s where t.id = due.id and s.id = t.system_id
    returning t.id, t.system_id, t.kind, t.algorithm, t.rerun_of, t.only_failed, t.cursor, t.to_execute, t.executed, t.attempts, t.lease_by,
      s.sync_horizon, s.sync_horizon_days, s.sync_party_sizes, t.started_at`.execute(ctx.db)
  return rows
}

const renew = async (ctx: Ctx, { id, leaseBy }: Task): Promise<void> => {
  await sql`
    update sync_tasks set lease_until = clock_timestamp() + make_interval(secs => ${ctx.ports.config.waits.lease / 1000})
    where id = ${id} and lease_by = ${leaseBy} and state = 'running'`.execute(ctx.db)
}

/** One chunk: fetched outside of any transaction, written with the cursor in one. Without the lease nothing is written. */
const workChunk = async (ctx: Ctx, task: Task, signal: AbortSignal): Promise<void> => {
  const { count, work } = works[task.kind]
  const { timers, config } = ctx.ports
  const stopRenewing = timers.every(config.waits.lease / 3, () => void renew(ctx, task).catch(() => undefined))
  try {
    if (task.toExecute === null)
      await sql`update sync_tasks set to_execute = ${await count(ctx, task)} where id = ${task.id}`.execute(ctx.db)
    const chunk = await work(ctx, task, signal)
    if (signal.aborted) await leave(ctx, task)
    else if ('blocked' in chunk) await putOff(ctx, task, chunk.blocked)
    else await keepChunk(ctx, task, chunk)
  } catch (error) {
    // The system was switched off or removed while its task waited.
    if (!(error instanceof Problem)) throw error
    await putOff(ctx, { ...task, attempts: mostAttempts }, ownFault(error))
  } finally {
    stopRenewing()
  }
  wakeLoop(ctx, loopName)
}

const ownFault = (problem: Problem): Fault => ({
  kind: 'refused',
  done: 'no',
  message: problemToKeep(problem),
  httpStatus: null,
  retryAfterMs: null,
})

/** Shutdown: the lease is released at once, the cursor stays. */
const leave = async (ctx: Ctx, { id, leaseBy }: Task): Promise<void> => {
  await sql`update sync_tasks set lease_by = null, lease_until = null where id = ${id} and lease_by = ${leaseBy}`.execute(ctx.db)
}

const stillMine = async (ctx: Ctx, { id, leaseBy }: Task): Promise<boolean> => {
  const { rows } = await sql`select 1 from sync_tasks where id = ${id} and lease_by = ${leaseBy} and state = 'running' for update`.execute(
    ctx.db,
  )
  return rows.length > 0
}

const keepChunk = async (ctx: Ctx, task: Task, chunk: Chunk): Promise<void> =>
  transaction(ctx, async (inner) => {
    if (!(await stillMine(inner, task))) return
    const changed = (await chunk.write?.(inner)) ?? 0
    const ended = chunk.cursor === null
    const now = inner.clock().toString()
    const errors = chunk.logs.filter(({ level }) => level === 'error').length
    await sql`
      update sync_tasks set cursor = ${chunk.cursor ?? task.cursor}, executed = executed + ${chunk.executed}, changed = changed + ${changed},
        errors = errors + ${errors}, attempts = 0, worked_at = ${now}::timestamptz, lease_by = null, lease_until = null,
        to_execute = greatest(${chunk.total ?? task.toExecute ?? 0}::int, executed + ${chunk.executed}, case when ${ended} then 0 else coalesce(to_execute, 0) end),
        state = ${ended ? 'done' : 'running'}, ended_at = ${ended ? now : null}::timestamptz, next_at = ${ended ? null : now}::timestamptz
      where id = ${task.id}`.execute(inner.db)
    await writeLogs(inner, task.id, chunk.logs)
    for (const venueId of chunk.failed)
      await sql`
        insert into sync_task_failures (task_id, venue_id) select ${task.id}, id from venues where id = ${venueId} on conflict do nothing`.execute(
        inner.db,
      )
    await inner.ports.live.publish(inner, { type: 'sync', venueId: null, id: task.id, kind: ended ? 'ended' : 'progress' })
  })

/** Retried with a growing delay; in the end the task has failed, with the reason. */
const putOff = async (ctx: Ctx, task: Task, fault: Fault): Promise<void> =>
  transaction(ctx, async (inner) => {
    if (!(await stillMine(inner, task))) return
    const over = task.attempts + 1 >= mostAttempts || fault.kind === 'denied'
    const pause = Math.min(longestPauseSeconds, 2 ** task.attempts) * (0.75 + Math.random() / 2)
    const now = inner.clock()
    const [at, next] = [now.toString(), now.add({ milliseconds: Math.round(Math.max(pause * 1000, fault.retryAfterMs ?? 0)) }).toString()]
    await sql`
      update sync_tasks set attempts = attempts + 1, last_error = ${fault.message.slice(0, 300)}, worked_at = ${at}::timestamptz,
        lease_by = null, lease_until = null, errors = errors + ${over ? 1 : 0}, state = ${over ? 'failed' : 'running'},
        ended_at = ${over ? at : null}::timestamptz, next_at = ${over ? null : next}::timestamptz
      where id = ${task.id}`.execute(inner.db)
    const waiting: LogLine = { ...faultLine(fault, null), level: 'warning', code: 'system_waited_for' }
    if (over) await writeLogs(inner, task.id, [faultLine(fault, null)])
    else if (task.attempts === 0) await writeLogs(inner, task.id, [waiting])
    await inner.ports.live.publish(inner, { type: 'sync', venueId: null, id: task.id, kind: over ? 'ended' : 'progress' })
  })

const writeLogs = async (ctx: Ctx, taskId: string, logs: readonly LogLine[]): Promise<void> => {
  if (!logs.length) return
  const { rows } = await sql<{ logsKept: number }>`
    update sync_tasks set logs_left_out = logs_left_out + greatest(0, logs_kept + ${logs.length} - ${mostLogs}),
      logs_kept = least(${mostLogs}, logs_kept + ${logs.length})
    where id = ${taskId} returning logs_kept`.execute(ctx.db)
  const before = await sql<{ count: number }>`select count(*)::int as count from sync_task_logs where task_id = ${taskId}`.execute(ctx.db)
  const kept = logs.slice(0, rows[0]!.logsKept - before.rows[0]!.count)
  if (!kept.length) return
  await ctx.db
    .insertInto('syncTaskLogs')
    .values(
      kept.map(({ level, code, venueId = null, details = {} }) => ({
        taskId,
        id: newId(),
        level,
        code,
        venueId,
        details: JSON.stringify(details),
        at: ctx.clock().toString(),
      })),
    )
    .execute()
}

/** HU5: tasks, chunk by chunk, in whichever process has capacity. */
export const taskWork: LeasedWork<Task> = { name: loopName, atOnce: 3, everyMs: 1000, take: takeTasks, run: workChunk }
export const wakeTasks = (ctx: Ctx): void => wakeLoop(ctx, loopName)
