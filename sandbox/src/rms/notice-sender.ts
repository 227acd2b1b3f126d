import { randomUUID } from 'node:crypto'
import type { Booking } from './booking.ts'
import type { Faults } from './faults.ts'

export type Hub = { url: string; token: string }
export type SentNotice = { at: string; body: Record<string, unknown>; status: number | 'failed' | 'lost' | 'waiting'; attempts: number }
export type NoticeSender = {
  setHub(hub: Hub | undefined): void
  booking(booking: Booking, before: Booking | undefined): void
  availability(houseId: string, date: string): void
  sent(): readonly SentNotice[]
  stop(): void
}

const gatherMs = 400
const pausesMs = [500, 1000, 2000, 5000, 10_000, 20_000, 30_000, 60_000, 60_000, 60_000]
const remembered = 500

const changesOf = (booking: Booking, before: Booking | undefined): Record<string, unknown>[] => {
  const entity = { entity: 'booking', entityId: booking.id }
  // A hub that has never heard of the booking knows then whom to ask about it.
  const house = { venueId: booking.houseId }
  if (booking.status === 'canceled' && before?.status !== 'canceled') return [{ ...entity, action: 'cancel' }]
  const sent: Record<string, unknown>[] = []
  if (before && (before.startSec !== booking.startSec || before.partySize !== booking.partySize || before.areaId !== booking.areaId))
    sent.push({
      ...entity,
      action: 'update',
      data: { ...house, partySize: booking.partySize, date: booking.startSec, areaId: booking.areaId },
    })
  if (before?.status !== booking.status) sent.push({ ...entity, action: 'update', data: { ...house, status: booking.status } })
  return sent
}

type Later = { run(act: () => void, ms: number): void; stop(): void }
const makeLater = (): Later => {
  const timers = new Set<NodeJS.Timeout>()
  return {
    run: (act, ms) => {
      const timer = setTimeout(() => {
        timers.delete(timer)
        act()
      }, ms)
      timers.add(timer.unref())
    },
    stop: () => {
      for (const timer of timers) clearTimeout(timer)
    },
  }
}

/** Any success will do; anything else, and silence, is tried again. */
const post = async ({ url, token }: Hub, body: object): Promise<number | 'failed'> => {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(10_000),
    })
    await answer.arrayBuffer()
    return answer.status
  } catch {
    return 'failed'
  }
}

/** Tells the hub by webhooks, and again until it has heard, unless a fault says otherwise. */
export const makeNoticeSender = (faults: Faults, nowMs: () => number): NoticeSender => {
  let hub: Hub | undefined
  const log: SentNotice[] = []
  const later = makeLater()
  const days = new Map<string, Set<string>>()

  const deliver = async (entry: SentNotice): Promise<void> => {
    if (!hub) return
    entry.attempts++
    entry.status = await post(hub, entry.body)
    const pauseMs = pausesMs[entry.attempts - 1]
    const heard = typeof entry.status === 'number' && entry.status >= 200 && entry.status < 300
    if (!heard && pauseMs !== undefined) later.run(() => void deliver(entry), pauseMs)
  }
  const tell = (body: Record<string, unknown>): void => {
    if (!hub) return
    const at = new Date(nowMs()).toISOString()
    const entry: SentNotice = { at, body: { ...body, eventId: randomUUID(), occurredAt: at }, status: 'waiting', attempts: 0 }
    log.push(entry)
    if (log.length > remembered) log.shift()
    if (faults.strikes('webhook_lost', 'webhook')) return void (entry.status = 'lost')
    const lateness = faults.strikes('webhook_late', 'webhook')
    later.run(() => void deliver(entry), lateness ? lateness.ms || 3000 : 0)
    if (faults.strikes('webhook_twice', 'webhook')) later.run(() => void deliver(entry), 50)
  }

  return {
    setHub: (next) => (hub = next),
    booking: (booking, before) => {
      for (const body of changesOf(booking, before)) tell({ ...body, venueId: booking.houseId })
    },
    availability: (houseId, date) => {
      if (!hub) return
      const known = days.get(houseId)
      if (known) return void known.add(date)
      const gathered = new Set([date])
      days.set(houseId, gathered)
      later.run(() => {
        days.delete(houseId)
        tell({ entity: 'availability', entityId: houseId, venueId: houseId, action: 'update', data: { dates: [...gathered].toSorted() } })
      }, gatherMs)
    },
    sent: () => log,
    stop: later.stop,
  }
}
