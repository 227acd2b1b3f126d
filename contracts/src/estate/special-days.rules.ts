import type { Contradiction } from '../phrases/phrase-key.ts'
import type { Book } from './book.ts'

type SpecialDay = Book['specialDays'][number]
type Dates = Pick<SpecialDay, 'fromOn' | 'toOn'>
type Hours = SpecialDay['openingHours'][number]
/** What is told of one day: its name, its dates and its hours. */
type Day = Omit<SpecialDay, 'id' | 'shifts'>
/** Lists of special days as they stood in the book once, or are put back into it. */
export type DaysThatStood = readonly (readonly SpecialDay[])[]

/** Where (path as in the request), and the phrase that says what contradicts what. */
type SpecialDayIssue = { path: string; issue: `contradiction.${Contradiction}`; values: Record<string, string> }

const found = (path: string, contradiction: Contradiction, values: SpecialDayIssue['values']): SpecialDayIssue => ({
  path,
  issue: `contradiction.${contradiction}`,
  values,
})

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const day = 1440
/** From its date's midnight on; hours may end after the next one, and those from 00:00 to 00:00 are the whole day. */
const spanOf = ({ from, to }: Hours) => {
  const [start, end] = [minutesOf(from), minutesOf(to)]
  return { start, end: end > start ? end : end + day }
}
const meet = (one: Hours, other: Hours, later = 0): boolean => {
  const [a, b] = [spanOf(one), spanOf(other)]
  return a.start < b.end + later && b.start + later < a.end
}

/** The earlier hours that these ones are on top of, on the same date or, where there are several, reaching over midnight. */
const metBy = (hours: Hours, nth: number, { openingHours, fromOn, toOn }: Day): Hours | undefined =>
  openingHours.slice(0, nth).find((one) => meet(one, hours) || (fromOn < toOn && (meet(one, hours, day) || meet(hours, one, day))))

const within = (one: Dates, dates: Dates): boolean => one.fromOn <= dates.fromOn && dates.toOn <= one.toOn
const said = ({ openingHours }: Day): string => openingHours.map(({ from, to }) => `${from}–${to}`).join()
const sameHours = (one: Day, other: Day): boolean => said(one) === said(other)

const hoursFault = (path: string, nth: number, one: Day): SpecialDayIssue[] => {
  const hours = one.openingHours[nth]!
  const { from, to } = hours
  if (from === to && from !== '00:00') return [found(`${path}.openingHours.${nth}.to`, 'no_length', { name: `${from}–${to}` })]
  const other = metBy(hours, nth, one)
  return other ? [found(`${path}.openingHours.${nth}.from`, 'hours_overlap', { name: one.name, from, other: other.from })] : []
}

/** By the field: a day that ends before it begins, and hours of no length or on top of one another, but for those that stood like this. */
export const checkHours = (path: string, one: Day, stood: DaysThatStood = []): SpecialDayIssue[] => {
  const { name, fromOn, toOn, openingHours } = one
  const early = toOn < fromOn ? [found(`${path}.toOn`, 'ends_early', { name })] : []
  if (stood.flat().some((before) => within(before, one) && sameHours(before, one))) return early
  return [...early, ...openingHours.flatMap((_, nth) => hoursFault(path, nth, one))]
}

const sharedBy = (one: Dates, other: Dates): Dates => ({
  fromOn: one.fromOn > other.fromOn ? one.fromOn : other.fromOn,
  toOn: one.toOn < other.toOn ? one.toOn : other.toOn,
})

/** Whether two entries of such hours held these dates together already. */
const heldBoth = ([one, other]: readonly [SpecialDay, SpecialDay], dates: Dates, list: readonly SpecialDay[]): boolean => {
  const holding = list.filter((before) => within(before, dates))
  return holding.some((before) => sameHours(before, one) && holding.some((beside) => beside !== before && sameHours(beside, other)))
}

/** A date has other hours once: of two days that hold it nobody could say which one counts. */
export const checkOtherDays = (days: readonly SpecialDay[], stood: DaysThatStood): SpecialDayIssue[] =>
  days.flatMap((one, nth) => {
    const other = days.slice(0, nth).find((before) => {
      const shared = sharedBy(before, one)
      return shared.fromOn <= shared.toOn && !stood.some((list) => heldBoth([before, one], shared, list))
    })
    return other ? [found(`specialDays.${nth}.fromOn`, 'date_twice', { name: one.name, other: other.name })] : []
  })
