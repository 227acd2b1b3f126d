import { noticedMs } from '@tablewire/contracts/operations/traces.rules'
import { sql } from 'kysely'
import { type LatestCall, mergedLatest, withLatest } from '#src/platform/traces/latest-calls.ts'
import type { TraceNote } from '#src/platform/traces/traces.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { rootDbOf, perDatabase } from '#src/platform/db/connect.ts'
import type { Db } from '#src/platform/db/schema.ts'

export type Outcome = TraceNote['outcome']
export type CallCount = { systemId: string; operation: string; outcome: Outcome; durationMs: number }

type Moments = {
  firstFailedAt: string | null
  lastFailedAt: string | null
  lastOkAt: string | null
  firstNoticedAt: string | null
  lastPromptAt: string | null
}
type Sum = Moments & {
  systemId: string
  bucket: string
  operation: string
  ok: number
  refused: number
  unclear: number
  failed: number
} & {
  durationMs: number
  slowestMs: number
  latestCalls: readonly LatestCall[]
}
type Waiting = { sums: Map<string, Sum>; takeBack: (() => void) | undefined }

/** Write-behind counters: written a few seconds later, one row for each system, operation and ten minutes; no call waits for its own count. */
const afterMs = 3000
const waitingOf = perDatabase((): Waiting => ({ sums: new Map(), takeBack: undefined }))

/** Counts an operation. */
export const countCall = (ctx: Ctx, { systemId, operation, outcome, durationMs }: CallCount): void => {
  const waiting = waitingOf(ctx.db)
  // The column `minute` holds the start of a bucket of ten, with the moments that tell since when calls fail: a week of them is read at once.
  const now = ctx.clock().toString()
  const bucket = `${now.slice(0, 15)}0:00Z`
  const key = `${systemId} ${bucket} ${operation}`
  const sum = waiting.sums.get(key) ?? {
    systemId,
    bucket,
    operation,
    ok: 0,
    refused: 0,
    unclear: 0,
    failed: 0,
    durationMs: 0,
    slowestMs: 0,
    firstFailedAt: null,
    lastFailedAt: null,
    lastOkAt: null,
    firstNoticedAt: null,
    lastPromptAt: null,
    latestCalls: [],
  }
  sum[outcome]++
  if (outcome === 'ok') sum.lastOkAt = now
  if (outcome === 'failed' || outcome === 'unclear') {
    sum.firstFailedAt ??= now
    sum.lastFailedAt = now
  }
  if (durationMs >= noticedMs) sum.firstNoticedAt ??= now
  else sum.lastPromptAt = now
  sum.latestCalls = withLatest(sum.latestCalls, [[now, Math.round(durationMs), outcome === 'failed' || outcome === 'unclear' ? 1 : 0]])
  sum.durationMs += Math.round(durationMs)
  sum.slowestMs = Math.max(sum.slowestMs, Math.round(durationMs))
  waiting.sums.set(key, sum)
  waiting.takeBack ??= ctx.ports.timers.after(afterMs, () => {
    waiting.takeBack = undefined
    // A process that is ending, or an outage of the database: a few lost counts do no harm.
    writeCalls(rootDbOf(ctx.db)).catch((error: unknown) => ctx.log.debug({ err: error }, 'calls not counted'))
  })
}

/** Flushes the counters; before a process ends. A system deleted meanwhile is left out. */
export const writeCalls = async (db: Db): Promise<void> => {
  const waiting = waitingOf(db)
  waiting.takeBack?.()
  if (!waiting.sums.size) return
  waiting.takeBack = undefined
  const rows = [...waiting.sums.values()].toSorted((a, b) => (`${a.systemId} ${a.bucket}` < `${b.systemId} ${b.bucket}` ? -1 : 1))
  waiting.sums.clear()
  await sql`
    insert into remote_calls as c (system_id, minute, operation, ok, refused, unclear, failed, duration_ms, slowest_ms, first_failed_at, last_failed_at, last_ok_at,
      first_noticed_at, last_prompt_at, latest_calls)
    select r."systemId", r.bucket, r.operation, r.ok, r.refused, r.unclear, r.failed, r."durationMs", r."slowestMs",
      r."firstFailedAt", r."lastFailedAt", r."lastOkAt", r."firstNoticedAt", r."lastPromptAt", r."latestCalls"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r ("systemId" uuid, bucket timestamptz, operation text,
      ok integer, refused integer, unclear integer, failed integer, "durationMs" bigint, "slowestMs" integer,
      "firstFailedAt" timestamptz, "lastFailedAt" timestamptz, "lastOkAt" timestamptz, "firstNoticedAt" timestamptz, "lastPromptAt" timestamptz,
      "latestCalls" jsonb)
    where exists (select from systems s where s.id = r."systemId")
    on conflict (system_id, minute, operation) do update set ok = c.ok + excluded.ok, refused = c.refused + excluded.refused,
      unclear = c.unclear + excluded.unclear, failed = c.failed + excluded.failed, duration_ms = c.duration_ms + excluded.duration_ms,
      slowest_ms = greatest(c.slowest_ms, excluded.slowest_ms), first_failed_at = least(c.first_failed_at, excluded.first_failed_at),
            last_failed_at = greatest(c.last_failed_at, excluded.last_failed_at), last_ok_at = greatest(c.last_ok_at, excluded.last_ok_at),
      first_noticed_at = least(c.first_noticed_at, excluded.first_noticed_at),
      last_prompt_at = greatest(c.last_prompt_at, excluded.last_prompt_at), latest_calls = ${mergedLatest}`.execute(db)
}
