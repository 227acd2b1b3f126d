import type { Received, Result } from '@tablewire/contracts/kit/endpoint'
import type { Delivery, DeliveryDetail, WebhookBody } from '@tablewire/contracts/channels/webhook-objects'
import type { webhooks } from '@tablewire/contracts/channels/webhooks'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod/mini'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import { bodyOf } from './body-of.ts'
import { ofOwnWebhooks, ofParty, type Party } from './own-channels.ts'

type Asked = Received<typeof webhooks.deliveries>['query']
type Query = Omit<Asked, 'filters'> & { filters?: (NonNullable<Asked['filters']> & { systemId?: string | undefined }) | undefined }

const columns = sql`d.id, d.endpoint_id, e.url, d.event_id, d.sequence, v.entity, v.action, d.reservation_id, r.reference, d.state, d.attempts,
  case when d.state = 'waiting' then d.next_at end as next_at, d.http_status as status, d.error, v.occurred_at, d.finished_at`
const sources = sql`webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id join webhook_events v on v.id = d.event_id
  left join reservations r on r.venue_id = v.venue_id and r.id = v.reservation_id`
const ranks = { dead: 0, waiting: 1, delivered: 2 } as const

/** Keyset pagination by rank, sequence and id: a delivery added meanwhile shifts no page. */
const Cursor = z.tuple([z.int(), z.int(), z.uuid()])
const cursorOf = ({ state, sequence, id }: Delivery): string =>
  Buffer.from(JSON.stringify([ranks[state], sequence, id])).toString('base64url')
const beyond = (after: string): RawBuilder<unknown> => {
  try {
    const [rank, sequence, id] = z.parse(Cursor, JSON.parse(Buffer.from(after, 'base64url').toString()))
    return sql`(d.rank > ${rank} or d.rank = ${rank} and (d.sequence < ${sequence} or d.sequence = ${sequence} and d.id > ${id}::uuid))`
  } catch {
    throw new Problem('request.invalid', {}, { after: [{ issue: 'invalid' }] })
  }
}

/** Failures first. The page is selected before any join. */
export const listDeliveries = async (
  ctx: Ctx,
  { filters = {}, offset = 0, limit = 50, after }: Query,
  party: Party,
): Promise<Result<typeof webhooks.deliveries>> => {
  const { channelId, systemId, endpointId, state, action, reservationId, eventId } = filters
  const where = sql.join(
    [
      ofOwnWebhooks(ctx, 'd'),
      ...(channelId === undefined ? [] : [sql`d.channel_id = ${channelId}`]),
      ofParty('d', party),
      ...(systemId === undefined ? [] : [sql`d.system_id = ${systemId}`]),
      ...(endpointId === undefined ? [] : [sql`d.endpoint_id = ${endpointId}`]),
      ...(state === undefined ? [] : [sql`d.rank = ${sql.lit(ranks[state])}`]),
      ...(reservationId === undefined ? [] : [sql`d.reservation_id = ${reservationId}`]),
      ...(eventId === undefined ? [] : [sql`d.event_id = ${eventId}`]),
      ...(action === undefined ? [] : [sql`exists (select from webhook_events a where a.id = d.event_id and a.action = ${action})`]),
    ],
    sql` and `,
  )
  const from = after === undefined ? sql`true` : beyond(after)
  const [found, counted] = await Promise.all([
    sql<Delivery>`
      with page as (
        select d.id from webhook_deliveries d where ${where} and ${from} order by d.rank, d.sequence desc, d.id limit ${limit + 1} offset ${offset}
      )
      select ${columns} from ${sources} where d.id in (select id from page) order by d.rank, d.sequence desc, d.id`.execute(ctx.db),
    sql<{ total: number }>`select count(*)::integer as total from webhook_deliveries d where ${where}`.execute(ctx.db),
  ])
  const data = found.rows.slice(0, limit)
  return { data, total: counted.rows[0]!.total, next: found.rows.length > limit ? cursorOf(data.at(-1)!) : null }
}

type Whole = Delivery & { data: Record<string, unknown>; tries: DeliveryDetail['tries'] }

export const readDelivery = async (ctx: Ctx, id: string): Promise<DeliveryDetail> => {
  const { rows } = await sql<Whole>`
    select ${columns}, v.data, coalesce((
      select json_agg(json_build_object('n', a.n, 'at', a.at, 'durationMs', a.duration_ms, 'status', a.http_status, 'error', a.error, 'answer', a.answer)
        order by a.n desc)
      from webhook_attempts a where a.delivery_id = d.id), '[]') as tries
    from ${sources} where d.id = ${id} and ${ofOwnWebhooks(ctx, 'd')}`.execute(ctx.db)
  const row = rows[0]
  if (!row) throw new Problem('webhook.delivery_not_found')
  const { data, tries, ...delivery } = row
  const body: WebhookBody = bodyOf({ ...delivery, data })
  return { ...delivery, body, tries: tries.map((one) => ({ ...one, at: new Date(one.at).toISOString() })) }
}
