import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { BookingStatus, ConfirmationMode, Person, WaitEstimate, WaitState } from './messages.ts'

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
export type WaitlistRules = { min_party_size?: number; max_party_size?: number; supports_additional_request?: boolean }
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
/** A place on a waitlist that Google asked for. */
export type OwnWait = {
  id: string
  token: string
  merchantId: string
  partySize: number
  person: Person
  joinedAt: string
  state: WaitState
  estimate?: WaitEstimate | undefined
}
export type Stored = {
  merchants: Record<string, Merchant>
  /** Services of each merchant, by their ids. */
  services: Record<string, string[]>
  /** Merchants whose waitlist guests may join, with the parties it takes. */
  waitlists: Record<string, WaitlistRules>
  /** Whether a feed told of the merchants, or only a list. */
  fed: boolean
  /** Public keys that the partner has registered for its feeds. */
  sshKeys: string[]
  bookings: OwnBooking[]
  waits: OwnWait[]
  people: Record<string, Person>
}
export type Memory = Stored & { save(): void; flush(): void }

const saveAfterMs = 100

/** Google's storage in one file; without a file only until it ends. Many changes at once are written once. */
export const openMemory = (file: string | undefined): Memory => {
  const fresh: Stored = { merchants: {}, services: {}, waitlists: {}, fed: false, sshKeys: [], bookings: [], waits: [], people: {} }
  const kept: Stored =
    file !== undefined && existsSync(file) ? { ...fresh, ...(JSON.parse(readFileSync(file, 'utf8')) as Partial<Stored>) } : fresh
  let waiting: NodeJS.Timeout | undefined
  const memory: Memory = {
    ...kept,
    flush: () => {
      clearTimeout(waiting)
      if (waiting === undefined || file === undefined) return
      waiting = undefined
      const { merchants, services, waitlists, fed, sshKeys, bookings, waits, people } = memory
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(`${file}.new`, JSON.stringify({ merchants, services, waitlists, fed, sshKeys, bookings, waits, people }), {
        mode: 0o600,
      })
      renameSync(`${file}.new`, file)
    },
    save: () => {
      if (file !== undefined) waiting ??= setTimeout(memory.flush, saveAfterMs)
    },
  }
  return memory
}
