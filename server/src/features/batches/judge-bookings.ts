import { occupying } from '@tablewire/contracts/reservations.rules'
import { occupancyOf } from '#src/features/availability/api.ts'
import { guestsAt, knownKeys } from '#src/features/reservations/api.ts'
import type { VenueWithBook } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import type { Booking } from './read-booking.ts'
import { type Found, type RowReader, SeenRows } from './row-reader.ts'

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

/** What only the dry run asks: who came by already, in the file or here, and what does not fit with what is here. */
export const bookingJudge = (ctx: Ctx, venue: VenueWithBook, { columnOf }: RowReader) => {
  const seen = new SeenRows()
  const seats = seatCounter(ctx, venue)
  const capacity = new Map(venue.book.areas.map(({ id, capacity: covers }) => [id, covers]))
  return async (bookings: readonly Booking[], found: Found[]): Promise<{ fresh: number; duplicates: number }> => {
    const starts = [...new Set(bookings.map(({ startsAt }) => startsAt))]
    const [known, expected] = await Promise.all([
      knownKeys(
        ctx,
        venue.id,
        bookings.map(({ key }) => key),
      ),
      bookings.some((booking) => nameOf(booking) !== '' || booking.contact.email) ? guestsAt(ctx, venue.id, starts) : new Set<string>(),
      seats.load(bookings),
    ])
    let fresh = 0
    for (const booking of bookings) {
      const { line, key, startsAt, contact } = booking
      const first = seen.add(key, line)
      const skip = first !== undefined ? ('row.twice' as const) : known.has(key) ? ('row.known' as const) : undefined
      if (skip) {
        found.push({
          line,
          outcome: 'skipped',
          reason: skip,
          columnName: columnOf('reference'),
          value: first === undefined ? '' : String(first),
        })
        continue
      }
      fresh++
      const who = nameOf(booking)
      if (
        (who !== '' && expected.has(`${startsAt}|${who}`)) ||
        (contact.email && expected.has(`${startsAt}|${contact.email.toLowerCase()}`))
      )
        found.push({
          line,
          outcome: 'noted',
          reason: 'guest.same_time',
          columnName: columnOf('lastName'),
          value: booking.startsLocal.replace('T', ' '),
        })
      if (!occupying.includes(booking.status)) continue
      const sitting = seats.add(booking.areaId, booking)
      const room = capacity.get(booking.areaId) ?? 0
      if (sitting > room)
        found.push({ line, outcome: 'noted', reason: 'area.full', columnName: columnOf('partySize'), value: `${sitting} / ${room}` })
    }
    return { fresh, duplicates: bookings.length - fresh }
  }
}
