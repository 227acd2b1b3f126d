import type { Book } from '@tablewire/contracts/estate/book'
import { addDays, instantOf, wallClock } from '#src/kit/zone-clock.ts'

type Dated = Pick<Book, 'closures' | 'specialDays'>
export type Closure = Book['closures'][number]
export type SpecialDay = Book['specialDays'][number]

/** ISO weekday of a local date, 1 = Monday. */
export const weekdayOf = (date: string): number => ((new Date(`${date}T00:00Z`).getUTCDay() + 6) % 7) + 1

/** Whole weeks from Monday that hold the month (`YYYY-MM`). */
export const weeksOf = (month: string): string[][] => {
  const first = `${month}-01`
  const start = addDays(first, 1 - weekdayOf(first))
  const weeks: string[][] = []
  for (let monday = start; monday.slice(0, 7) <= month; monday = addDays(monday, 7))
    weeks.push(Array.from({ length: 7 }, (_, index) => addDays(monday, index)))
  return weeks
}

export const monthBy = (month: string, by: number): string => {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7)
}

const holds = ({ fromOn, toOn }: { fromOn: string; toOn: string }, date: string): boolean => fromOn <= date && date <= toOn

/** What is special about a date: the venue shut all day, some of it shut, or hours of its own. */
export const marksOn = ({ closures, specialDays }: Dated, date: string) => {
  const here = closures.filter((closure) => holds(closure, date))
  return {
    shut: here.find(({ areaId, from }) => areaId === null && from === null),
    partly: here.filter(({ areaId, from }) => areaId !== null || from !== null),
    // The first one counts, as it does for availability.
    special: specialDays.find((one) => holds(one, date)),
  }
}

export type ClockChange = { on: string; from: string; to: string; minutes: number }
const offsetAt = (zone: string, ms: number): number => Date.parse(`${wallClock(zone, ms)}Z`) - Math.floor(ms / 60_000) * 60_000

/** The change of clocks in the night or day of a service date, until six the next morning: from which time to which, forward or back. */
export const clockChangeOn = (zone: string, date: string): ClockChange | undefined => {
  let low = Math.floor(Date.parse(instantOf(`${date}T00:00`, zone)) / 60_000)
  let high = Math.floor(Date.parse(instantOf(`${addDays(date, 1)}T06:00`, zone)) / 60_000)
  const before = offsetAt(zone, low * 60_000)
  const after = offsetAt(zone, high * 60_000)
  if (before === after) return undefined
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetAt(zone, middle * 60_000) === before) low = middle
    else high = middle
  }
  const wall = new Date(high * 60_000 + before).toISOString()
  return {
    on: wall.slice(0, 10),
    from: wall.slice(11, 16),
    to: wallClock(zone, high * 60_000).slice(11, 16),
    minutes: (after - before) / 60_000,
  }
}
