import { sql } from 'kysely'
import type { Db } from '#src/platform/db/schema.ts'
import type { Leftover } from '#src/platform/leftovers.ts'

export { makeTally } from './flow-tally.ts'
export { recordCall } from './record-call.ts'

export const traceLeftovers: readonly Leftover[] = [
  // Retention: health shows a day, by kind, and compares with the week before.
  { table: 'channel_calls', column: 'at', keep: { hours: 24 * 8 } },
  // Retention: the weeks that silence is measured by.
  { table: 'flow_counts', column: 'at', keep: { hours: 24 * 50 } },
]

/** Bookings that their system has not heard of or that people have to look at, webhooks on their way or given up, mails that could not be sent at the first try. */
export const countWaiting = async (
  db: Db,
): Promise<Record<'settlements' | 'stuck' | 'deliveries' | 'dead_deliveries' | 'mails' | 'restored', number>> => {
  const { rows } = await sql<{
    settlements: number
    stuck: number
    deliveries: number
    deadDeliveries: number
    mails: number
    restored: number
  }>`
    select (select count(*)::integer from remote_bookings where next_at is not null) as settlements,
      (select count(*)::integer from remote_bookings where state = 'stuck') as stuck,
      (select count(*)::integer from webhook_deliveries where state = 'waiting') as deliveries,
      (select count(*)::integer from webhook_deliveries where rank = 0) as dead_deliveries,
      (select count(*)::integer from pgboss.job where state = 'retry' and name ~ '(mail|tell_guest)') as mails,
      (select count(*)::integer from restored_lately) as restored`.execute(db)
  const { settlements, stuck, deliveries, deadDeliveries, mails, restored } = rows[0]!
  return { settlements, stuck, deliveries, dead_deliveries: deadDeliveries, mails, restored }
}
