import { type RowFinding, type RowReader, SeenRows } from '#src/features/imports/api.ts'
import { occupying } from '@tablewire/contracts/booking/reservations.rules'
import { occupancyOf } from '#src/features/availability/api.ts'
import { guestsAt, knownKeys } from '#src/features/reservations/api.ts'
import type { VenueWithBook } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import type { VenueRows } from './booking-file.ts'
import type { Booking } from './read-booking.ts'

const stepMs = 5 * 60_000
const dayMs = 86_400_000
const stepsOfDay = dayMs / stepMs

/** Covers sitting in an area, in steps of five minutes, by UTC day: what is here and what the file brings. */
const seatCounter = (ctx: Ctx, venue: VenueWithBook) => {
  const days = new Map<string, Int32Array>()
  const loaded = new Set<number>()
  const stepsIn = (startMs: number, endMs: number): number[] => {
    const first = Math.floor(startMs / stepMs)
    return Array.from({ length: Math.max(1, Math.ceil(endMs / stepMs) - first) }, (_, index) => first + index)
  }
  const dayOf = (areaId: string, step: number): Int32Array => {
    const key = `${areaId} ${Math.floor(step / stepsOfDay)}`
    let day = days.get(key)
    if (!day) days.set(key, (day = new Int32Array(stepsOfDay)))
    return day
  }
  const add = (areaId: string, { startMs, endMs, partySize }: { startMs: number; endMs: number; partySize: number }): number => {
    let most = 0
    for (const step of stepsIn(startMs, endMs)) most = Math.max(most, (dayOf(areaId, step)[step % stepsOfDay]! += partySize))
    return most
  }
  /** Who is here already on the days of these rows, each day asked for once. */
  const load = async (bookings: readonly Booking[]): Promise<void> => {
    const wanted = [...new Set(bookings.map(({ startMs }) => Math.floor(startMs / dayMs)))].filter((day) => !loaded.has(day))
    for (const day of wanted) loaded.add(day)
    const spans = wanted.map((day) => ({ venueId: venue.id, fromMs: day * dayMs, toMs: (day + 1) * dayMs }))
    const parties = (await occupancyOf(ctx, spans)).get(venue.id) ?? []
    // A span also brings who sat down the evening before: each counts with the day it began on.
    const seen = new Set<string>()
    for (const party of parties) {
      if (seen.has(party.id) || !wanted.includes(Math.floor(party.startMs / dayMs))) continue
      seen.add(party.id)
      add(party.areaId, party)
    }
  }
  return { add, load }
}

const nameOf = ({ contact }: Booking): string => `${contact.firstName} ${contact.lastName}`.trim().toLowerCase()

/** What makes two rows of one number the same booking, too. */
const contentOf = (booking: Booking): string => [booking.startsLocal, booking.partySize, nameOf(booking)].join('|')

/** Somebody of that name or address is expected at that time already. */
const isExpected = (expected: ReadonlySet<string>, booking: Booking): boolean => {
  const { startsAt, contact } = booking
  const who = nameOf(booking)
  return (
    (who !== '' && expected.has(`${startsAt}|${who}`)) ||
    (contact.email !== null && contact.email !== '' && expected.has(`${startsAt}|${contact.email.toLowerCase()}`))
  )
}

type Sitting = { venueId: string; sitting: number; capacity: number }
const fullFinding = (
  { line, areaId, startsLocal, partySize }: Booking,
  { venueId, sitting, capacity }: Sitting,
  columnName: string,
): RowFinding => ({
  line,
  outcome: 'noted',
  reason: 'area.full',
  columnName,
  value: `${sitting} / ${capacity}`,
  about: { venueId, areaId, startsLocal, partySize, sitting, capacity },
})

const whatIsHere = (ctx: Ctx, { venue, bookings }: VenueRows) => {
  const keys = bookings.map(({ key }) => key)
  const starts = [...new Set(bookings.map(({ startsAt }) => startsAt))]
  const named = bookings.some((booking) => nameOf(booking) !== '' || booking.contact.email)
  return Promise.all([knownKeys(ctx, venue.id, keys), named ? guestsAt(ctx, venue.id, starts) : new Set<string>()])
}

/** What only the dry run asks: who came by already, in the file or here, and what does not fit with what is here. Answers the lines of those that are new. */
export const bookingValidator = (ctx: Ctx, { columnOf }: RowReader) => {
  const seen = new SeenRows()
  const contents = new SeenRows()
  const counters = new Map<string, ReturnType<typeof seatCounter>>()
  const seatsOf = (venue: VenueWithBook): ReturnType<typeof seatCounter> => {
    const seats = counters.get(venue.id) ?? seatCounter(ctx, venue)
    counters.set(venue.id, seats)
    return seats
  }
  return async (at: VenueRows, found: RowFinding[]): Promise<number[]> => {
    const { venue, bookings } = at
    const seats = seatsOf(venue)
    const capacity = new Map(venue.book.areas.map(({ id, capacity: covers }) => [id, covers]))
    const [[known, expected]] = await Promise.all([whatIsHere(ctx, at), seats.load(bookings)])
    const fresh: number[] = []
    for (const booking of bookings) {
      const { line, key, startsLocal } = booking
      const first = seen.add(`${venue.id} ${key}`, line)
      const same = contents.add(`${venue.id} ${key} ${contentOf(booking)}`, line)
      if (first !== undefined || known.has(key)) {
        const value = first === undefined ? '' : String(first)
        found.push({
          line,
          outcome: 'skipped',
          reason: first === undefined ? 'row.known' : same === undefined ? 'row.same_number' : 'row.twice',
          columnName: columnOf('reference'),
          value,
        })
        continue
      }
      fresh.push(line)
      if (isExpected(expected, booking))
        found.push({
          line,
          outcome: 'noted',
          reason: 'guest.same_time',
          columnName: columnOf('lastName'),
          value: startsLocal.replace('T', ' '),
        })
      if (!occupying.includes(booking.status)) continue
      const sitting = { venueId: venue.id, sitting: seats.add(booking.areaId, booking), capacity: capacity.get(booking.areaId) ?? 0 }
      if (sitting.sitting > sitting.capacity) found.push(fullFinding(booking, sitting, columnOf('partySize')))
    }
    return fresh
  }
}
