import { closureAt, isOpen, pacingOf, type ShiftDay, shiftsOn, stayOf } from '#src/features/availability/api.ts'
import type { VenueWithBook } from '#src/features/venues/api.ts'

type Book = VenueWithBook['book']
/** The party by whose stay sittings are counted. */
const usualParty = 2

/** Seats of a shift at a moment: of the areas it serves, as far as they are not closed. */
const seatsAt = (book: Book, { shift }: ShiftDay, { date, minutes }: { date: string; minutes: number }): number => {
  if (!isOpen(book, date, minutes) || closureAt(book, { date, minutes, areaId: null })) return 0
  return book.areas
    .filter(({ id }) => (shift.areaIds === null || shift.areaIds.includes(id)) && !closureAt(book, { date, minutes, areaId: id }))
    .reduce((sum, { capacity }) => sum + capacity, 0)
}

/** Guests a shift can seat: its seats, as often as a stay fits between its first and last start; never more than may arrive. */
const coversOfShift = (book: Book, day: ShiftDay, date: string): number => {
  const starts = day.starts
    .map(({ minutes, ms }) => ({ ms, seats: seatsAt(book, day, { date, minutes }), limit: pacingOf(day.shift, minutes).covers }))
    .filter(({ seats }) => seats > 0)
  if (starts.length === 0) return 0
  const seats = starts.reduce((sum, one) => sum + one.seats, 0) / starts.length
  const sittings = Math.floor((starts.at(-1)!.ms - starts[0]!.ms) / 60_000 / stayOf(day.shift, usualParty)) + 1
  const arrivals = starts.reduce((sum, one) => sum + Math.min(one.limit ?? one.seats, one.seats), 0)
  return Math.min(Math.round(seats * sittings), arrivals)
}

/** What the built-in book of a venue offers on a day of its calendar, in covers; closed = 0. */
export const coversOffered = ({ book, timeZone }: Pick<VenueWithBook, 'book' | 'timeZone'>, date: string): number =>
  shiftsOn(book, date, timeZone).reduce((sum, day) => sum + coversOfShift(book, day, date), 0)
