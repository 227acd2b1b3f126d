import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { deferStatement } from '#src/platform/db/deferred.ts'
import { statement } from '#src/platform/db/statement.ts'

/** A booking touches one day: array parameters of varying length would be planned anew each time. */
const oneOf = (dates: readonly string[]) =>
  dates.length === 1 ? statement`on_date = ${dates[0]}::date` : statement`on_date = any(${[...dates]}::date[])`

/**
 * Invalidates the cache: the system reported that its availability changed on these local dates, or on any. The rows are kept as stale, for when the
 * system cannot be reached.
 */
export const invalidateDays = async (ctx: Ctx, venueId: string, dates?: readonly string[]): Promise<void> => {
  const now = ctx.clock().toString()
  const forgotten = statement`
    with forgotten as (
      update remote_days set forgotten_at = ${now}::timestamptz
      where venue_id = ${venueId} ${dates ? statement`and ${oneOf(dates)}` : statement``} and slots is not null),
    known as (update remote_venues set news_at = ${now}::timestamptz where venue_id = ${venueId} returning venue_id)
    insert into remote_venues (venue_id, news_at)
    select id, ${now}::timestamptz from venues where id = ${venueId} and not exists (select from known)
    on conflict (venue_id) do update set news_at = excluded.news_at`
  const values: unknown[] = []
  await deferStatement(ctx, { text: forgotten.text(values), values })
}

/** Deletes past days in small batches, so that no lock is held for long. */
export const dropPastDays = async (ctx: Ctx, atOnce: number): Promise<void> => {
  const step = sql`delete from remote_days where ctid in (
    select ctid from remote_days where on_date < (${ctx.clock().toString()}::timestamptz)::date - 2 limit ${atOnce})`
  while (Number((await step.execute(ctx.db)).numAffectedRows ?? 0n) > 0);
}
