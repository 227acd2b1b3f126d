import type { Ctx } from '#src/platform/ctx.ts'
import { startLoop, wakeLoop } from '#src/platform/jobs/leased-loop.ts'
import { bodyOf } from './body-of.ts'
import { callEndpoint } from './call-endpoint.ts'
import { type ClaimedDelivery, claimDeliveries, dueEndpoints } from './claim-deliveries.ts'
import { finishDeliveries } from './finish-deliveries.ts'
import { targetOf } from './targets.ts'

const loopName = 'webhooks'
/** What happens in one moment is looked for together. */
const gatherMs = 40
/** A look by itself finds retries, and what a dead process left behind. */
const pollMs = 1000
/** Endpoints served at the same time by one process; each has a line of its own, so that a dead one holds up nobody. */
const linesAtOnce = 64
/** How long calls may take to end when we are asked to stop. */
const patienceMs = 2000

/** Looks at once after the commit; other processes do within a second. */
export const wakeDelivery = (ctx: Ctx): void => wakeLoop(ctx, loopName)

/** Takes, sends and writes one batch of an endpoint; answers how many there were. */
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
      booking: { venueId: one.venueId, reservationId: one.reservationId },
    }),
  })
  await finishDeliveries(ctx, endpointId, await Promise.all(claimed.map(send)))
  return claimed.length
}

/** Every process that works delivers; a live message of a booking wakes them. */
export const startDelivering = (ctx: () => Ctx): { stop: () => Promise<void> } => {
  /** Lines that run, and whether somebody asked for them meanwhile. */
  const lines = new Map<string, { again: boolean }>()
  const ending = new AbortController()
  const loop = startLoop<string>(ctx, {
    name: loopName,
    atOnce: linesAtOnce,
    everyMs: pollMs,
    take: async (inner, room) => {
      const due = await dueEndpoints(inner)
      for (const id of due) {
        const line = lines.get(id)
        if (line) line.again = true
      }
      const fresh = due.filter((id) => !lines.has(id)).slice(0, room)
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
  let gathering: NodeJS.Timeout | undefined
  const unsubscribe = ctx().ports.live.subscribe(({ message }) => {
    if (message.type !== 'reservation') return
    gathering ??= setTimeout(() => {
      gathering = undefined
      wakeDelivery(ctx())
    }, gatherMs).unref()
  })
  return {
    stop: async () => {
      ending.abort()
      unsubscribe()
      clearTimeout(gathering)
      // A call may take ten seconds; what is not written by then is missed after its lease, and sent again.
      await Promise.race([loop.stop(), new Promise((resolve) => void setTimeout(resolve, patienceMs).unref())])
    },
  }
}
