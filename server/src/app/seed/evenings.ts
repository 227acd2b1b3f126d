import { localOf, type Party } from '#src/features/availability/api.ts'
import { daysAfter } from './calendar.ts'
import type { BookingOutcome } from './booking-course.ts'
import { type Booking, seat } from './seating.ts'
import { type OpenVenue, type BookingRequest, requestsOf } from './booking-requests.ts'

/** The demo knows this many service days before and after the venue's today. */
const daysBack = 14
export const daysAhead = 30
const hourMs = 3_600_000

/** `sinceMs`: until then the evenings are written already; null = nothing is. */
export type Span = { nowMs: number; sinceMs: number | null }

/** Today is full; the past keeps enough for histories and figures, the weeks to come what has been booked so far. */
const fullness = (daysFromToday: number, parties: number): number => {
  const busy = parties >= 20
  if (daysFromToday < -1) return busy ? 0.25 : 0.12
  if (daysFromToday === -1) return 0.5
  return daysFromToday === 0 ? 1 : daysFromToday <= 2 ? 0.75 : 0.37
}

/** A guest of a busy house who is choosing right now: the slot is held, nothing is booked. */
const undecided = ({ channels }: OpenVenue, like: BookingRequest, nowMs: number): BookingRequest | undefined => {
  const channel = channels.find((key) => key !== 'pos' && key !== 'desk')
  if (!channel) return undefined
  const fate: BookingOutcome = { ...like.fate, kind: 'abandoned' }
  const source = channel === 'widget' ? 'widget' : 'channel'
  const area = { areaTaste: 1, partySize: Math.min(like.partySize, 4) }
  return {
    ...like,
    ...area,
    fate,
    channel,
    source,
    guest: null,
    notes: null,
    tags: [],
    createdMs: nowMs - (20 + Math.floor(like.fate.moment * 100)) * 1000,
  }
}

/** Who sits near that date, of all who are known. */
const near = (taken: readonly Party[], date: string): Party[] => {
  const midnightMs = Date.parse(date)
  return taken.filter(({ startMs }) => startMs > midnightMs - 36 * hourMs && startMs < midnightMs + 60 * hourMs)
}

/** What has been booked for the venue between `sinceMs` and `nowMs`, and how far each party has come; `taken` are the places already given. */
export const eveningsOf = (venue: OpenVenue, { nowMs, sinceMs }: Span, taken: readonly Party[] = []): Booking[] => {
  const today = localOf(nowMs, venue.zone).date
  const sinceOn = sinceMs === null ? null : localOf(sinceMs, venue.zone).date
  const writtenTo = sinceOn === null ? '' : daysAfter(sinceOn, daysAhead)
  const bookings: Booking[] = []
  let before: readonly Party[] = []
  for (let days = -daysBack; days <= daysAhead; days++) {
    const date = daysAfter(today, days)
    if (sinceOn !== null && date < sinceOn) continue
    const window = { share: fullness(days, venue.demo.parties), afterMs: date > writtenTo ? -Infinity : sinceMs!, untilMs: nowMs }
    const { open, requests } = requestsOf(venue, date, window)
    const hold = days === 1 && venue.demo.parties >= 20 && requests[0] ? undecided(venue, requests[0], nowMs) : undefined
    const sitting = [...near(taken, date), ...before]
    const known = sitting.length
    bookings.push(...seat({ open, date, nowMs, taken: sitting }, hold ? [...requests, hold] : requests))
    before = sitting.slice(known)
  }
  return bookings
}
