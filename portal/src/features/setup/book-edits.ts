import type { Book, Shift } from '@tablewire/contracts/estate/book'
import { newId } from '#src/api/random-key.ts'
import { weekdays } from '#src/kit/week.ts'
import { day, outsideHours, spanOf, timeOf } from './week-line.ts'

export type Hours = Book['openingHours']

/** A new shift looks like the one before it; the first one of a venue is an ordinary evening. */
export const newShift = (name: string, days: readonly number[], like: Shift | undefined): Shift => ({
  intervalMinutes: 15,
  durations: [
    { partyMax: 2, minutes: 90 },
    { partyMax: 4, minutes: 105 },
    { partyMax: 8, minutes: 120 },
    { partyMax: 1000, minutes: 150 },
  ],
  pacing: { covers: null, parties: null },
  keptBackCovers: 0,
  requestFromParty: null,
  areaIds: null,
  online: true,
  ...like,
  id: newId(),
  name,
  days: [...days],
  from: '18:00',
  to: '23:00',
  lastSeating: '21:30',
  pacingAt: [],
})

const onDays = (shifts: readonly Shift[], change: (shift: Shift) => number[]): Shift[] =>
  shifts.map((shift) => ({ ...shift, days: change(shift).toSorted((a, b) => a - b) })).filter(({ days }) => days.length)

/** One weekday of a shift becomes a shift of its own, to be changed without the others. */
export const splitOff = (shifts: readonly Shift[], id: string, weekday: number): Shift[] =>
  shifts.flatMap((shift) =>
    shift.id === id && shift.days.length > 1
      ? [
          { ...shift, days: shift.days.filter((one) => one !== weekday) },
          { ...shift, id: newId(), days: [weekday] },
        ]
      : [shift],
  )

type Week = Pick<Book, 'shifts' | 'openingHours'>
/** Shifts and opening hours of one weekday also on others, instead of what is there. */
export const copiedDay = ({ shifts, openingHours }: Week, from: number, to: readonly number[]): Week => {
  const onto = new Set(to.filter((weekday) => weekday !== from))
  return {
    shifts: onDays(shifts, ({ days }) => [...days.filter((one) => !onto.has(one)), ...(days.includes(from) ? onto : [])]),
    openingHours: sortedHours([
      ...openingHours.filter((hours) => !onto.has(hours.day)),
      ...[...onto].flatMap((weekday) => openingHours.filter((hours) => hours.day === from).map((hours) => ({ ...hours, day: weekday }))),
    ]),
  }
}

/** "Always closed": the weekday leaves the week. */
export const withoutDay = ({ shifts, openingHours }: Week, weekday: number): Week => ({
  shifts: onDays(shifts, ({ days }) => days.filter((one) => one !== weekday)),
  openingHours: openingHours.filter((hours) => hours.day !== weekday),
})

export const sortedHours = (hours: Hours): Hours => hours.toSorted((a, b) => a.day - b.day || (a.from < b.from ? -1 : 1))

const joined = (spans: { from: number; to: number }[]): { from: number; to: number }[] => {
  const found: { from: number; to: number }[] = []
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = found.at(-1)
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to)
    else found.push({ ...span })
  }
  return found
}

/** Opening hours that hold every shift; they grow only on the days on which one sticks out. */
export const hoursForShifts = (week: Week): Hours => {
  const wanting = new Set(outsideHours(week).map((one) => one.day))
  return sortedHours(
    weekdays.flatMap((weekday) => {
      const hours = week.openingHours.filter((one) => one.day === weekday)
      if (!wanting.has(weekday)) return hours
      const shifts = week.shifts.filter(({ days }) => days.includes(weekday))
      return joined([...hours, ...shifts].map(spanOf)).map(({ from, to }) => ({
        day: weekday,
        from: timeOf(from),
        to: timeOf(Math.min(to, from + day)),
      }))
    }),
  )
}

const needed = new Set(['name', 'from', 'to', 'fromOn', 'toOn', 'at', 'capacity'])
/** Times of days that are closed all day are null; a name, a capacity or a date never is. */
const mayBeNull = new Set(['from', 'to'])

/** Whether everything that was added has what it needs: asked about half a thing, the server could only refuse. */
export const isWhole = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([name, inner]) => {
    if (!needed.has(name)) return isWhole(inner)
    if (typeof inner === 'string') return inner.trim() !== ''
    if (typeof inner === 'number') return Number.isFinite(inner)
    return inner === null ? mayBeNull.has(name) : isWhole(inner)
  })
}
