import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { BookingStatus, ConfirmationMode, Person } from './messages.ts'

/** A place as the map shows it: of the merchants feed, or of a list until the first feed comes. */
export type Merchant = {
  merchant_id: string
  name: string
  telephone?: string
  url?: string
  category?: string
  geo?: {
    latitude?: number
    longitude?: number
    address?: { country?: string; locality?: string; region?: string; postal_code?: string; street_address?: string }
    unstructured_address?: string
  }
}
/** A booking that Google made, as Google knows it. */
export type OwnBooking = {
  id: string
  token: string
  merchantId: string
  serviceId: string
  startSec: number
  durationSec: number
  partySize: number
  roomId?: string
  mode?: ConfirmationMode
  status: BookingStatus
  person: Person
  /** What the partner told by itself, newest last. */
  told: { at: string; words: string }[]
}
export type Stored = {
  merchants: Record<string, Merchant>
  /** Services of each merchant, by their ids. */
  services: Record<string, string[]>
  /** Whether a feed told of the merchants, or only a list. */
  fed: boolean
  /** Public keys that the partner has registered for its feeds. */
  sshKeys: string[]
  bookings: OwnBooking[]
  people: Record<string, Person>
}
export type Memory = Stored & { save(): void; flush(): void }

const saveAfterMs = 100

/** Google's storage in one file; without a file only until it ends. Many changes at once are written once. */
export const openMemory = (file: string | undefined): Memory => {
  const fresh: Stored = { merchants: {}, services: {}, fed: false, sshKeys: [], bookings: [], people: {} }
  const kept: Stored =
    file !== undefined && existsSync(file) ? { ...fresh, ...(JSON.parse(readFileSync(file, 'utf8')) as Partial<Stored>) } : fresh
  let waiting: NodeJS.Timeout | undefined
  const memory: Memory = {
    ...kept,
    flush: () => {
      clearTimeout(waiting)
      if (waiting === undefined || file === undefined) return
      waiting = undefined
      const { merchants, services, fed, sshKeys, bookings, people } = memory
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(`${file}.new`, JSON.stringify({ merchants, services, fed, sshKeys, bookings, people }), { mode: 0o600 })
      renameSync(`${file}.new`, file)
    },
    save: () => {
      if (file !== undefined) waiting ??= setTimeout(memory.flush, saveAfterMs)
    },
  }
  return memory
}
