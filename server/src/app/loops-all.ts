import { startFeeds } from '#src/features/google-feeds/api.ts'
import { startNotifying } from '#src/features/notifications/api.ts'
import { startProving } from '#src/features/onboarding/api.ts'
import { startWatchingTime } from '#src/features/restores/api.ts'
import { startReconciling } from '#src/features/rms-bookings/api.ts'
import { startSyncing } from '#src/features/rms-sync/api.ts'
import { startWaitlist } from '#src/features/waitlist/api.ts'
import { startWebhooks } from '#src/features/webhooks/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'

/** Leased loops: work queues in tables, polled by every working process, and what follows live messages. */
export const startLoops = (systemCtx: (name: string) => Ctx): { stop: () => Promise<void> } => {
  const loops = [
    startNotifying(() => systemCtx('notifications.follow')),
    startReconciling(() => systemCtx('hub.settle')),
    startWaitlist(() => systemCtx('waitlist.follow')),
    startWebhooks(() => systemCtx('webhooks.deliver')),
    startSyncing(systemCtx),
    startFeeds(() => systemCtx('googleFeeds.work')),
    startProving(() => systemCtx('onboarding.follow')),
    startWatchingTime(() => systemCtx('restores.watch')),
  ]
  return { stop: async () => void (await Promise.all(loops.map((loop) => loop.stop()))) }
}
