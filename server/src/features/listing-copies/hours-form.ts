import { Temporal } from 'temporal-polyfill'

export type Period = { from: string; to: string }
export type WeekHours = readonly (Period & { day: number })[]
export type DayHours = readonly { date: string; periods: readonly Period[] }[]
type Span = [from: number, to: number]

const dayMinutes = 1440
const weekMinutes = 7 * dayMinutes
/** Where one evening ends and the next day begins: hours after midnight belong to the day before. */
const dayTurnsAt = 5 * 60

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
/** From the day's own midnight; `to` at or before `from` is on the next day. */
const spanOf = ({ from, to }: Period): Span => {
  const start = minutesOf(from)
  const end = minutesOf(to)
  return [start, end <= start ? end + dayMinutes : end]
}

/** In order, those that touch or overlap made one: 18:00–24:00 and 00:00–02:00 are 18:00–02:00. */
const merged = (spans: readonly Span[]): Span[] => {
  const done: Span[] = []
  for (const [from, to] of [...spans].toSorted((a, b) => a[0] - b[0])) {
    const last = done.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else done.push([from, to])
  }
  return done
}

/** The minutes of a week that a house is open; the end of Sunday's night is the beginning of Monday. */
const weekForm = (hours: WeekHours): string => {
  const spans = hours.flatMap(({ day, ...period }): Span[] => {
    const [from, to] = spanOf(period).map((minute) => minute + (day - 1) * dayMinutes) as Span
    return to <= weekMinutes
      ? [[from, to]]
      : [
          [from, weekMinutes],
          [0, to - weekMinutes],
        ]
  })
  return JSON.stringify(merged(spans))
}

export const sameWeek = (one: WeekHours, other: WeekHours): boolean => weekForm(one) === weekForm(other)

type Hours = { hours: WeekHours; specialDays: DayHours }
const weekday = (date: string): number => Temporal.PlainDate.from(date).dayOfWeek
const periodsOn = ({ hours, specialDays }: Hours, date: string): readonly Period[] =>
  specialDays.find((one) => one.date === date)?.periods ?? hours.filter(({ day }) => day === weekday(date))

/** How a house is open on one evening, with the hours after midnight that belong to it, however they are written. */
const eveningForm = (hours: Hours, date: string): string => {
  const next = Temporal.PlainDate.from(date).add({ days: 1 }).toString()
  const spans = merged([
    ...periodsOn(hours, date).map(spanOf),
    ...periodsOn(hours, next).map((period) => spanOf(period).map((minute) => minute + dayMinutes) as Span),
  ])
  const clipped = spans
    .map(([from, to]): Span => [Math.max(from, dayTurnsAt), Math.min(to, dayMinutes + dayTurnsAt)])
    .filter(([from, to]) => from < to)
  return JSON.stringify(clipped)
}

/** The days from `today` on, up to `until`, that are special on either side and on which the two are not open alike. */
export const daysThatDiffer = (ours: Hours, theirs: Hours, { today, until }: { today: string; until: string }): string[] => {
  const dates = [...new Set([...ours.specialDays, ...theirs.specialDays].map(({ date }) => date))]
  return dates
    .filter((date) => date >= today && date <= until)
    .filter((date) => eveningForm(ours, date) !== eveningForm(theirs, date))
    .toSorted()
}
/** As the periods of these days are told to people. */
export const daysOf = (hours: Hours, dates: readonly string[]): { date: string; periods: Period[] }[] =>
  dates.map((date) => ({ date, periods: periodsOn(hours, date).map(({ from, to }) => ({ from, to })) }))
