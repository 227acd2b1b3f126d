import type { SystemEndpoint, WebhookEndpoint } from '@tablewire/contracts/channels/webhook-objects'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import { ofOwnWebhooks } from './own-channels.ts'

/** Of a channel or of a reservation system; the other is null. */
export type AnyEndpoint = Omit<WebhookEndpoint, 'channelId' | 'channelName'> & {
  channelId: string | null
  channelName: string | null
  systemId: string | null
  systemName: string | null
}
export type AnyEndpointWithSecret = AnyEndpoint & { secret: string }

type Row = Omit<AnyEndpoint, 'auth'> & { authKind: AnyEndpoint['auth']['kind']; authName: string | null }

/** Endpoints as people see them; `rest` is everything after the `where`. */
export const selectEndpoints = async (ctx: Ctx, rest: RawBuilder<unknown>): Promise<AnyEndpoint[]> => {
  const now = ctx.clock().toString()
  const { rows } = await sql<Row>`
    select e.id, e.channel_id, c.name as channel_name, e.system_id, s.name as system_name, e.url, e.auth_kind, e.auth_name, e.own_changes, e.state, e.paused_by, e.failing_since,
      case when e.retry_at > ${now}::timestamptz then e.retry_at end as retry_at, e.last_delivered_at, e.last_error,
      coalesce((
        select json_agg(json_build_object('id', k.id, 'hint', k.hint, 'createdAt', k.created_at, 'expiresAt', k.expires_at)
          order by k.expires_at desc nulls first, k.created_at desc)
        from webhook_secrets k where k.endpoint_id = e.id and (k.expires_at is null or k.expires_at > ${now}::timestamptz)), '[]') as secrets,
      (select count(*)::integer from webhook_deliveries d where d.endpoint_id = e.id and d.rank = 1) as waiting,
      (select count(*)::integer from webhook_deliveries d where d.endpoint_id = e.id and d.rank = 0) as dead,
      e.version, e.created_at, e.updated_at
    from webhook_endpoints e left join channels c on c.id = e.channel_id left join systems s on s.id = e.system_id where ${rest}`.execute(
    ctx.db,
  )
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

export const readEndpoint = async (ctx: Ctx, id: string): Promise<AnyEndpoint> => {
  const [endpoint] = await selectEndpoints(ctx, sql`e.id = ${id} and ${ofOwnWebhooks(ctx, 'e')}`)
  if (!endpoint) throw new Problem('webhook.not_found')
  return endpoint
}

/** The row, locked until the end of the transaction; not against deliveries that others write meanwhile, which would be waited for. */
export const lockEndpoint = async (ctx: Ctx, id: string): Promise<AnyEndpoint> => {
  await ctx.db.selectFrom('webhookEndpoints').select('id').where('id', '=', id).forNoKeyUpdate().execute()
  return readEndpoint(ctx, id)
}

/** As its channel reads it; one of a system has addresses of its own. */
export const asOfChannel = <T extends AnyEndpoint>(endpoint: T): T & WebhookEndpoint => {
  const { channelId, channelName } = endpoint
  if (channelId === null || channelName === null) throw new Problem('webhook.not_found')
  return { ...endpoint, channelId, channelName }
}
/** As its reservation system reads it. */
export const asOfSystem = <T extends AnyEndpoint>(endpoint: T): T & SystemEndpoint => {
  const { systemId, systemName } = endpoint
  if (systemId === null || systemName === null) throw new Problem('webhook.not_found')
  return { ...endpoint, systemId, systemName }
}

/** What the audit records of an endpoint: its settings, not its delivery state. */
export const auditedFields = ({ channelId, systemId, url, auth, ownChanges, state }: AnyEndpoint): Record<string, unknown> => ({
  ...(systemId === null ? { channelId } : { systemId }),
  url,
  auth: auth.name === null ? auth.kind : `${auth.kind} ${auth.name}`,
  ownChanges,
  state,
})
