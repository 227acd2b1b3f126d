import { nightMinutes } from '@tablewire/contracts/booking/reservations.rules'
import type { VenueWithBook } from '#src/features/venues/api.ts'
import type { Candidate, Evaluation } from './evaluate.ts'
import { addDays, localOf } from './local-time.ts'
import { intervalOf, type ShiftDay, shiftsOn } from './service-day.ts'

/** The venue's wall clock: minutes after midnight of the date. */
type Local = { date: string; minutes: number }

/**
 * The start in the shift it belongs to: of its own date, or of the evening before for the hours after midnight. Of several shifts of a day that offer it
 * the first one comes first.
 */
const candidatesOf = (local: Local, ms: number, shiftsOf: (date: string) => readonly ShiftDay[]): [Candidate, ...Candidate[]] => {
  const tries = [0, -1].flatMap((days) => {
    const date = addDays(local.date, days)
    const minutes = local.minutes - days * 1440
    return shiftsOf(date)
      .filter(({ period }) => minutes >= period.from && minutes < period.to)
      .map((shiftDay) => ({ date, minutes, ms, shiftDay, interval: intervalOf(shiftDay, ms) }))
  })
  const [exact, ...others] = tries.filter((candidate) => candidate.interval?.ms === ms)
  if (exact) return [exact, ...others.filter(({ date }) => date === exact.date)]
  if (tries[0]) return [tries[0]]
  const early = local.minutes < nightMinutes
  return [
    {
      date: early ? addDays(local.date, -1) : local.date,
      minutes: local.minutes + (early ? 1440 : 0),
      ms,
      shiftDay: undefined,
      interval: undefined,
    },
  ]
}

export const candidateOf = (local: Local, ms: number, shiftsOf: (date: string) => readonly ShiftDay[]): Candidate =>
  candidatesOf(local, ms, shiftsOf)[0]

/** Where several shifts offer a start, the first one in which it is open; where none is, the first. */
export const openOrFirst = <T extends { found: Evaluation }>([first, ...others]: readonly [T, ...T[]]): T =>
  [first, ...others].find(({ found }) => found.verdicts.length === 0) ?? first

type Clocked = Pick<VenueWithBook, 'id' | 'book' | 'timeZone'>
/** The same for many starts: the shifts of a day are made once for all of them. */
export const manyCandidates = (): ((venue: Clocked, ms: number) => ReturnType<typeof candidatesOf>) => {
  const made = new Map<string, ShiftDay[]>()
  return ({ id, book, timeZone }, ms) =>
    candidatesOf(localOf(ms, timeZone), ms, (date) => {
      const known = made.get(`${id} ${date}`) ?? shiftsOn(book, date, timeZone)
      made.set(`${id} ${date}`, known)
      return known
    })
}

export const candidatesAt = ({ book, timeZone }: Pick<VenueWithBook, 'book' | 'timeZone'>, ms: number): ReturnType<typeof candidatesOf> =>
  candidatesOf(localOf(ms, timeZone), ms, (date) => shiftsOn(book, date, timeZone))

export const candidateAt = (venue: Pick<VenueWithBook, 'book' | 'timeZone'>, ms: number): Candidate => candidatesAt(venue, ms)[0]
