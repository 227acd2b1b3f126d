import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

export type OwnBooking = {
  id: string
  reference: string
  venueId: string
  venueName: string
  timezone: string
  status: string
  partySize: number
  date: number
  name: string
  email: string
  paymentUrl: string | null
}
export type Received = { at: string; eventId: string; good: boolean; body: Record<string, unknown> }
type Period = { from: string; to: string }
/** What a page of the guide says. */
export type PlaceFacts = {
  name?: string | null
  address?: string | null
  postalCode?: string | null
  city?: string | null
  phone?: string | null
  website?: string | null
  hours?: (Period & { day: number })[] | null
  specialDays?: { date: string; periods: Period[] }[] | null
}
/** `drift`: what was changed here since the hub said it. */
export type Place = { venueId: string; etag: string; facts: PlaceFacts; drift: PlaceFacts; changedBy?: 'guest' }
export type StoredState = {
  endpoint: { id: string; url: string; secret: string } | null
  bookings: OwnBooking[]
  received: Received[]
  places: Record<string, Place>
  after: string | null
}
export type Memory = StoredState & { save(): void }

const mostReceived = 500

/** The site's storage, in one small file; without a file only until it ends. */
export const openMemory = (file: string | undefined): Memory => {
  const fresh: StoredState = { endpoint: null, bookings: [], received: [], places: {}, after: null }
  const kept: StoredState =
    file !== undefined && existsSync(file) ? { ...fresh, ...(JSON.parse(readFileSync(file, 'utf8')) as Partial<StoredState>) } : fresh
  const memory: Memory = {
    ...kept,
    save: () => {
      memory.received.splice(0, Math.max(0, memory.received.length - mostReceived))
      if (file === undefined) return
      const { endpoint, bookings, received, places, after } = memory
      mkdirSync(dirname(file), { recursive: true })
      // Atomic write by rename: a crash leaves the old file.
      writeFileSync(`${file}.new`, JSON.stringify({ endpoint, bookings, received, places, after }), { mode: 0o600 })
      renameSync(`${file}.new`, file)
    },
  }
  return memory
}
