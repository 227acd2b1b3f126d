import { sql } from 'kysely'
import { callerTerms, type ChannelTerms, termsOf } from '#src/features/channels/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import type { Bound } from './evaluate.ts'
import { keptCovers } from './kept-days.ts'

/** Local dates, inclusive. */
type Days = { venueId: string; from: string; to: string }
type CoversQuery = { channelId?: string | undefined; ignore?: string | undefined }

/**
 * What binds a channel at each venue, with the covers it has placed on those service days where their number is limited: of the channel named,
 * else of the one that calls. Venues where nothing binds are missing.
 */
export const channelCovers = async (
  ctx: Ctx,
  days: readonly Days[],
  { channelId, ignore }: CoversQuery = {},
): Promise<Map<string, Bound>> => {
  const venueIds = days.map(({ venueId }) => venueId)
  const terms = channelId === undefined ? await callerTerms(ctx, venueIds) : await termsOf(ctx, channelId, venueIds)
  const limited = days.filter(({ venueId }) => (terms.get(venueId)?.limits.coversPerDay ?? null) !== null)
  const counted = limited.length ? await coversOn(ctx, limited, { terms, ignore }) : []
  return new Map(
    [...terms].map(([venueId, one]) => [
      venueId,
      { ...one, covers: new Map(counted.filter((row) => row.venueId === venueId).map((row) => [row.serviceOn, row.covers])) },
    ]),
  )
}

type CoversRow = { venueId: string; serviceOn: string; covers: number }
type Counting = { terms: ReadonlyMap<string, ChannelTerms>; ignore: string | undefined }
const coversOn = async (ctx: Ctx, days: readonly Days[], { terms, ignore }: Counting): Promise<CoversRow[]> => {
  const { channelId } = terms.get(days[0]!.venueId)!
  if (ctx.kept) return keptCovers(ctx, ctx.kept, { channelId, ignore, days })
  const { rows } = await sql<CoversRow>`
    select r.venue_id, r.service_on::text as service_on, sum(r.party_size)::integer as covers
    from (select distinct * from unnest(${days.map((day) => day.venueId)}::uuid[], ${days.map((day) => day.from)}::date[], ${days.map((day) => day.to)}::date[])
        as day (venue_id, from_on, to_on)) day
      join placed_bookings r on r.venue_id = day.venue_id and r.service_on between day.from_on and day.to_on
    where r.channel_id = ${channelId} and occupies(r.status) and (r.status <> 'held' or r.hold_expires_at > ${ctx.clock().toString()}::timestamptz)
      ${ignore === undefined ? sql`` : sql`and r.id <> ${ignore}`}
    group by r.venue_id, r.service_on`.execute(ctx.db)
  return rows
}
