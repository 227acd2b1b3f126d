import type { Channel } from '@tablewire/contracts/channels'
import { sql } from 'kysely'
import { inScope } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'

/** The columns of `Channel`; its venues are counted as far as the caller may see them. */
export const channelColumns = (ctx: Ctx) => sql`c.id, c.name, c.type, c.active, c.self_subscription, c.rate_limit_per_minute, c.created_at,
  (select count(*)::integer from channel_venues cv where cv.channel_id = c.id and cv.state = 'live' and ${inScope(ctx, 'cv.venue_id')}) as venue_count`

/** One channel, or `channel.not_found`. */
export const readChannel = async (ctx: Ctx, id: string): Promise<Channel> => {
  const { rows } = await sql<Channel>`select ${channelColumns(ctx)} from channels c where c.id = ${id}`.execute(ctx.db)
  if (!rows[0]) throw new Problem('channel.not_found')
  return rows[0]
}
