import { appendFileSync, readFileSync } from 'node:fs'
import type { BcBooking } from '@tablewire/contracts/channels/channel-api-objects'
import { reservations } from '@tablewire/contracts/booking/reservations'
import type { Status } from '@tablewire/contracts/booking/reservations.rules'
import type { Client } from './client.ts'

/** What the server has acknowledged of one booking; the last line of an id counts. */
export type Entry = Pick<BcBooking, 'id' | 'reference' | 'venueId' | 'partySize' | 'date' | 'status'> & {
  lastName: string
  at: string
  /** A change was sent and never answered: it may have been made or not. */
  unsure?: true
}
export type Ledger = { note(booking: BcBooking): void; unsure(booking: BcBooking): void }

/** Appends each acknowledgement before anything else is done with it; without a file it forgets. */
export const openLedger = (path: string | undefined): Ledger => {
  const write = (booking: BcBooking, more: { unsure?: true }): void => {
    if (path === undefined) return
    const { id, reference, venueId, partySize, date, status, contact } = booking
    const entry: Entry = {
      id,
      reference,
      venueId,
      partySize,
      date,
      status,
      lastName: contact.lastname,
      at: new Date().toISOString(),
      ...more,
    }
    appendFileSync(path, `${JSON.stringify(entry)}\n`)
  }
  return { note: (booking) => write(booking, {}), unsure: (booking) => write(booking, { unsure: true }) }
}

/** A line cut off by a kill of this tool is the last one, and was not acknowledged to anybody. */
const readEntries = (path: string): Entry[] => {
  const last = new Map<string, Entry>()
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    if (!line.endsWith('}')) continue
    const entry = JSON.parse(line) as Entry
    last.set(entry.id, entry)
  }
  return [...last.values()]
}

const words: Partial<Record<BcBooking['status'], Status>> = {
  pending: 'pending_confirmation',
  require_payment: 'requires_payment',
  'no-show': 'no_show',
  declined: 'rejected',
}
/** Where a booking may have gone by itself or by the hand of staff since. */
const onward: Partial<Record<Status, readonly Status[]>> = {
  pending_confirmation: ['confirmed', 'rejected', 'seated', 'completed', 'no_show'],
  confirmed: ['seated', 'completed', 'no_show'],
  seated: ['completed'],
}

export type Verified = { checked: number; unsure: number; missing: Entry[]; different: { entry: Entry; what: string }[] }

const compare = (
  entry: Entry,
  found: { status: Status; partySize: number; startsAt: string; reference: string; venueId: string; guest: { lastName: string } },
): string[] => {
  const status = words[entry.status] ?? (entry.status as Status)
  const date = Date.parse(found.startsAt) / 1000
  return [
    ...(found.status === status || onward[status]?.includes(found.status) ? [] : [`status ${found.status}, acknowledged ${status}`]),
    ...(found.partySize === entry.partySize ? [] : [`party of ${found.partySize}, acknowledged ${entry.partySize}`]),
    ...(date === entry.date ? [] : [`starts ${found.startsAt}, acknowledged ${new Date(entry.date * 1000).toISOString()}`]),
    ...(found.reference === entry.reference && found.venueId === entry.venueId && found.guest.lastName === entry.lastName
      ? []
      : ['reference, venue or guest']),
  ]
}

/** Reads every acknowledged booking back as staff and says what is missing or other than it was promised. */
export const verifyLedger = async (client: Client, token: string, path: string): Promise<Verified> => {
  const entries = readEntries(path)
  const verified: Verified = { checked: entries.length, unsure: entries.filter(({ unsure }) => unsure).length, missing: [], different: [] }
  const queue = entries.values()
  const reader = async (): Promise<void> => {
    for (const entry of queue) {
      const reply = await client.call(reservations.get, { params: { id: entry.id } }, { token })
      if (!reply.ok) verified.missing.push(entry)
      else if (!entry.unsure) {
        const what = compare(entry, reply.data).join('; ')
        if (what !== '') verified.different.push({ entry, what })
      }
    }
  }
  await Promise.all(Array.from({ length: 8 }, reader))
  return verified
}
