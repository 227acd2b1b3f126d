import type { Delivery } from '@tablewire/contracts/channels/webhook-objects'
import type { Replay } from '@tablewire/contracts/channels/webhooks'
import { type RawBuilder, sql } from 'kysely'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { wakeDelivery } from './deliver-due.ts'
import { readEndpoint } from './endpoint-view.ts'
import { readDelivery } from './list-deliveries.ts'

/** Replay: puts deliveries back to the beginning of the retry schedule, due now. Deliveries in flight are left out. */
const replay = async (ctx: Ctx, which: RawBuilder<unknown>): Promise<number> => {
  const now = ctx.clock().toString()
  const { numAffectedRows } = await sql`
    update webhook_deliveries d set state = 'waiting', step = 0, next_at = ${now}::timestamptz, lease = null, finished_at = null
    where ${which} and not (d.state = 'waiting' and d.lease is not null and d.next_at > ${now}::timestamptz)`.execute(ctx.db)
  return Number(numAffectedRows ?? 0n)
}

const wantedOf = ({ deliveries, since, delivered }: Replay): RawBuilder<unknown> => {
  const newer = since === undefined ? sql`` : sql` and d.created_at >= ${since}::timestamptz`
  if (deliveries) return sql`d.id = any(${deliveries}::uuid[])${newer}`
  // Without a time span it would be everything that ever was.
  return delivered && since !== undefined ? sql`true${newer}` : sql`d.rank = 0${newer}`
}

export const replayDeliveries = async (ctx: Ctx, { id, selection }: { id: string; selection: Replay }): Promise<{ replayed: number }> =>
  transaction(ctx, async (inner) => {
    const { url } = await readEndpoint(inner, id)
    const replayed = await replay(inner, sql`d.endpoint_id = ${id} and ${wantedOf(selection)}`)
    await audit(inner, { action: 'webhook.replayed', subject: 'webhook', subjectId: id, after: { url, replayed } })
    wakeDelivery(inner)
    return { replayed }
  })

export const replayOne = async (ctx: Ctx, id: string): Promise<Delivery> =>
  transaction(ctx, async (inner) => {
    const { endpointId, url } = await readDelivery(inner, id)
    const replayed = await replay(inner, sql`d.id = ${id}`)
    await audit(inner, { action: 'webhook.replayed', subject: 'webhook', subjectId: endpointId, after: { url, replayed } })
    wakeDelivery(inner)
    const { body: _, tries: __, ...delivery } = await readDelivery(inner, id)
    return delivery
  })
