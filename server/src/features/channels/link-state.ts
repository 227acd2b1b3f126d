import type { LinkState } from '@tablewire/contracts/channels'
import { sql } from 'kysely'
import type { z } from 'zod/mini'
import { inScope } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { channelOf } from './channel-of.ts'

/** How a venue stands on a channel; a channel that is switched off sells nothing, whatever its links say. */
export const linkStateOf = async (
  ctx: Ctx,
  { channelId, venueId }: { channelId: string; venueId: string },
): Promise<z.infer<typeof LinkState>> => {
  const channel = await channelOf(ctx, channelId)
  const { rows } = await sql<{ state: z.infer<typeof LinkState> }>`
    select state from channel_venues where channel_id = ${channelId} and venue_id = ${venueId} and ${inScope(ctx, 'venue_id')}`.execute(
    ctx.db,
  )
  const state = rows[0]?.state ?? 'not_enabled'
  return channel.active || state !== 'live' ? state : 'paused'
}
