import type { WebhookBody } from '@tablewire/contracts/channels/webhook-objects'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { newId } from '#src/platform/id.ts'
import { breakAfter } from './schedule.ts'

/** Concurrent calls per endpoint. */
const atOnce = 16

export type ClaimedDelivery = {
  id: string
  lease: string
  eventId: string
  venueId: string | null
  reservationId: string
  sequence: number
  entity: WebhookBody['entity']
  action: WebhookBody['action']
  data: Record<string, unknown>
  occurredAt: string
  attempts: number
  step: number
  /** Consecutive failures of the endpoint. */
  failures: number
}

/** Endpoints with due deliveries. */
export const dueEndpoints = async (ctx: Ctx): Promise<string[]> => {
  const now = ctx.clock().toString()
  const { rows } = await sql<{ id: string }>`
    select e.id from webhook_endpoints e
    where e.state in ('active', 'failing') and (e.retry_at is null or e.retry_at <= ${now}::timestamptz) and exists (
      select from webhook_deliveries d where d.endpoint_id = e.id and d.state = 'waiting' and d.next_at <= ${now}::timestamptz)`.execute(
    ctx.db,
  )
  return rows.map(({ id }) => id)
}

/**
 * Claims due deliveries, in order per thing they are about: the next one waits until the oldest is delivered or given up. An endpoint with an open circuit
 * (several consecutive failures) is probed with one.
 */
export const claimDeliveries = async (ctx: Ctx, endpointId: string): Promise<ClaimedDelivery[]> => {
  const now = ctx.clock()
  const at = now.toString()
  const until = now.add({ milliseconds: ctx.ports.config.waits.delivery }).toString()
  const { rows } = await sql<ClaimedDelivery>`
    with e as (
      select failures from webhook_endpoints
      where id = ${endpointId} and state in ('active', 'failing') and (retry_at is null or retry_at <= ${at}::timestamptz)
    ), due as (
      select d.id from webhook_deliveries d
      where d.endpoint_id = ${endpointId} and d.state = 'waiting' and d.next_at <= ${at}::timestamptz
        -- Of a place that is just being moved nothing is taken, and everybody else's goes on.
        and (not (select any_closed()) or not exists (select from webhook_events w where w.id = d.event_id and is_closed(w.venue_id)))
        and not exists (
        select from webhook_deliveries p
        where p.endpoint_id = ${endpointId} and p.reservation_id = d.reservation_id and p.state = 'waiting' and p.sequence < d.sequence)
      order by d.next_at, d.sequence
      limit coalesce((select case when e.failures >= ${sql.lit(breakAfter)} then 1 else ${sql.lit(atOnce)} end from e), 0)
      for update skip locked
    ), taken as (
      update webhook_deliveries d set lease = ${newId()}::uuid, next_at = ${until}::timestamptz from due where d.id = due.id
      returning d.id, d.lease, d.event_id, d.attempts, d.step
    )
    select t.id, t.lease, t.event_id, t.attempts, t.step, v.venue_id, v.reservation_id, v.entity, v.sequence, v.action, v.data, v.occurred_at, e.failures
    from taken t join webhook_events v on v.id = t.event_id cross join e`.execute(ctx.db)
  return rows
}
