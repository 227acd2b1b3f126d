import type { Book } from '@tablewire/contracts/estate/book'
import type { ListingDay, ListingHours, ListingSpan } from '@tablewire/contracts/listing/profile'
import { listingDaysAhead } from '@tablewire/contracts/listing/terms.rules'
import { addDays, openPeriods } from '#src/features/availability/api.ts'
import { hoursReader, type HoursReader } from '#src/features/hours/api.ts'
import type { OwnDay } from './listing-rows.ts'

/** Minutes after midnight of the date it begins on; `to` may lie on the next day. */
type Period = { from: number; to: number }
type Own = { week: ListingHours['week'] | null; days: readonly OwnDay[] }
export type HoursOf = { book: Book; own: Own; timezone: string; countryCode: string; today: string }

const day = 1440
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const clock = (minutes: number): string => {
  const minute = minutes % day
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}
const periodOf = ({ from, to }: ListingSpan): Period => {
  const [start, end] = [minutesOf(from), minutesOf(to)]
  return { from: start, to: end <= start ? end + day : end }
}
const spanOf = ({ from, to }: Period): ListingSpan => ({ from: clock(from), to: clock(to) })
const keyOf = (periods: readonly Period[]): string => periods.map(({ from, to }) => `${from}-${to}`).join()

/** In order, and what touches or overlaps as one: guests are told when the doors are open, not how a house divides its day. */
const joined = (periods: readonly Period[]): Period[] => {
  const found: Period[] = []
  for (const period of periods.toSorted((a, b) => a.from - b.from)) {
    const last = found.at(-1)
    if (last && period.from <= last.to) last.to = Math.min(Math.max(last.to, period.to), last.from + day)
    else found.push({ ...period })
  }
  return found
}

const without = (periods: readonly Period[], cut: Period): Period[] =>
  periods.flatMap(({ from, to }) => {
    if (cut.to <= from || cut.from >= to) return [{ from, to }]
    return [
      { from, to: cut.from },
      { from: cut.to, to },
    ].filter((part) => part.from < part.to)
  })

/** What closures leave of a date's hours: guests find a door open as long as one area takes them. And the first closure that took something. */
const afterClosures = (book: Book, date: string, periods: readonly Period[]): { periods: Period[]; name: string | undefined } => {
  const areas = book.areas.length ? book.areas.map(({ id }) => id) : [null]
  const left = joined(
    areas.flatMap((areaId) => {
      const here = book.closures.filter((closure) => closure.areaId === null || closure.areaId === areaId)
      return here.flatMap((closure) => cutsOf(closure, date)).reduce(without, [...periods])
    }),
  )
  if (keyOf(left) === keyOf(periods)) return { periods: left, name: undefined }
  const took = book.closures.find((closure) => keyOf(cutsOf(closure, date).reduce(without, [...periods])) !== keyOf(periods))
  return { periods: left, name: took?.name ?? '' }
}
/** In minutes of that date, from where a closure of the day before ends to where one of the day after begins. */
const cutsOf = ({ fromOn, toOn, from, to }: Closure, date: string): Period[] => {
  const on = (one: string): boolean => fromOn <= one && one <= toOn
  if (from === null || to === null) return on(date) ? [{ from: 0, to: 3 * day }] : []
  return [-1, 0, 1].filter((days) => on(addDays(date, days))).map((days) => shifted(periodOf({ from, to }), days * day))
}
const shifted = ({ from, to }: Period, minutes: number): Period => ({ from: from + minutes, to: to + minutes })

const weekdayOf = (date: string): number => ((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7) + 1

/** Cache: which days are holidays of a country changes with the month that is read from. */
const readers = new Map<string, HoursReader>()
const readerFor = (today: string): HoursReader => {
  const month = today.slice(0, 7)
  let reader = readers.get(month)
  if (!reader) {
    readers.clear()
    readers.set(month, (reader = hoursReader(today)))
  }
  return reader
}
const holidaysIn = (today: string, until: string, country: string): { date: string; name: string }[] =>
  readerFor(today)('24/7; PH off', { country, latitude: null, longitude: null }).exceptions.flatMap(({ fromOn, toOn, name }) => {
    const found: { date: string; name: string }[] = []
    for (let date = fromOn; date <= toOn; date = addDays(date, 1))
      if (today <= date && date <= until) found.push({ date, name: name ?? '' })
    return found
  })

type Closure = Book['closures'][number]
type Days = { book: Book; own: Own; usual: (date: string) => Period[] }
/** What is told of one date: the listing's own word, else the book's. */
const dayOf = (
  { book, own, usual }: Days,
  date: string,
): { periods: Period[]; why: ListingDay['why'] | undefined; name: string | null } => {
  const ownDay = own.days.find(({ fromOn, toOn }) => fromOn <= date && date <= toOn)
  if (ownDay) return { periods: joined(ownDay.spans.map(periodOf)), why: 'own', name: ownDay.name || null }
  const special = book.specialDays.find(({ fromOn, toOn }) => fromOn <= date && date <= toOn)
  const { periods, name } = afterClosures(book, date, special ? joined(openPeriods(book, date)) : usual(date))
  if (name !== undefined) return { periods, why: 'closure', name: name || null }
  return { periods, why: special && 'special_day', name: special?.name ?? null }
}

/** Dates of which something else is told than of their weekday. */
const daysToTell = (of: Days, today: string, until: string): ListingDay[] => {
  const days: ListingDay[] = []
  // What a closure leaves of a night after midnight alone is told of the day it is on.
  let late: { periods: Period[]; name: string | null } | undefined
  for (let date = addDays(today, -1); date <= until; date = addDays(date, 1)) {
    const told = dayOf(of, date)
    const begun = told.periods.filter(({ from }) => from < day)
    const periods = late ? joined([...late.periods, ...begun]) : begun
    const why = told.why ?? (late && 'closure')
    const name = told.name ?? late?.name ?? null
    const after = told.periods.filter(({ from }) => from >= day)
    late = after.length ? { periods: after.map((period) => shifted(period, -day)), name: told.name } : undefined
    // An own word that is the same as the week is one all the same: this holiday is like any other day.
    const isOther = why === 'own' || keyOf(periods) !== keyOf(of.usual(date))
    if (why && isOther && date >= today) days.push({ date, name, why, spans: periods.map(spanOf) })
  }
  return days
}

/** LI1: the hours guests are told, for the coming days; the book is the truth where the listing has no word of its own. */
export const listingHoursOf = ({ book, own, timezone, countryCode, today }: HoursOf): ListingHours => {
  const until = addDays(today, listingDaysAhead - 1)
  const week = own.week ?? book.openingHours.map(({ day: weekday, from, to }) => ({ day: weekday, from, to }))
  const byDay = Array.from({ length: 7 }, (_, index) => joined(week.filter((span) => span.day === index + 1).map(periodOf)))
  const usual = (date: string): Period[] => byDay[weekdayOf(date) - 1]!
  const days = daysToTell({ book, own, usual }, today, until)
  const said = (date: string): boolean =>
    days.some((one) => one.date === date) || book.specialDays.some(({ fromOn, toOn }) => fromOn <= date && date <= toOn)
  return {
    known: week.length > 0 || days.some(({ spans }) => spans.length > 0),
    timezone,
    source: own.week ? 'own' : 'book',
    week: byDay.flatMap((periods, index) => periods.map((period) => ({ day: index + 1, ...spanOf(period) }))),
    days,
    from: today,
    until,
    holidays: holidaysIn(today, until, countryCode).map((holiday) => ({ ...holiday, confirmed: said(holiday.date) })),
  }
}
