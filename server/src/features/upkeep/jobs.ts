import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { keepHours } from '#src/platform/http/idempotency.ts'
import { defineJob, type JobHandler, onJob } from '#src/platform/jobs/jobs.ts'
import { keepMinutes } from '#src/platform/live/live.ts'
import { keepTraceDays, traceDaysKept } from '#src/platform/traces/trace-days.ts'

const batchSize = 5000

type Leftover = {
  table: string
  column: string
  keep: Parameters<ReturnType<Ctx['clock']>['subtract']>[0]
  /** And only those of which this holds. */
  only?: RawBuilder<unknown>
}

/** What has served its time: answers kept for a repeated key, messages for readers that come back, counts, tokens long exchanged, old mails. */
const leftovers: readonly Leftover[] = [
  { table: 'idempotency_keys', column: 'created_at', keep: { hours: keepHours } },
  {
    table: 'live_messages',
    column: 'created_at',
    keep: { minutes: keepMinutes },
    // Whoever follows them may be behind, and must miss none.
    only: sql`xid < coalesce((select min(f.xid) from live_followers f), pg_snapshot_xmax(pg_current_snapshot()))`,
  },
  // Nobody looks back further than the quarter of an hour of failed sign-ins; a flood of them must not pile up.
  { table: 'rate_windows', column: 'window_at', keep: { hours: 1 } },
  // A refresh token that comes back after its session is gone can end nothing any more.
  { table: 'spent_refresh_tokens', column: 'spent_at', keep: { hours: 24 * 60 } },
  // Health tells of a day, by kind, and of what was usual in the week before.
  { table: 'remote_calls', column: 'minute', keep: { hours: 24 * 8 } },
  { table: 'channel_calls', column: 'at', keep: { hours: 24 * 8 } },
  // The local mailbox: letters to guests are no archive.
  { table: 'system_notices', column: 'received_at', keep: { hours: 24 } },
  // What was told a month ago, unless it still waits for an endpoint that is paused.
  {
    table: 'webhook_events',
    column: 'occurred_at',
    keep: { hours: 24 * 30 },
    only: sql`not exists (select from webhook_deliveries d where d.event_id = webhook_events.id and d.state = 'waiting')`,
  },
  { table: 'webhook_streams', column: 'until', keep: { hours: 1 } },
  { table: 'mails', column: 'sent_at', keep: { hours: 24 * 30 } },
  // What went between the parties, where a day has no partition of its own; and counts for the weeks that a silence is measured by.
  { table: 'traces_rest', column: 'started_at', keep: { hours: 24 * traceDaysKept } },
  { table: 'flow_counts', column: 'at', keep: { hours: 24 * 50 } },
]

/** In small batches, so that nobody waits for a long delete. Several processes may clean at once. */
export const clean = async (ctx: Ctx): Promise<Record<string, number>> => {
  const removed: Record<string, number> = {}
  for (const leftover of leftovers) {
    removed[leftover.table] = 0
    for (let last = batchSize; last === batchSize;) {
      last = Number((await deletionOf(ctx, leftover).execute(ctx.db)).numAffectedRows ?? 0n)
      removed[leftover.table]! += last
    }
  }
  return removed
}

const deletionOf = (ctx: Ctx, { table, column, keep, only = sql`true` }: Leftover): RawBuilder<unknown> => {
  const [name, age] = [sql.table(table), sql.ref(column)]
  const before = ctx.clock().subtract(keep).toString()
  return sql`delete from ${name} where ctid in (select ctid from ${name} where ${age} < ${before}::timestamptz and ${only} limit ${batchSize} for update skip locked)`
}

export const upkeepJobs: readonly JobHandler[] = [
  onJob(
    defineJob<object>('platform.clean', 0),
    async (ctx) => {
      await clean(ctx)
      await keepTraceDays(ctx.db, ctx.clock())
    },
    '17 * * * *',
  ),
]
