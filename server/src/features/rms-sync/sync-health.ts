import type { Answer } from '@tablewire/connectors/kit/connector'
import { sql } from 'kysely'
import { rmsClientOf } from '#src/features/rms-client/api.ts'
import { stopwatchMs } from '#src/platform/clock.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import type { LeasedWork } from '#src/platform/jobs/leased-loop.ts'
import { faultLine, type SyncWork } from './chunk.ts'

type Health = { answer: Answer<unknown>; durationMs: number }

const askHealth = async (ctx: Ctx, systemId: string): Promise<Health> => {
  const startedMs = stopwatchMs()
  const answer = await (await rmsClientOf(ctx, systemId)).health()
  return { answer, durationMs: Math.round(stopwatchMs() - startedMs) }
}

/** `since` stays while nothing changes, so that it tells since when a system is down. */
const keepHealth = async (ctx: Ctx, systemId: string, { answer, durationMs }: Health): Promise<number> => {
  const [now, ok] = [ctx.clock().toString(), answer.ok]
  const fault = answer.ok ? null : answer.fault.kind
  const message = answer.ok ? null : answer.fault.message.slice(0, 300)
  const { rows } = await sql<{ turned: boolean }>`
    insert into system_health as h (system_id, ok, since, checked_at, last_ok_at, last_failed_at, fault, last_error, duration_ms, failures)
    select id, ${ok}, ${now}::timestamptz, ${now}::timestamptz, ${ok ? now : null}::timestamptz, ${ok ? null : now}::timestamptz, ${fault}, ${message},
      ${durationMs}, ${ok ? 0 : 1} from systems where id = ${systemId}
    on conflict (system_id) do update set ok = excluded.ok, since = case when h.ok = excluded.ok then h.since else excluded.since end,
      checked_at = excluded.checked_at, last_ok_at = coalesce(excluded.last_ok_at, h.last_ok_at),
      last_failed_at = coalesce(excluded.last_failed_at, h.last_failed_at), fault = excluded.fault,
      last_error = coalesce(excluded.last_error, h.last_error), duration_ms = excluded.duration_ms,
      failures = case when excluded.ok then 0 else h.failures + 1 end
    returning since = checked_at as turned`.execute(ctx.db)
  return rows[0]?.turned ? 1 : 0
}

/** HU5: one health check, by hand. The result is reported in any case, and ends the task. */
export const syncHealth: SyncWork = {
  count: async () => 1,
  work: async (ctx, task) => {
    const health = await askHealth(ctx, task.systemId)
    const { answer, durationMs } = health
    return {
      cursor: null,
      executed: 1,
      logs: [answer.ok ? { level: 'info', code: 'system_answers', details: { durationMs } } : faultLine(answer.fault, null)],
      failed: [],
      write: (inner) => keepHealth(inner, task.systemId, health),
    }
  },
}

/** The default interval, which is also the minimum. */
const everySeconds = 60

/**
 * Active systems whose health check is due (each minute unless configured), without test twins that nobody has connected yet; claiming one marks it
 * as checked, so that no other process checks it as well.
 */
const takeUnchecked = async (ctx: Ctx, capacity: number): Promise<string[]> => {
  const now = ctx.clock().toString()
  const { rows } = await sql<{ systemId: string }>`
    with due as (
      select s.id from systems s left join system_health h on h.system_id = s.id
      where s.active and s.type <> 'built_in' and not (s.test and s.connection = '{}') and (h.checked_at is null or h.checked_at <= ${now}::timestamptz - make_interval(secs => coalesce(s.sync_health_minutes * 60, ${everySeconds}::int)))
      order by h.checked_at nulls first, s.id limit ${capacity} for update of s skip locked)
    insert into system_health as h (system_id, ok, since, checked_at) select id, true, ${now}::timestamptz, ${now}::timestamptz from due order by id
    on conflict (system_id) do update set checked_at = excluded.checked_at
      where h.checked_at <= ${now}::timestamptz - make_interval(secs => ${everySeconds})
    returning system_id`.execute(ctx.db)
  return rows.map(({ systemId }) => systemId)
}

/** Every active system, over and over. */
export const healthChecks: LeasedWork<string> = {
  name: 'sync.health',
  atOnce: 8,
  everyMs: 5000,
  take: takeUnchecked,
  run: async (ctx, systemId) => void (await keepHealth(ctx, systemId, await askHealth(ctx, systemId))),
}
