import type { LinkEvent } from '@tablewire/contracts/channels/links'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { readVenueChannel } from './list-venue-channels.ts'

/** The last moves of one link, newest first. */
export const linkHistory = async (ctx: Ctx, of: { venueId: string; channelId: string }): Promise<LinkEvent[]> => {
  await readVenueChannel(ctx, of)
  const { rows } = await sql<LinkEvent>`
    select id, move, from_state as "from", to_state as "to", side, actor_name as "actorName", reason, at from link_events
    where venue_id = ${of.venueId} and channel_id = ${of.channelId} order by at desc, id desc limit 100`.execute(ctx.db)
  return rows
}
