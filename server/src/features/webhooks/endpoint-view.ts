import type { WebhookEndpoint } from '@tablewire/contracts/channels/webhook-objects'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import { ofOwnChannels } from './own-channels.ts'

type Row = Omit<WebhookEndpoint, 'auth'> & { authKind: WebhookEndpoint['auth']['kind']; authName: string | null }

/** Endpoints as people see them; `rest` is everything after the `where`. */
export const selectEndpoints = async (ctx: Ctx, rest: RawBuilder<unknown>): Promise<WebhookEndpoint[]> => {
  const now = ctx.clock().toString()
  const { rows } = await sql<Row>`
    select e.id, e.channel_id, c.name as channel_name, e.url, e.auth_kind, e.auth_name, e.own_changes, e.state, e.paused_by, e.failing_since,
      case when e.retry_at > ${now}::timestamptz then e.retry_at end as retry_at, e.last_delivered_at, e.last_error,
      coalesce((
        select json_agg(json_build_object('id', s.id, 'hint', s.hint, 'createdAt', s.created_at, 'expiresAt', s.expires_at)
          order by s.expires_at desc nulls first, s.created_at desc)
        from webhook_secrets s where s.endpoint_id = e.id and (s.expires_at is null or s.expires_at > ${now}::timestamptz)), '[]') as secrets,
      (select count(*)::integer from webhook_deliveries d where d.endpoint_id = e.id and d.rank = 1) as waiting,
      (select count(*)::integer from webhook_deliveries d where d.endpoint_id = e.id and d.rank = 0) as dead,
      e.version, e.created_at, e.updated_at
    from webhook_endpoints e join channels c on c.id = e.channel_id where ${rest}`.execute(ctx.db)
  return rows.map(({ authKind, authName, secrets, ...row }) => ({
    ...row,
    auth: { kind: authKind, name: authName },
    secrets: secrets.map((secret) => ({
      ...secret,
      createdAt: utc(secret.createdAt),
      expiresAt: secret.expiresAt === null ? null : utc(secret.expiresAt),
    })),
  }))
}

/** Instants inside of JSON come with an offset. */
const utc = (text: string): string => new Date(text).toISOString()

export const readEndpoint = async (ctx: Ctx, id: string): Promise<WebhookEndpoint> => {
  const [endpoint] = await selectEndpoints(ctx, sql`e.id = ${id} and ${ofOwnChannels(ctx, 'e.channel_id')}`)
  if (!endpoint) throw new Problem('webhook.not_found')
  return endpoint
}

/** The row, locked until the end of the transaction. */
export const lockEndpoint = async (ctx: Ctx, id: string): Promise<WebhookEndpoint> => {
  await ctx.db.selectFrom('webhookEndpoints').select('id').where('id', '=', id).forUpdate().execute()
  return readEndpoint(ctx, id)
}

/** What the audit records of an endpoint: its settings, not its delivery state. */
export const auditedFields = ({ channelId, url, auth, ownChanges, state }: WebhookEndpoint): Record<string, unknown> => ({
  channelId,
  url,
  auth: auth.name === null ? auth.kind : `${auth.kind} ${auth.name}`,
  ownChanges,
  state,
})
