import type { Book, Shift } from '@tablewire/contracts/estate/book'
import { defaultBook } from '#src/features/venues/api.ts'
import { newId } from '#src/platform/id.ts'
import type { Period } from './hours-rule.ts'
import type { Hours } from './read-hours.ts'
import type { Habits } from './habits.ts'

const clock = (minute: number): string => {
  const within = ((minute % 1440) + 1440) % 1440
  return `${String(Math.floor(within / 60)).padStart(2, '0')}:${String(within % 60).padStart(2, '0')}`
}
const asTimes = ({ from, to }: Period): { from: string; to: string } => ({ from: clock(from), to: clock(to) })

type Meal = { name: string; from: number; to: number; /** Minutes between the last seating and the end. */ tail: number }

const meal = (name: string, { from, to }: Period, tail: number): Meal[] => (to - from >= 120 ? [{ name, from, to, tail }] : [])

/** The meals a venue that is open from–to can serve; a period that reaches none of them is one service. */
const mealsIn = ({ from, to }: Period): Meal[] => {
  const earliest = Math.max(from, 7 * 60)
  const meals = [
    ...meal('Breakfast', { from: earliest, to: Math.min(to, 11 * 60) }, 60),
    ...meal('Lunch', { from: Math.max(from, 11 * 60), to: Math.min(to, 16 * 60) }, 60),
    // Whoever is open around the clock has no evening that ends in the morning.
    ...meal('Dinner', { from: Math.max(from, 17 * 60), to: to - from === 1440 ? Math.min(to, 23 * 60) : to }, 90),
  ]
  if (meals.length) return meals
  return [{ name: 'Service', from, to, tail: 60 }]
}

const lastSeating = ({ from, to, tail }: Meal): number => Math.max(from, to - tail)

const toQuarter = (minute: number): number => Math.ceil(minute / 15) * 15

/** The shift's first start lies on a quarter of an hour, whatever minute the doors open. */
const shiftOf = (one: Meal, days: number[], habits: Habits): Shift => {
  const { intervalMinutes, stays, capacity } = habits
  const from = Math.min(toQuarter(one.from), one.to - 15)
  const last = lastSeating({ ...one, from })
  return {
    id: newId(),
    name: one.name,
    days,
    from: clock(from),
    to: clock(one.to),
    lastSeating: clock(last),
    intervalMinutes,
    durations: [
      { partyMax: 2, minutes: stays[0] },
      { partyMax: 4, minutes: stays[1] },
      { partyMax: 8, minutes: stays[2] },
      { partyMax: 1000, minutes: stays[3] },
    ],
    pacing: { covers: Math.max(4, Math.round(capacity * (intervalMinutes === 15 ? 0.3 : 0.5))), parties: null },
    pacingAt: [],
    keptBackCovers: 0,
    requestFromParty: habits.requestFromParty,
    areaIds: null,
    online: true,
  }
}

/** One shift for each meal, on all days it is served at the same times. */
const shiftsOf = (week: readonly (readonly Period[])[], habits: Habits): Shift[] => {
  const found = new Map<string, { meal: Meal; days: number[] }>()
  for (const [index, periods] of week.entries())
    for (const one of periods.flatMap(mealsIn)) {
      const key = `${one.name} ${one.from} ${one.to}`
      const same = found.get(key)
      if (same) same.days.push(index + 1)
      else found.set(key, { meal: one, days: [index + 1] })
    }
  return [...found.values()]
    .toSorted((a, b) => a.meal.from - b.meal.from)
    .map(({ meal: one, days }) => shiftOf(one, [...new Set(days)], habits))
}

const everyDay = 7

/** What is open without an end the night before a shut day seems to go on from midnight on, over the hours of the day after: those count. */
const withoutNight = (periods: Period[]): Period[] =>
  periods.filter((one, nth) => !periods.slice(nth + 1).some(({ from }) => one.from <= from && from < one.to))

/** Days that differ: shut ones become closures, the others special days with shifts of their own. */
const datedRules = ({ exceptions }: Hours, habits: Habits): Pick<Book, 'closures' | 'specialDays'> => ({
  closures: exceptions
    .filter(({ periods }) => !periods.length)
    .map(({ fromOn, toOn, name }) => ({
      id: newId(),
      name: (name ?? 'Closed').slice(0, 80),
      fromOn,
      toOn,
      from: null,
      to: null,
      areaId: null,
    })),
  specialDays: exceptions
    .filter(({ periods }) => periods.length)
    .map((exception) => ({ ...exception, periods: withoutNight(exception.periods) }))
    .map(({ fromOn, toOn, name, periods }) => ({
      id: newId(),
      name: (name ?? 'Other hours').slice(0, 80),
      fromOn,
      toOn,
      openingHours: periods.map(asTimes),
      shifts: shiftsOf(
        Array.from({ length: everyDay }, () => periods),
        habits,
      ),
    })),
})

/** A first book from the opening hours: what a person would set up on the first day, to be changed by whoever runs the venue. */
export const draftBook = (hours: Hours, habits: Habits): Book =>
  defaultBook({
    openingHours: hours.week.flatMap((periods, index) => periods.map((period) => ({ day: index + 1, ...asTimes(period) }))),
    shifts: shiftsOf(hours.week, habits),
    ...datedRules(hours, habits),
    areas: [{ id: newId(), name: habits.areaName, description: '', capacity: habits.capacity, byDefault: true, online: true }],
    party: { min: 1, max: Math.min(habits.partyMax, habits.capacity) },
  })
