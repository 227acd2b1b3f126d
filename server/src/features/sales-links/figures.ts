import { type ListingGap, listingPoints } from '@tablewire/contracts/listing/completeness.rules'
import { sql } from 'kysely'
import type {} from '#src/features/demand/api.ts'
import { listingProfilesOf } from '#src/features/listing-profile/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { type Channels, channelsOf } from './channels-near.ts'

/** Days of asking that are counted, today among them. */
export const countedDays = 28

/** Searches that found no free place, and the covers they asked for; by the day of asking, both days included, on the venue's own calendar. */
export type Demand = { from: string; to: string; days: number; searches: number; covers: number }
export type Listing = { score: number; gaps: readonly { gap: ListingGap; points: number }[]; photos: number; hoursKnown: boolean }
/** All that is said of a venue. Null is what we do not know. */
export type SalesFigures = {
  venueId: string
  name: string
  city: string | null
  countryCode: string
  timeZone: string
  /** The venue's own day of counting. */
  today: string
  listing: Listing | null
  demand: Demand | null
  channels: Channels
}

type Base = { name: string; city: string | null; countryCode: string; timeZone: string; score: number | null; gaps: ListingGap[] | null }

/** Known only where somebody could have searched: a venue that no channel shows is looked for by nobody here. */
const demandOf = async (ctx: Ctx, venueId: string, today: string): Promise<Demand | null> => {
  const { rows } = await sql<{ from: string; days: number; searches: number; covers: number; shown: boolean }>`
    with span as (
      select greatest((select day from turned_away_since), ${today}::date - ${countedDays - 1}::integer) as from_on, ${today}::date as to_on
    )
    select s.from_on::text as "from", s.to_on - s.from_on + 1 as days, coalesce(sum(t.searches), 0)::integer as searches,
      coalesce(sum(t.searches * t.party_size), 0)::integer as covers,
      exists (select from channel_venues l join channels c on c.id = l.channel_id
        where l.venue_id = ${venueId} and l.state in ('live', 'paused') and not c.test) as shown
    from span s left join (turned_away t join channels k on k.id = t.channel_id and not k.test)
      on t.venue_id = ${venueId} and t.asked_on between s.from_on and s.to_on
    group by s.from_on, s.to_on`.execute(ctx.db)
  const { from, days, searches, covers, shown } = rows[0]!
  return days > 0 && (shown || searches > 0) ? { from, to: today, days, searches, covers } : null
}

/** What is said of a venue, as it is known now; undefined for one that is not there any more. */
export const figuresOf = async (ctx: Ctx, venueId: string): Promise<SalesFigures | undefined> => {
  const { rows } = await sql<Base>`
    select coalesce(v.display_name, v.name) as name, v.city, v.country_code, v.time_zone, s.score, s.gaps
    from venues v left join listing_scores s on s.venue_id = v.id where v.id = ${venueId} and v.archived_at is null`.execute(ctx.db)
  const [base] = rows
  if (!base) return undefined
  const today = ctx.clock().toZonedDateTimeISO(base.timeZone).toPlainDate().toString()
  const [profiles, demand, channels] = await Promise.all([
    listingProfilesOf(ctx, [venueId]),
    demandOf(ctx, venueId, today),
    channelsOf(ctx, venueId),
  ])
  const { score, gaps, ...venue } = base
  const profile = profiles.get(venueId)
  const listing =
    score === null || !profile
      ? null
      : {
          score,
          gaps: (gaps ?? []).map((gap) => ({ gap, points: listingPoints[gap] })).toSorted((a, b) => b.points - a.points),
          photos: profile.photos.length,
          hoursKnown: profile.hours.known,
        }
  return { venueId, ...venue, today, listing, demand, channels }
}
