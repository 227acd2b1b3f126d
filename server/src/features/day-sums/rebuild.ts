import { type RawBuilder, sql } from 'kysely'
import { stopwatchMs } from '#src/platform/clock.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { alone, recountDays } from './recount.ts'

export type RebuildState = { startedAt: string; finishedAt: string | null; done: number; venues: number }

/** How far it is; undefined = it was never asked for. */
export const rebuildState = async (ctx: Ctx): Promise<RebuildState | undefined> => {
  const { rows } = await sql<RebuildState>`
    select b.started_at, b.finished_at, b.done, (select count(*)::integer from venues) as venues from analytics_rebuild b`.execute(ctx.db)
  return rows[0]
}

/** Asks for all sums to be counted anew: from the first venue where nothing is under way or `again` is wanted, else from where it was left. */
export const startRebuild = async (ctx: Ctx, { again = false } = {}): Promise<void> => {
  await sql`
    insert into analytics_rebuild as b (started_at) values (${ctx.clock().toString()}::timestamptz)
    on conflict (only_one) do update set started_at = excluded.started_at, finished_at = null, after_id = null, done = 0
      where b.finished_at is not null or ${again}`.execute(ctx.db)
}

type Next = { id: string | null }
/** Days whose bookings were removed keep the sums they had. */
const standing = (id: string, day: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`${day} >= coalesce((select d.removed_before from removed_days d where d.venue_id = ${id}::uuid), '-infinity')`
const venueDays = (id: string, day: 'service_on' | 'created_on'): RawBuilder<unknown> =>
  sql`select distinct q.venue_id, q.${sql.ref(day)} as day from reservations q where q.venue_id = ${id}::uuid and ${standing(id, sql.ref(`q.${day}`))}`

/** The next venue, whole, with its place in the order; undefined = another process is at the sums, false = there is no venue left. */
const rebuildNext = (ctx: Ctx): Promise<boolean | undefined> =>
  alone(ctx, async (inner) => {
    const { rows } = await sql<Next>`
      select (select v.id from venues v where b.after_id is null or v.id > b.after_id order by v.id limit 1) as id
      from analytics_rebuild b where b.finished_at is null for update of b`.execute(inner.db)
    const [next] = rows
    if (!next) return false
    if (next.id === null) {
      await sql`update analytics_rebuild set finished_at = ${inner.clock().toString()}::timestamptz`.execute(inner.db)
      return false
    }
    // Also those months of which nothing is left.
    await sql`update analytics_months set changes = changes + 1`.execute(inner.db)
    const ofVenue = sql`where venue_id = ${next.id}::uuid`
    const counted = standing(next.id, sql`day`)
    await sql`delete from analytics_days ${ofVenue} and ${counted}`.execute(inner.db)
    await sql`delete from analytics_books ${ofVenue} and ${counted}`.execute(inner.db)
    await sql`delete from analytics_dirty ${ofVenue}`.execute(inner.db)
    await recountDays(inner, { served: venueDays(next.id, 'service_on'), made: venueDays(next.id, 'created_on') })
    await sql`update analytics_rebuild set after_id = ${next.id}::uuid, done = done + 1`.execute(inner.db)
    return true
  })

/** Goes on with what was asked for, until it is done or the time is over; each venue is kept as soon as it is counted. */
export const goOnRebuilding = async (
  ctx: Ctx,
  { forMs = 50_000, onVenue = async () => undefined as unknown }: { forMs?: number; onVenue?: () => Promise<unknown> } = {},
): Promise<void> => {
  const startedMs = stopwatchMs()
  while (stopwatchMs() - startedMs < forMs) {
    const counted = await rebuildNext(ctx)
    if (counted === false) return
    if (counted) await onVenue()
    else await ctx.ports.timers.sleep(200)
    await ctx.ports.jobs.backpressure()
  }
}
