import type { VenueWithBook } from '#src/features/venues/api.ts'
import { instantText } from '#src/platform/clock.ts'
import { candidateOf } from './candidate.ts'
import { stayEndMs } from './evaluate.ts'
import { localDateTime } from './local-time.ts'
import { closureAt, isOpen, pacingOf, type ShiftDay, shiftsOn } from './service-day.ts'

/** An imported party: date and minutes on the venue's clock, and the instant they are. */
type ImportedParty = { date: string; minutes: number; ms: number; partySize: number; areaId: string; stayMinutes: number | null }
type ImportedPlacement = {
  startsAt: string
  endsAt: string
  endMs: number
  startsLocal: string
  serviceOn: string
  pacingAt: string
  pacingUntil: string
  coversMax: number | null
  partiesMax: number | null
  /** What the book says against it; it is placed all the same. */
  closed: 'day' | 'hours' | null
}

/** Where parties of a file belong in a venue's book. What was there is taken as it was: nothing is refused, but what the book says is told. */
export const importedPlacer = ({ book, timeZone }: VenueWithBook): ((imported: ImportedParty) => ImportedPlacement) => {
  const days = new Map<string, readonly ShiftDay[]>()
  const shiftsOf = (date: string): readonly ShiftDay[] => {
    let shifts = days.get(date)
    // A file may reach over many years; its rows mostly come by date.
    if (days.size > 2000) days.clear()
    if (!shifts) days.set(date, (shifts = shiftsOn(book, date, timeZone)))
    return shifts
  }
  return ({ date, minutes, ms, partySize, areaId, stayMinutes }) => {
    const candidate = candidateOf({ date, minutes }, ms, shiftsOf)
    const endMs = stayMinutes === null ? stayEndMs({ book, partySize }, candidate) : ms + stayMinutes * 60_000
    const { interval, shiftDay } = candidate
    const limits = shiftDay && interval ? pacingOf(shiftDay.shift, interval.minutes) : { covers: null, parties: null }
    const plainMs = Math.floor(ms / 900_000) * 900_000
    const at = { date: candidate.date, minutes: candidate.minutes }
    const shut = closureAt(book, { ...at, areaId: null }) ?? closureAt(book, { ...at, areaId })
    return {
      startsAt: instantText(ms),
      endsAt: instantText(endMs),
      endMs,
      startsLocal: localDateTime(candidate.date, candidate.minutes),
      serviceOn: candidate.date,
      pacingAt: instantText(interval?.ms ?? plainMs),
      pacingUntil: instantText(interval?.untilMs ?? plainMs + 900_000),
      coversMax: limits.covers,
      partiesMax: limits.parties,
      closed: shut ? 'day' : isOpen(book, candidate.date, candidate.minutes) ? null : 'hours',
    }
  }
}
