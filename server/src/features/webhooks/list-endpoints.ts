import type { Received } from '@tablewire/contracts/kit/endpoint'
import type { webhooks } from '@tablewire/contracts/channels/webhooks'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { hubId } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'
import { type AnyEndpoint, selectEndpoints } from './endpoint-view.ts'
import { ofOwnWebhooks, ofParty, type Party } from './own-channels.ts'

type Query = Omit<Received<typeof webhooks.list>['query'], 'filters'> & {
  filters?: { channelId?: string | undefined; systemId?: string | undefined } | undefined
}

/** The keyset cursor of a page. */
const beyond = async (ctx: Ctx, after: string): Promise<RawBuilder<unknown>> => {
  const known = hubId.test(after) && (await selectEndpoints(ctx, sql`e.id = ${after}::uuid and ${ofOwnWebhooks(ctx, 'e')}`)).length > 0
  if (!known) throw new Problem('request.invalid', {}, { after: [{ issue: 'invalid' }] })
  return sql`(lower(coalesce(c.name, s.name)), coalesce(c.id, s.id), e.created_at, e.id) > (
    select lower(coalesce(k.name, y.name)), coalesce(k.id, y.id), a.created_at, a.id
    from webhook_endpoints a left join channels k on k.id = a.channel_id left join systems y on y.id = a.system_id where a.id = ${after}::uuid)`
}

/** By partner, the oldest first; a partner has a handful. */
export const listEndpoints = async (
  ctx: Ctx,
  { filters = {}, offset = 0, limit = 50, after }: Query,
  party: Party,
): Promise<{ data: AnyEndpoint[]; total: number; next: string | null }> => {
  const { channelId, systemId } = filters
  const where = sql.join(
    [
      ofOwnWebhooks(ctx, 'e'),
      ofParty('e', party),
      ...(channelId === undefined ? [] : [sql`e.channel_id = ${channelId}`]),
      ...(systemId === undefined ? [] : [sql`e.system_id = ${systemId}`]),
    ],
    sql` and `,
  )
  const from = after === undefined ? sql`true` : await beyond(ctx, after)
  const [rows, counted] = await Promise.all([
    selectEndpoints(
      ctx,
      sql`${where} and ${from} order by lower(coalesce(c.name, s.name)), coalesce(c.id, s.id), e.created_at, e.id limit ${limit + 1} offset ${offset}`,
    ),
    sql<{ total: number }>`select count(*)::integer as total from webhook_endpoints e where ${where}`.execute(ctx.db),
  ])
  const data = rows.slice(0, limit)
  return { data, total: counted.rows[0]!.total, next: rows.length > limit ? data.at(-1)!.id : null }
}
