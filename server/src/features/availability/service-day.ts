import type { Book, Shift } from '@tablewire/contracts/estate/book'
import { addDays, dayClock, minutesOf, weekdayOf } from './local-time.ts'

/** Minutes after midnight of the service date; `to` may lie on the next day. */
export type Period = { from: number; to: number }
/** One start the shift offers: minutes after midnight of the service date, the instant, and the end of its pacing interval. */
export type Start = { minutes: number; ms: number; untilMs: number }
/** `limits`: where the book says how many may arrive, as the explainer names it. */
export type ShiftDay = { shift: Shift; limits: string; period: Period; last: number; starts: Start[] }

const periodOf = ({ from, to }: { from: string; to: string }): Period => {
  const start = minutesOf(from)
  const end = minutesOf(to)
  return { from: start, to: end <= start ? end + 1440 : end }
}

const specialDayOf = (book: Book, date: string) => book.specialDays.find((day) => day.fromOn <= date && date <= day.toOn)

/** Opening periods that begin on that date. */
export const openPeriods = (book: Book, date: string): Period[] => {
  const special = specialDayOf(book, date)
  if (special) return special.openingHours.map(periodOf)
  const day = weekdayOf(date)
  return book.openingHours.filter((hours) => hours.day === day).map(periodOf)
}

/** The hours in which the venue is open around a date, in minutes after its midnight: of this day, the one before and the one after. */
const openAround = (book: Book, date: string): Period[] =>
  [-1, 0, 1].flatMap((days) =>
    openPeriods(book, addDays(date, days)).map(({ from, to }) => ({ from: from + days * 1440, to: to + days * 1440 })),
  )

// Cache: what was computed for the first start of a book serves the others and is collected with it; one that is kept in memory is asked about ever more dates.
const mostDates = 60
const around = new WeakMap<Book, Map<string, Period[]>>()

/** Whether the venue is open that many minutes after the date's midnight. */
export const isOpen = (book: Book, date: string, minutes: number): boolean => {
  let days = around.get(book)
  if (!days || days.size > mostDates) around.set(book, (days = new Map()))
  let periods = days.get(date)
  if (!periods) days.set(date, (periods = openAround(book, date)))
  return periods.some(({ from, to }) => minutes >= from && minutes < to)
}

/** The closure in force for the whole venue (areaId null) or one area at that moment, if any. */
export const closureAt = (book: Book, { date, minutes, areaId }: { date: string; minutes: number; areaId: string | null }) =>
  book.closures.find((closure) => {
    if (closure.areaId !== areaId) return false
    if (closure.from === null || closure.to === null) return closure.fromOn <= date && date <= closure.toOn
    const { from, to } = periodOf({ from: closure.from, to: closure.to })
    const day = addDays(date, Math.floor(minutes / 1440))
    const minute = minutes % 1440
    const onDay = closure.fromOn <= day && day <= closure.toOn && minute >= from && minute < to
    const before = addDays(day, -1)
    return onDay || (closure.fromOn <= before && before <= closure.toOn && minute + 1440 >= from && minute + 1440 < to)
  })

/** A shift with what holds for it on that date alone. */
const onDate = (book: Book, date: string, shift: Shift): Pick<ShiftDay, 'shift' | 'limits'> => {
  const own = book.dayLimits?.find(({ on, shiftId }) => on === date && shiftId === shift.id)
  if (!own) return { shift, limits: `shifts/${shift.id}/pacing` }
  const { pacing, pacingAt, targetCovers } = own
  return { shift: { ...shift, pacing, pacingAt, targetCovers }, limits: `dayLimits/${own.id}` }
}

/** The shifts of a service date with their starts; times the clock jumps over are left out. */
export const shiftsOn = (book: Book, date: string, zone: string): ShiftDay[] => {
  const day = weekdayOf(date)
  const shifts = specialDayOf(book, date)?.shifts ?? book.shifts
  const clock = dayClock(zone, date)
  return shifts
    .filter((shift) => shift.days.includes(day))
    .map((shift) => {
      const period = periodOf(shift)
      const seating = shift.lastSeating === null ? period.to - 1 : minutesOf(shift.lastSeating)
      const last = seating < period.from ? seating + 1440 : seating
      const times: { minutes: number; ms: number }[] = []
      for (let minutes = period.from; minutes <= last; minutes += shift.intervalMinutes) {
        const ms = clock(minutes)
        if (ms !== undefined) times.push({ minutes, ms })
      }
      const starts = times.map((time, index) => ({ ...time, untilMs: times[index + 1]?.ms ?? time.ms + shift.intervalMinutes * 60_000 }))
      return { ...onDate(book, date, shift), period, last, starts }
    })
    .toSorted((a, b) => a.period.from - b.period.from)
}

/** The interval of the shift that a moment counts to: the latest start at or before it. */
export const intervalOf = ({ starts }: ShiftDay, ms: number): Start | undefined =>
  starts.findLast((start) => start.ms <= ms && ms < start.untilMs)

/** Length of stay in minutes. */
export const stayOf = (shift: Shift, partySize: number): number =>
  (shift.durations.find((entry) => partySize <= entry.partyMax) ?? shift.durations.at(-1)!).minutes

/** Arrival limits at one interval; null = none. */
export const pacingOf = (shift: Shift, minutes: number): { covers: number | null; parties: number | null } => {
  const minute = ((minutes % 1440) + 1440) % 1440
  return shift.pacingAt.find((entry) => minutesOf(entry.at) === minute) ?? shift.pacing
}
