import type { Result } from '@tablewire/contracts/kit/endpoint'
import type { webhooks } from '@tablewire/contracts/channels/webhooks'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { ofOwnChannels } from './own-channels.ts'

type ChannelsWithWebhooks = Result<typeof webhooks.channels>

/** The channels whose webhooks the caller looks after, those with failed deliveries first; the platform has a handful. */
export const listWebhookChannels = async (ctx: Ctx): Promise<ChannelsWithWebhooks> => {
  const { rows } = await sql<ChannelsWithWebhooks[number]>`
    select c.id, c.name, c.active, (select count(*)::integer from webhook_endpoints e where e.channel_id = c.id) as endpoints,
      (select count(*)::integer from webhook_deliveries d where d.channel_id = c.id and d.rank = 1) as waiting,
      (select count(*)::integer from webhook_deliveries d where d.channel_id = c.id and d.rank = 0) as dead
    from channels c where ${ofOwnChannels(ctx, 'c.id')} order by (exists (
      select from webhook_deliveries d where d.channel_id = c.id and d.rank = 0)) desc, lower(c.name), c.id`.execute(ctx.db)
  return rows
}
