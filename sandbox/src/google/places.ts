import tzlookup from '@photostructure/tz-lookup'
import { Temporal } from 'temporal-polyfill'
import type { Candidate, Inventory } from './inventory.ts'
import type { Memory, Merchant } from './memory.ts'
import type { ResourceIds, SlotTime } from './messages.ts'

export type Places = {
  all(): Merchant[]
  get(id: string): Merchant | undefined
  /** Whether a feed says so, or only a list. */
  fed(): boolean
  zoneOf(merchant: Merchant): string
  today(merchant: Merchant): string
  slotsOf(merchant: Merchant, date: string, partySize: number): Candidate[]
}

const zones = new Map<string, string>()
/** Of the place where it stands: feeds name no zone. */
const zoneOf = ({ geo }: Merchant): string => {
  const { latitude, longitude } = geo ?? {}
  if (latitude === undefined || longitude === undefined || Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return 'UTC'
  const key = `${latitude} ${longitude}`
  const zone = zones.get(key) ?? tzlookup(latitude, longitude)
  zones.set(key, zone)
  return zone
}

/** Every half hour at which people eat, where no feed says anything else. */
const firstHour = 11
const lastHour = 23
/** How long one stays is the restaurant's to say. */
const unknownStay = 0
export const guessedService = 'reservation'
const guessed = (fromSec: number, partySize: number): Candidate[] =>
  Array.from({ length: (lastHour - firstHour) * 2 }, (_, half) => ({
    serviceId: guessedService,
    startSec: fromSec + firstHour * 3600 + half * 1800,
    durationSec: unknownStay,
    partySize,
    open: undefined,
  }))

const dayIn = (zone: string, date: string): { fromSec: number; toSec: number } => {
  const day = Temporal.PlainDate.from(date)
  const startOf = (one: Temporal.PlainDate): number => one.toZonedDateTime(zone).epochMilliseconds / 1000
  return { fromSec: startOf(day), toSec: startOf(day.add({ days: 1 })) }
}

export const makePlaces = (memory: Memory, inventory: Inventory, nowMs: () => number): Places => {
  return {
    all: () => Object.values(memory.merchants).toSorted((a, b) => a.name.localeCompare(b.name)),
    get: (id) => (Object.hasOwn(memory.merchants, id) ? memory.merchants[id] : undefined),
    fed: () => memory.fed,
    zoneOf,
    today: (merchant) => Temporal.Instant.fromEpochMilliseconds(nowMs()).toZonedDateTimeISO(zoneOf(merchant)).toPlainDate().toString(),
    slotsOf: (merchant, date, partySize) => {
      const day = dayIn(zoneOf(merchant), date)
      const fed = inventory.slots({ merchantId: merchant.merchant_id, ...day, partySize })
      return (fed ?? guessed(day.fromSec, partySize))
        .filter(({ startSec }) => startSec * 1000 > nowMs())
        .toSorted((a, b) => a.startSec - b.startSec)
    },
  }
}

const resourcesOf = ({ partySize, roomId }: Candidate): ResourceIds => ({
  ...(roomId === undefined ? {} : { room_id: roomId }),
  party_size: partySize,
})
/** A time as a lookup asks for it. */
export const slotTimeOf = (candidate: Candidate): SlotTime => ({
  service_id: candidate.serviceId,
  start_sec: String(candidate.startSec),
  ...(candidate.durationSec === unknownStay ? {} : { duration_sec: String(candidate.durationSec) }),
  ...(candidate.tag === undefined ? {} : { availability_tag: candidate.tag }),
  resource_ids: resourcesOf(candidate),
  ...(candidate.mode === undefined ? {} : { confirmation_mode: candidate.mode }),
})
