import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'

/** Fewer other venues, or of fewer owners, and their number is not told: it could be guessed who they are. */
export const leastVenues = 5
export const leastCompanies = 3
const shownAtMost = 6

export type LackedChannel = { name: string; venues: number }
/** `live`: names of those the venue is on. `lacked`: what others have and it has not, of `of` venues in its city or country. */
export type Channels = { live: readonly string[]; lacked: readonly LackedChannel[]; of: number; where: 'city' | 'country' | null }

type Near = { name: string; venues: number; of: number }

/** Of channels that this venue could be on: not closed by its system, not of tests. Nobody's name comes out of it. */
const lackedIn = async (ctx: Ctx, venueId: string, where: 'city' | 'country'): Promise<Near[]> => {
  const place =
    where === 'city'
      ? sql`lower(coalesce(v.city, '')) = lower(me.city) and v.country_code = me.country_code`
      : sql`v.country_code = me.country_code`
  const { rows } = await sql<Near>`
    with me as (select id, system_id, coalesce(city, '') as city, country_code from venues where id = ${venueId}),
    near as materialized (
      select v.id, v.company_id from me join venues v on ${place}
      where v.id <> me.id and v.active and v.archived_at is null and not v.test and (${where} = 'country' or me.city <> '')
        and exists (select from channel_venues l where l.venue_id = v.id and l.state = 'live')
    )
    select c.name, count(*)::integer as venues, (select count(*)::integer from near) as of
    from near n join channel_venues l on l.venue_id = n.id and l.state = 'live' join channels c on c.id = l.channel_id and c.active and not c.test
    where not exists (select from channel_venues mine where mine.venue_id = ${venueId} and mine.channel_id = c.id and mine.state = 'live')
      and not exists (select from me join closed_channels x on x.system_id = me.system_id and x.channel_id = c.id)
    group by c.id having count(*) >= ${leastVenues} and count(distinct n.company_id) >= ${leastCompanies}
    order by count(*) desc, c.name limit ${shownAtMost}`.execute(ctx.db)
  return rows
}

export const channelsOf = async (ctx: Ctx, venueId: string): Promise<Channels> => {
  const { rows: mine } = await sql<{ name: string }>`
    select c.name from channel_venues l join channels c on c.id = l.channel_id
    where l.venue_id = ${venueId} and l.state = 'live' and c.active and not c.test order by lower(c.name), c.id`.execute(ctx.db)
  const live = mine.map(({ name }) => name)
  for (const where of ['city', 'country'] as const) {
    const near = await lackedIn(ctx, venueId, where)
    if (near.length) return { live, where, of: near[0]!.of, lacked: near.map(({ name, venues }) => ({ name, venues })) }
  }
  return { live, lacked: [], of: 0, where: null }
}
