import type { BookingCampaign, BookingPage, BookingPageObstacle } from '@tablewire/contracts/channels/booking-page'
import { loaderVersion } from '@tablewire/widget/loader-version'
import { sql } from 'kysely'
import { brandOfVenue } from '#src/features/brands/api.ts'
import { bookingOrigin } from '#src/features/factors/api.ts'
import { inScope } from '#src/features/venues/api.ts'
import { buttonOf, covers } from '#src/features/widget/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'

const countedDays = 90
const sitesMost = 100
const campaignsMost = 50

type VenueRow = {
  archived: boolean
  test: boolean
  active: boolean
  sdkAccess: boolean
  colour: string | null
  channels: BookingPage['channels']
}
type SiteRow = Omit<BookingPage['sites'][number], 'allowed'> & { channelId: string }

const venueOf = async (ctx: Ctx, venueId: string): Promise<VenueRow> => {
  const { rows } = await sql<VenueRow>`
    select v.archived_at is not null as archived, v.test, v.active, v.sdk_access, v.display_color as colour, coalesce((
      select json_agg(json_build_object('id', c.id, 'name', c.name, 'hosts', c.hosts) order by c.created_at, c.id)
      from live_links l join channels c on c.id = l.channel_id where l.venue_id = v.id and c.type = 'widget' and c.active and not c.test), '[]') as channels
    from venues v where v.id = ${venueId} and ${inScope(ctx, 'v.id')}`.execute(ctx.db)
  if (!rows[0]) throw new Problem('venue.not_found')
  return rows[0]
}

const obstaclesOf = ({ archived, test, active, sdkAccess, channels }: VenueRow): BookingPageObstacle[] => {
  const found: Record<BookingPageObstacle, boolean> = {
    archived,
    test,
    inactive: !active,
    not_allowed: !sdkAccess,
    no_channel: channels.length === 0,
  }
  return (Object.keys(found) as BookingPageObstacle[]).filter((one) => found[one])
}

const countedSince = (ctx: Ctx): string =>
  ctx
    .clock()
    .subtract({ hours: countedDays * 24 })
    .toString()

/** A place that still waits for its guest's mail, his payment or the house, or did so in vain, is no booking. */
const becameBookings = sql`join reservations r on r.venue_id = b.venue_id and r.id = b.reservation_id
      and r.status in ('confirmed', 'seated', 'completed', 'no_show', 'canceled')`

/** Bookings of the last days by the page they came from; without a host the page was opened by itself. */
const countBookings = async (ctx: Ctx, venueId: string): Promise<{ host: string | null; path: string | null; bookings: number }[]> => {
  const { rows } = await sql<{ host: string | null; path: string | null; bookings: number }>`
    select b.host, b.path, count(*)::int as bookings from widget_bookings b ${becameBookings}
    where b.venue_id = ${venueId} and b.created_at >= ${countedSince(ctx)}::timestamptz group by b.host, b.path`.execute(ctx.db)
  return rows
}

/** Bookings of the last days by the campaign that the address named. */
const countCampaigns = async (ctx: Ctx, venueId: string): Promise<BookingCampaign[]> => {
  const named = (name: string) => sql`nullif(trim(b.campaign ->> ${sql.lit(`utm_${name}`)}), '')`
  const { rows } = await sql<BookingCampaign>`
    select ${named('source')} as source, ${named('medium')} as medium, ${named('campaign')} as campaign, count(*)::int as bookings
    from widget_bookings b ${becameBookings} where b.venue_id = ${venueId} and b.created_at >= ${countedSince(ctx)}::timestamptz
      and coalesce(${named('source')}, ${named('medium')}, ${named('campaign')}) is not null
    group by 1, 2, 3 order by 4 desc, 1, 2, 3 limit ${campaignsMost}`.execute(ctx.db)
  return rows
}

/** WI1: where guests of a venue book by themselves, and on whose pages that was seen. */
export const readBookingPage = async (ctx: Ctx, venueId: string): Promise<BookingPage> => {
  const venue = await venueOf(ctx, venueId)
  const counted = await countBookings(ctx, venueId)
  const { rows } = await sql<SiteRow>`
    select s.channel_id, s.host, s.path, s.loader, s.first_seen_at, s.last_seen_at, 0 as bookings from widget_sites s
    where s.venue_id = ${venueId} order by s.last_seen_at desc limit ${sitesMost}`.execute(ctx.db)
  const sum = (of: typeof counted): number => of.reduce((total, { bookings }) => total + bookings, 0)
  return {
    origin: await bookingOrigin(ctx),
    colors: buttonOf(await brandOfVenue(ctx, venueId), venue.colour),
    channels: venue.channels,
    obstacles: obstaclesOf(venue),
    loader: loaderVersion,
    sites: rows.map(({ channelId, ...site }) => {
      const hosts = venue.channels.find(({ id }) => id === channelId)?.hosts ?? []
      return {
        ...site,
        bookings: sum(counted.filter(({ host, path }) => host === site.host && path === site.path)),
        allowed: hosts.length === 0 || hosts.some((named) => covers(named, site.host)),
      }
    }),
    bookings: { sites: sum(counted.filter(({ host }) => host !== null)), page: sum(counted.filter(({ host }) => host === null)) },
    campaigns: await countCampaigns(ctx, venueId),
  }
}
