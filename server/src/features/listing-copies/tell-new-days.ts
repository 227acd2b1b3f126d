import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { truthsOf } from './truths-of.ts'

const venuesAtOnce = 200

/** Remembers what these venues say now. Returns those of which something else was told before. */
export const keepTold = async (ctx: Ctx, venueIds: readonly string[]): Promise<string[]> => {
  const truths = await truthsOf(ctx, venueIds)
  const told = [...truths].map(([venueId, { mark, today }]) => ({ venueId, mark, today }))
  const { rows } = await sql<{ venueId: string }>`
    with now as (select * from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as t ("venueId" uuid, mark text, today date)),
      kept as (
        update listing_changes c set told_mark = now.mark, told_on = now.today from now, listing_changes was
        where c.venue_id = now."venueId" and was.venue_id = c.venue_id
        returning c.venue_id, was.told_mark is not null and was.told_mark <> now.mark as changed)
    select venue_id from kept where changed`.execute(ctx.db)
  return rows.map(({ venueId }) => venueId)
}

/**
 * LI1: venues whose own day began anew, and whose listing says something else since: a holiday came into the weeks it tells of. Channels that follow the
 * changes learn of it as of any other.
 */
export const tellNewDays = async (ctx: Ctx): Promise<number> => {
  let told = 0
  for (let last = venuesAtOnce; last === venuesAtOnce;) {
    await ctx.ports.jobs.backpressure()
    last = await transaction(ctx, async (inner) => {
      const { rows } = await sql<{ venueId: string }>`
        select c.venue_id from listing_changes c join venues v on v.id = c.venue_id
        where c.told_on is null or c.told_on < (${inner.clock().toString()}::timestamptz at time zone v.time_zone)::date
        order by c.venue_id limit ${venuesAtOnce} for update of c skip locked`.execute(inner.db)
      const ids = rows.map(({ venueId }) => venueId)
      const changed = await keepTold(inner, ids)
      // A venue that has no listing any more is looked at no sooner than tomorrow.
      await sql`
        update listing_changes c set told_on = (${inner.clock().toString()}::timestamptz at time zone v.time_zone)::date
        from venues v where v.id = c.venue_id and c.venue_id = any(${ids}::uuid[]) and c.told_on is distinct from (${inner.clock().toString()}::timestamptz at time zone v.time_zone)::date`.execute(
        inner.db,
      )
      await sql`select note_listing_change(v) from unnest(${changed}::uuid[]) as v`.execute(inner.db)
      told += changed.length
      return ids.length
    })
  }
  return told
}
