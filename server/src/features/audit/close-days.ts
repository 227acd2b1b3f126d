import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'

const lockKey = 40_127_532

/**
 * Counts the days that are over, so that nobody who looks at the audit counts them again. Waits for entries of former days that are just being
 * written: what comes after the lock finds its day closed and adds itself to it.
 */
export const closeDays = (ctx: Ctx): Promise<void> =>
  transaction(ctx, async (inner) => {
    await sql`select pg_advisory_xact_lock(${lockKey})`.execute(inner.db)
    await sql`
      with turn as (select until as since, ((now() at time zone 'UTC')::date - 2) as until from audit_closed for update),
      counted as (
        insert into audit_days (day, entries)
        select (e.at at time zone 'UTC')::date, count(*)::integer from audit_entries e, turn t
        where e.at >= t.since::timestamp at time zone 'UTC' and e.at < t.until::timestamp at time zone 'UTC' group by 1
      ) update audit_closed c set until = t.until from turn t where t.until > t.since`.execute(inner.db)
  })

/** All there are: days that are closed, and what came since. */
export const countAll = async (ctx: Ctx): Promise<number> => {
  const { rows } = await sql<{ total: number }>`
    select ((select coalesce(sum(entries), 0) from audit_days) + (
      select count(*) from audit_entries e where e.at >= (select until::timestamp at time zone 'UTC' from audit_closed)))::integer as total`.execute(
    ctx.db,
  )
  return rows[0]!.total
}
