import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import type { ChannelRecord } from './channel-rows.ts'

/** One channel, or `channel.not_found`; to a reservation system one that is closed to it does not exist. */
export const channelOf = async (ctx: Ctx, id: string): Promise<ChannelRecord> => {
  const { scope } = ctx
  const channel = await ctx.db
    .selectFrom('channels')
    .selectAll()
    .where('id', '=', id)
    .$if(scope.kind === 'system', (query) =>
      query.where(sql<boolean>`not exists (
        select from system_channels sc where sc.channel_id = channels.id and not sc.enabled
          and sc.system_id = ${scope.kind === 'system' ? scope.systemId : null})`),
    )
    .executeTakeFirst()
  if (!channel) throw new Problem('channel.not_found')
  return channel
}
