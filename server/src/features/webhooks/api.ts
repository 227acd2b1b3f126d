import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import type { Leftover } from '#src/platform/leftovers.ts'
import { startDelivering } from './deliver-due.ts'

export { isOfChannel, ofOwnChannels } from './own-channels.ts'
export { reviveEndpoint } from './delete-endpoint.ts'
export { listenToEvents } from './listen-to-events.ts'

/** Every working process delivers webhooks; call `stop` before the database closes. */
export const startWebhooks = (ctx: () => Ctx): { stop: () => Promise<void> } => startDelivering(ctx)

/** Retention: a month, except deliveries waiting for a paused endpoint. */
export const webhookLeftovers: readonly Leftover[] = [
  {
    table: 'webhook_events',
    column: 'occurred_at',
    keep: { hours: 24 * 30 },
    only: sql`not exists (select from webhook_deliveries d where d.event_id = webhook_events.id and d.state = 'waiting')`,
  },
  { table: 'webhook_streams', column: 'until', keep: { hours: 1 } },
]
