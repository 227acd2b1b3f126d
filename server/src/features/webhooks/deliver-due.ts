import type { Ctx } from '#src/platform/ctx.ts'
import { startLoop, wakeLoop } from '#src/platform/jobs/leased-loop.ts'
import { bodyOf } from './body-of.ts'
import { callEndpoint } from './call-endpoint.ts'
import { type ClaimedDelivery, claimDeliveries, dueEndpoints } from './claim-deliveries.ts'
import { finishDeliveries } from './finish-deliveries.ts'
import { targetOf } from './targets.ts'

const loopName = 'webhooks'
/** Debounce: what happens in one moment is polled for together. */
const gatherMs = 40
/** The poll finds retries, and what a crashed process left behind. */
const pollMs = 1000
/** Endpoints served concurrently by one process; each has a queue of its own, so that a slow one delays nobody. */
const linesAtOnce = 64
/** Grace period of calls in flight when the process stops. */
const patienceMs = 2000

/** Wakes the loop after the commit; other processes poll within a second. */
export const wakeDelivery = (ctx: Ctx): void => wakeLoop(ctx, loopName)

/** Claims, sends and records one batch of an endpoint; returns its size. */
const deliverBatch = async (ctx: Ctx, endpointId: string): Promise<number> => {
  const claimed = await claimDeliveries(ctx, endpointId)
  if (!claimed.length) return 0
  const target = await targetOf(ctx, endpointId)
  if (!target) return 0
  const send = async (one: ClaimedDelivery) => ({
    claimed: one,
    called: await callEndpoint(ctx, target, {
      body: JSON.stringify(bodyOf(one)),
      eventId: one.eventId,
      operation: 'webhook',
      attempt: one.attempts + 1,
      about: { venueId: one.venueId, reservationId: one.entity === 'onboarding' || one.entity === 'guest' ? null : one.reservationId },
    }),
  })
  await finishDeliveries(ctx, endpointId, await Promise.all(claimed.map(send)))
  return claimed.length
}

/** Every working process delivers; a live message of what endpoints are told of wakes it. */
export const startDelivering = (ctx: () => Ctx): { stop: () => Promise<void> } => {
  /** Running queues by endpoint, and whether another run was requested meanwhile. */
  const lines = new Map<string, { again: boolean }>()
  const ending = new AbortController()
  const loop = startLoop<string>(ctx, {
    name: loopName,
    atOnce: linesAtOnce,
    everyMs: pollMs,
    take: async (inner, capacity) => {
      const due = await dueEndpoints(inner)
      for (const id of due) {
        const line = lines.get(id)
        if (line) line.again = true
      }
      const fresh = due.filter((id) => !lines.has(id)).slice(0, capacity)
      for (const id of fresh) lines.set(id, { again: true })
      return fresh
    },
    run: async (_, id, signal) => {
      const line = lines.get(id)!
      try {
        while (line.again && !signal.aborted) {
          line.again = false
          while (!ending.signal.aborted && (await deliverBatch(ctx(), id)) > 0);
        }
      } finally {
        lines.delete(id)
      }
    },
  })
  let cancel: (() => void) | undefined
  const unsubscribe = ctx().ports.live.subscribe(({ message }) => {
    if (message.type !== 'reservation' && message.type !== 'onboarding') return
    cancel ??= ctx().ports.timers.after(gatherMs, () => {
      cancel = undefined
      wakeDelivery(ctx())
    })
  })
  return {
    stop: async () => {
      ending.abort()
      unsubscribe()
      cancel?.()
      // A call may take ten seconds; an outcome not recorded by then loses its lease, and is sent again (at-least-once).
      await Promise.race([loop.stop(), ctx().ports.timers.sleep(patienceMs)])
    },
  }
}
