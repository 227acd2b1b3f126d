import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from './ctx.ts'
import { deletedDays } from './audit/deleted-things.ts'
import { keepHours } from './http/idempotency.ts'
import { keepMinutes } from './live/place.ts'
import { marksKeptDays } from './mail/send-once.ts'
import { traceDaysKept } from './traces/trace-days.ts'

/** Retention: rows of one table to be deleted by age, counted from `column`; each feature names its own in its api.ts. */
export type Leftover = {
  table: string
  column: string
  keep: Parameters<ReturnType<Ctx['clock']>['subtract']>[0]
  /** And only those of which this holds. */
  only?: RawBuilder<unknown>
}

/** Stored answers of idempotency keys, live messages kept for resuming readers, old mails. */
export const platformLeftovers: readonly Leftover[] = [
  { table: 'idempotency_keys', column: 'created_at', keep: { hours: keepHours } },
  {
    table: 'live_messages',
    column: 'created_at',
    keep: { minutes: keepMinutes },
    // Followers may be behind, and must miss none.
    only: sql`xid < coalesce((select min(f.xid) from live_followers f), pg_snapshot_xmax(pg_current_snapshot()))`,
  },
  // Failed sign-ins are counted over a quarter of an hour, guests' bookings over an hour; older rows of a flood must not pile up.
  { table: 'rate_windows', column: 'window_at', keep: { hours: 2 } },
  { table: 'mails', column: 'sent_at', keep: { hours: 24 * 30 } },
  { table: 'mail_marks', column: 'at', keep: { hours: 24 * marksKeptDays } },
  { table: 'deleted_things', column: 'deleted_at', keep: { hours: 24 * deletedDays } },
  // What went between the parties, where a day has no partition of its own.
  { table: 'traces_rest', column: 'started_at', keep: { hours: 24 * traceDaysKept } },
]
