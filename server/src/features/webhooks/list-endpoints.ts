import type { Received, Result } from '@tablewire/contracts/endpoint'
import type { webhooks } from '@tablewire/contracts/webhooks'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { selectEndpoints } from './endpoint-view.ts'
import { ofOwnChannels } from './own-channels.ts'

/** By channel, the oldest first; a channel has a handful. */
export const listEndpoints = async (
  ctx: Ctx,
  { filters, offset = 0, limit = 50 }: Received<typeof webhooks.list>['query'],
): Promise<Result<typeof webhooks.list>> => {
  const only = filters?.channelId === undefined ? sql`true` : sql`e.channel_id = ${filters.channelId}`
  const where = sql`${only} and ${ofOwnChannels(ctx, 'e.channel_id')}`
  const [data, counted] = await Promise.all([
    selectEndpoints(ctx, sql`${where} order by lower(c.name), c.id, e.created_at, e.id limit ${limit} offset ${offset}`),
    sql<{ total: number }>`select count(*)::integer as total from webhook_endpoints e where ${where}`.execute(ctx.db),
  ])
  return { data, total: counted.rows[0]!.total, next: null }
}
