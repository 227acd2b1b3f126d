import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import type {} from './day-rows.ts'

/** Whether the system knows a venue, as it has just answered. */
export type VenueMark = { state: 'known' | 'unknown' | 'failed'; error: string | null }

/** Returns how many venues changed their state. */
export const markVenues = async (ctx: Ctx, marks: readonly ({ id: string } & VenueMark)[]): Promise<number> => {
  const { rows } = await sql<{ changed: number }>`
    with marks as (select m.* from json_to_recordset(${JSON.stringify(marks)}::json) as m (id uuid, state text, error text) join venues on venues.id = m.id),
      before as (select count(*)::int as changed from marks m left join remote_venues rv on rv.venue_id = m.id where rv.state is distinct from m.state),
      kept as (
        insert into remote_venues as rv (venue_id, state, error, checked_at) select id, state, error, ${ctx.clock().toString()}::timestamptz from marks order by id
        on conflict (venue_id) do update set state = excluded.state, error = excluded.error, checked_at = excluded.checked_at returning 1)
    select changed, (select count(*) from kept) as kept from before`.execute(ctx.db)
  return rows[0]!.changed
}
