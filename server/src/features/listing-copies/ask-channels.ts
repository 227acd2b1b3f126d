import type { ListingCopy } from '@tablewire/contracts/listing/copies'
import { sql } from 'kysely'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { copyOf } from './list-copies.ts'

type Place = { venueId: string; channelId: string }

/** Channels follow the feed of changes: a venue that stands in it anew is fetched again. */
export const askChannels = async (ctx: Ctx, places: readonly Place[]): Promise<void> => {
  const now = ctx.clock().toString()
  const venues = places.map(({ venueId }) => venueId)
  await sql`
    insert into listing_copies (venue_id, channel_id, asked_at)
    select distinct v, c, ${now}::timestamptz from unnest(${venues}::uuid[], ${places.map(({ channelId }) => channelId)}::uuid[]) as x (v, c) order by 1, 2
    on conflict (venue_id, channel_id) do update set asked_at = excluded.asked_at`.execute(ctx.db)
  await sql`select note_listing_change(v) from (select distinct v from unnest(${venues}::uuid[]) as v order by v) x`.execute(ctx.db)
  for (const venueId of new Set(venues)) await ctx.ports.live.publish(ctx, { type: 'listing', venueId, id: venueId, kind: null })
}

/** A channel is asked to show one venue as it is here. */
export const askChannel = async (ctx: Ctx, { venueId, channelId }: Place): Promise<ListingCopy> =>
  transaction(ctx, async (inner) => {
    const { channelName } = await copyOf(inner, venueId, channelId)
    await askChannels(inner, [{ venueId, channelId }])
    await sql`update listing_differences set state = 'asked' where venue_id = ${venueId} and channel_id = ${channelId} and state = 'open'`.execute(
      inner.db,
    )
    await audit(inner, { action: 'listing.asked', subject: 'listing', subjectId: venueId, venueId, after: { channel: channelName } })
    return copyOf(inner, venueId, channelId)
  })
