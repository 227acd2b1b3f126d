import { setTimeout as sleep } from 'node:timers/promises'
import type { Dice } from '../traffic/dice.ts'

type Admin = (method: string, path: string, body?: unknown) => Promise<unknown>

/** The sandbox's admin API. */
export const sandboxAdmin =
  (rms: string): Admin =>
  async (method, path, body) => {
    const answer = await fetch(`${rms}/admin/${path}`, {
      method,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    if (!answer.ok && answer.status !== 409 && answer.status !== 400) throw new Error(`sandbox ${path}: ${answer.status}`)
    return answer.json()
  }

const everyFault = [
  { kind: 'slow', most: 0.1, ms: 2500 },
  { kind: 'timeout_after', most: 0.03, ms: 0 },
  { kind: 'error_before', most: 0.1, ms: 0 },
  { kind: 'error_after', most: 0.1, ms: 0 },
  { kind: 'conflict', most: 0.05, ms: 0 },
  { kind: 'busy', most: 0.1, ms: 0 },
  { kind: 'garbage', most: 0.05, ms: 0 },
  { kind: 'cut', most: 0.1, ms: 0 },
  { kind: 'webhook_twice', most: 0.3, ms: 0 },
  { kind: 'webhook_late', most: 0.3, ms: 4000 },
  { kind: 'clock_skew', most: 1, ms: 90_000 },
] as const

/** Fault injection: other faults every few seconds, calm periods, and moments of total outage. Settles when told to stop, without faults. */
export const injectFaults = async (admin: Admin, dice: Dice, stopped: AbortSignal): Promise<number> => {
  let changes = 0
  while (!stopped.aborted) {
    const faults = dice.chance(0.1)
      ? [{ kind: 'cut', probability: 1, on: '*', ms: 0 }]
      : everyFault.filter(() => dice.chance(0.6)).map(({ kind, most, ms }) => ({ kind, probability: most * dice.next(), on: '*', ms }))
    await admin('PUT', 'faults', { faults, seed: dice.between(1, 1_000_000) }).catch(() => undefined)
    changes++
    await sleep(dice.between(800, 4000), undefined, { signal: stopped }).catch(() => undefined)
  }
  await admin('PUT', 'faults', { faults: [] })
  return changes
}

type BookingStatus = { id: string; status: string }

/** Simulated staff: they cancel, seat and shrink parties in their system while the channels book. */
export const simulateStaff = async (admin: Admin, dice: Dice, stopped: AbortSignal): Promise<number> => {
  let acts = 0
  while (!stopped.aborted) {
    await sleep(dice.between(100, 500), undefined, { signal: stopped }).catch(() => undefined)
    const { bookings } = (await admin('GET', 'bookings').catch(() => ({ bookings: [] }))) as { bookings: BookingStatus[] }
    const live = bookings.filter(({ status }) => status === 'confirmed' || status === 'pending_confirmation')
    for (let done = 0; done < 3 && live.length > 0; done++) {
      const { id } = dice.pick(live)
      const change = dice.weighted<Record<string, unknown>>([
        [{ status: 'canceled' }, 3],
        [{ status: 'seated' }, 1],
        [{ status: 'no-show' }, 1],
        [{ partySize: 1 }, 3],
      ])
      await admin('POST', `bookings/${encodeURIComponent(id)}`, change).catch(() => undefined)
      acts++
    }
  }
  return acts
}
