import type { Received, Result } from '@tablewire/contracts/kit/endpoint'
import type { webhooks } from '@tablewire/contracts/channels/webhooks'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { hubId } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'
import { selectEndpoints } from './endpoint-view.ts'
import { ofOwnChannels } from './own-channels.ts'

/** The keyset cursor of a page. */
const beyond = async (ctx: Ctx, after: string): Promise<RawBuilder<unknown>> => {
  const known =
    hubId.test(after) && (await selectEndpoints(ctx, sql`e.id = ${after}::uuid and ${ofOwnChannels(ctx, 'e.channel_id')}`)).length > 0
  if (!known) throw new Problem('request.invalid', {}, { after: [{ issue: 'invalid' }] })
  return sql`(lower(c.name), c.id, e.created_at, e.id) > (
    select lower(k.name), k.id, a.created_at, a.id from webhook_endpoints a join channels k on k.id = a.channel_id where a.id = ${after}::uuid)`
}

/** By channel, the oldest first; a channel has a handful. */
export const listEndpoints = async (
  ctx: Ctx,
  { filters, offset = 0, limit = 50, after }: Received<typeof webhooks.list>['query'],
): Promise<Result<typeof webhooks.list>> => {
  const only = filters?.channelId === undefined ? sql`true` : sql`e.channel_id = ${filters.channelId}`
  const where = sql`${only} and ${ofOwnChannels(ctx, 'e.channel_id')}`
  const from = after === undefined ? sql`true` : await beyond(ctx, after)
  const [rows, counted] = await Promise.all([
    selectEndpoints(ctx, sql`${where} and ${from} order by lower(c.name), c.id, e.created_at, e.id limit ${limit + 1} offset ${offset}`),
    sql<{ total: number }>`select count(*)::integer as total from webhook_endpoints e where ${where}`.execute(ctx.db),
  ])
  const data = rows.slice(0, limit)
  return { data, total: counted.rows[0]!.total, next: rows.length > limit ? data.at(-1)!.id : null }
}
