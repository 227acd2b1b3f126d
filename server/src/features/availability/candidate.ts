import { nightMinutes } from '@tablewire/contracts/booking/reservations.rules'
import type { VenueWithBook } from '#src/features/venues/api.ts'
import type { Candidate } from './evaluate.ts'
import { addDays, localOf } from './local-time.ts'
import { intervalOf, type ShiftDay, shiftsOn } from './service-day.ts'

/** The venue's wall clock: minutes after midnight of the date. */
type Local = { date: string; minutes: number }

/** The start in the shift it belongs to: of its own date, or of the evening before for the hours after midnight. */
export const candidateOf = (local: Local, ms: number, shiftsOf: (date: string) => readonly ShiftDay[]): Candidate => {
  const tries = [0, -1].flatMap((days) => {
    const date = addDays(local.date, days)
    const minutes = local.minutes - days * 1440
    return shiftsOf(date)
      .filter(({ period }) => minutes >= period.from && minutes < period.to)
      .map((shiftDay) => ({ date, minutes, ms, shiftDay, interval: intervalOf(shiftDay, ms) }))
  })
  const exact = tries.find((candidate) => candidate.interval?.ms === ms)
  if (exact ?? tries[0]) return (exact ?? tries[0])!
  const early = local.minutes < nightMinutes
  return {
    date: early ? addDays(local.date, -1) : local.date,
    minutes: local.minutes + (early ? 1440 : 0),
    ms,
    shiftDay: undefined,
    interval: undefined,
  }
}

type Clocked = Pick<VenueWithBook, 'id' | 'book' | 'timeZone'>
/** The same for many starts: the shifts of a day are made once for all of them. */
export const manyCandidates = (): ((venue: Clocked, ms: number) => Candidate) => {
  const made = new Map<string, ShiftDay[]>()
  return ({ id, book, timeZone }, ms) =>
    candidateOf(localOf(ms, timeZone), ms, (date) => {
      const known = made.get(`${id} ${date}`) ?? shiftsOn(book, date, timeZone)
      made.set(`${id} ${date}`, known)
      return known
    })
}

export const candidateAt = ({ book, timeZone }: Pick<VenueWithBook, 'book' | 'timeZone'>, ms: number): Candidate =>
  candidateOf(localOf(ms, timeZone), ms, (date) => shiftsOn(book, date, timeZone))
