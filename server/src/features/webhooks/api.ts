import type { Ctx } from '#src/platform/ctx.ts'
import { startDelivering } from './deliver-due.ts'

export { isOfChannel, ofOwnChannels } from './own-channels.ts'
export { listenToEvents, type Heard } from './listen-to-events.ts'

/** Every process that works jobs delivers webhooks as well; `stop` before the database goes. */
export const startWebhooks = (ctx: () => Ctx): { stop: () => Promise<void> } => startDelivering(ctx)
