import type { Received, Result } from '@tablewire/contracts/kit/endpoint'
import type { bcListings, ChannelListing } from '@tablewire/contracts/listing/copies'
import { sql } from 'kysely'
import { inScope, ofScopedChannels } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { listedVenue } from './listed-venue.ts'
import { withAddresses } from './truths-of.ts'

/** What is noted of a fetch is for people to read: an hour more or less does not matter, a write with every call would. */
const notedEvery = '1 hour'

/** The truth, for a channel: that it has it now is remembered. */
export const tellTruth = async (ctx: Ctx, venueId: string): Promise<ChannelListing> => {
  const { listing, mark } = await listedVenue(ctx, venueId)
  const now = ctx.clock().toString()
  await sql`
    insert into listing_copies (venue_id, channel_id, sent_mark, sent_at) values (${listing.venueId}, ${ctx.actor.id}, ${mark}, ${now})
    on conflict (venue_id, channel_id) do update set sent_mark = excluded.sent_mark, sent_at = excluded.sent_at
    where listing_copies.sent_mark is distinct from excluded.sent_mark or listing_copies.sent_at < excluded.sent_at - ${notedEvery}::interval`.execute(
    ctx.db,
  )
  return withAddresses(ctx, listing)
}

type Changes = Result<typeof bcListings.changes>
type Row = Changes['data'][number] & { xid: string }

/** Rows of transactions that are over, in their order: whoever goes on from `next` misses none, however slow its transaction was. */
export const listChanges = async (ctx: Ctx, { after, limit = 100 }: Received<typeof bcListings.changes>['query']): Promise<Changes> => {
  const [xid = '0', ...id] = (after ?? '').split('-')
  const place = id.join('-') || '00000000-0000-0000-0000-000000000000'
  const { rows: horizons } = await sql<{ horizon: string }>`select pg_snapshot_xmin(pg_current_snapshot())::text as horizon`.execute(ctx.db)
  const { horizon } = horizons[0]!
  const { rows } = await sql<Row>`
    select c.venue_id, c.changed_at, c.xid::text as xid,
      exists (select from listing_copies k where k.venue_id = c.venue_id and k.asked_at is not null and ${ofScopedChannels(ctx, 'k.channel_id')}) as asked
    from listing_changes c
    where (c.xid, c.venue_id) > (${xid === '' ? '0' : xid}::xid8, ${place}::uuid) and c.xid < ${horizon}::xid8 and ${inScope(ctx, 'c.venue_id')}
    order by c.xid, c.venue_id limit ${limit + 1}`.execute(ctx.db)
  const data = rows.slice(0, limit)
  const last = data.at(-1)
  const more = rows.length > limit
  return { data, next: more && last ? `${last.xid}-${last.venueId}` : horizon, more }
}
