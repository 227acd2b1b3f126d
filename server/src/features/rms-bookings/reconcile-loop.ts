import type { Ctx, Ports } from '#src/platform/ctx.ts'
import { type Loop, startLoop, wakeLoop } from '#src/platform/jobs/leased-loop.ts'
import { type RemoteRecord, takeDue } from './remote-rows.ts'
import { reconcile } from './reconcile.ts'

const name = 'hub.settle'
export const wakeReconciler = (ctx: Ctx): void => wakeLoop(ctx, name)

/** Background work that outlives its caller's request; a stopping process grants it a grace period. */
const behind = new WeakMap<Ports, Set<Promise<unknown>>>()
export const inBackground = ({ ports, log }: Ctx, work: Promise<unknown>): void => {
  const all = behind.get(ports) ?? new Set()
  behind.set(ports, all)
  const one = work
    // Its lease expires, and another process takes over.
    .catch((error: unknown) => {
      if (all === behind.get(ports)) log.error({ err: error }, 'context a booking')
    })
    .finally(() => all.delete(one))
  all.add(one)
}

/** Every working process reconciles what is due: bookings with an unknown outcome, cancellations to be delivered, hints. */
export const startReconciling = (ctxOf: () => Ctx): Loop => {
  const loop = startLoop<RemoteRecord>(ctxOf, {
    name,
    atOnce: 24,
    everyMs: 700,
    take: takeDue,
    run: async (ctx, row) => void (await reconcile(ctx, row)),
  })
  return {
    stop: async () => {
      const { timers, config } = ctxOf().ports
      const patience = timers.sleep(config.waits.stop)
      await loop.stop()
      await Promise.race([Promise.allSettled(behind.get(ctxOf().ports) ?? new Set()), patience])
      // Abandoned work fails when the database has gone, which is expected.
      behind.delete(ctxOf().ports)
    },
  }
}
