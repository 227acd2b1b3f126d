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
export type StoredState = { endpoint: { id: string; url: string; secret: string } | null; bookings: OwnBooking[]; received: Received[] }
export type Memory = StoredState & { save(): void }

const mostReceived = 500

/** The site's storage, in one small file; without a file only until it ends. */
export const openMemory = (file: string | undefined): Memory => {
  const kept: StoredState =
    file !== undefined && existsSync(file)
      ? (JSON.parse(readFileSync(file, 'utf8')) as StoredState)
      : { endpoint: null, bookings: [], received: [] }
  const memory: Memory = {
    ...kept,
    save: () => {
      memory.received.splice(0, Math.max(0, memory.received.length - mostReceived))
      if (file === undefined) return
      const { endpoint, bookings, received } = memory
      mkdirSync(dirname(file), { recursive: true })
      // Atomic write by rename: a crash leaves the old file.
      writeFileSync(`${file}.new`, JSON.stringify({ endpoint, bookings, received }), { mode: 0o600 })
      renameSync(`${file}.new`, file)
    },
  }
  return memory
}
