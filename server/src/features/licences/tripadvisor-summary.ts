import type { TripadvisorSummary } from '@tablewire/contracts/estate/licences'
import { sql } from 'kysely'
import { inScope, notArchived, ofScopedChannels } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { liveOnTripadvisor, ofTripadvisor } from './list-installs.ts'

const days = 30

/** CH4: how many venues are on Tripadvisor, and what came from there in the last thirty days. */
export const readTripadvisorSummary = async (ctx: Ctx): Promise<TripadvisorSummary> => {
  const today = ctx.clock().toZonedDateTimeISO('UTC').startOfDay()
  const from = today.subtract({ days: days - 1 })
  const { rows: countries } = await sql<{ countryCode: string; venues: number; installed: number; live: number }>`
    select a.country_code, a.venues, coalesce(t.installed, 0)::integer as installed, coalesce(t.live, 0)::integer as live
    from (select v.country_code, count(*)::integer as venues from venues v where ${notArchived('v.id')} and ${inScope(ctx, 'v.id')} group by 1) a
    left join (
      select v.country_code, count(*) as installed, count(*) filter (where ${liveOnTripadvisor(ctx)}) as live
      from venues v where v.tripadvisor_id is not null and ${notArchived('v.id')} and ${inScope(ctx, 'v.id')} group by 1
    ) t using (country_code)
    order by installed desc, a.venues desc, a.country_code`.execute(ctx.db)
  const { rows: booked } = await sql<Pick<TripadvisorSummary, 'bookings' | 'covers' | 'canceled' | 'noShows'>>`
    select count(*)::integer as bookings, coalesce(sum(r.party_size), 0)::integer as covers,
      (count(*) filter (where r.status = 'canceled'))::integer as canceled, (count(*) filter (where r.status = 'no_show'))::integer as no_shows
    from reservations r
    where r.channel_id in (${ofTripadvisor}) and r.status <> 'held' and ${inScope(ctx, 'r.venue_id')} and ${ofScopedChannels(ctx, 'r.channel_id')}
      and r.created_at >= ${from.toInstant().toString()}::timestamptz
      and r.created_at < ${today.add({ days: 1 }).toInstant().toString()}::timestamptz`.execute(ctx.db)
  const sum = (name: 'venues' | 'installed' | 'live'): number => countries.reduce((all, country) => all + country[name], 0)
  return {
    venues: sum('venues'),
    installed: sum('installed'),
    live: sum('live'),
    from: from.toPlainDate().toString(),
    to: today.toPlainDate().toString(),
    ...booked[0]!,
    countries: countries.map(({ countryCode, venues, installed }) => ({ countryCode, venues, installed })),
  }
}
