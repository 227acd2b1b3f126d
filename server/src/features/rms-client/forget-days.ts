import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { deferStatement } from '#src/platform/db/deferred.ts'
import { statement } from '#src/platform/db/statement.ts'

/** A booking touches one day: with an array of them the database would plan anew each time. */
const oneOf = (dates: readonly string[]) =>
  dates.length === 1 ? statement`on_date = ${dates[0]}::date` : statement`on_date = any(${[...dates]}::date[])`

/**
 * The system said that its free places changed, on these local dates or on any: what it told before counts for nothing. Kept all the same, for the
 * case that it cannot be asked now.
 */
export const forgetDays = async (ctx: Ctx, venueId: string, dates?: readonly string[]): Promise<void> => {
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

/** Days that are over everywhere, in steps that keep nobody waiting. */
export const dropPastDays = async (ctx: Ctx, atOnce: number): Promise<void> => {
  const step = sql`delete from remote_days where ctid in (
    select ctid from remote_days where on_date < (${ctx.clock().toString()}::timestamptz)::date - 2 limit ${atOnce})`
  while (Number((await step.execute(ctx.db)).numAffectedRows ?? 0n) > 0);
}
