import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import type { ChannelRecord } from './channel-rows.ts'

/** One channel, or `channel.not_found`. */
export const channelOf = async (ctx: Ctx, id: string): Promise<ChannelRecord> => {
  const channel = await ctx.db.selectFrom('channels').selectAll().where('id', '=', id).executeTakeFirst()
  if (!channel) throw new Problem('channel.not_found')
  return channel
}
