import type { channels } from '@tablewire/contracts/channels/channels'
import type { Result } from '@tablewire/contracts/kit/endpoint'
import { sql } from 'kysely'
import { inScope, notArchived } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { channelOf } from './channel-of.ts'

/** Reservation systems whose venues have to do with the channel, as far as the caller may see them. */
export const rmsEnabled = async (ctx: Ctx, channelId: string): Promise<Result<typeof channels.rmsEnabled>> => {
  await channelOf(ctx, channelId)
  const { rows } = await sql<Result<typeof channels.rmsEnabled>[number]>`
    select s.id, s.code, s.name, count(*)::integer as venues, count(*) filter (where cv.state = 'live')::integer as live
    from channel_venues cv join venues v on v.id = cv.venue_id join known_systems s on s.id = v.system_id
    where cv.channel_id = ${channelId} and cv.state <> 'not_enabled' and ${notArchived('cv.venue_id')} and ${inScope(ctx, 'cv.venue_id')}
    group by s.id, s.code, s.name order by lower(s.name), s.id`.execute(ctx.db)
  return rows
}
