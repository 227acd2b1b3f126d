import type { VenueWithBook } from '#src/features/venues/api.ts'
import type { Candidate } from './evaluate.ts'
import { addDays, localOf } from './local-time.ts'
import { intervalOf, shiftsOn } from './service-day.ts'

/** The start in the shift it belongs to: of its own date, or of the evening before for the hours after midnight. */
export const candidateAt = ({ book, timeZone }: Pick<VenueWithBook, 'book' | 'timeZone'>, ms: number): Candidate => {
  const local = localOf(ms, timeZone)
  const tries = [0, -1].flatMap((days) => {
    const date = addDays(local.date, days)
    const minutes = local.minutes - days * 1440
    return shiftsOn(book, date, timeZone)
      .filter(({ period }) => minutes >= period.from && minutes < period.to)
      .map((shiftDay) => ({ date, minutes, ms, shiftDay, interval: intervalOf(shiftDay, ms) }))
  })
  const exact = tries.find((candidate) => candidate.interval?.ms === ms)
  if (exact ?? tries[0]) return (exact ?? tries[0])!
  // Before five in the morning people still mean the evening before.
  const early = local.minutes < 300
  return {
    date: early ? addDays(local.date, -1) : local.date,
    minutes: local.minutes + (early ? 1440 : 0),
    ms,
    shiftDay: undefined,
    interval: undefined,
  }
}
