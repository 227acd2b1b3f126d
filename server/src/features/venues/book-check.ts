import type { Book, DayLimits, Shift } from '@tablewire/contracts/estate/book'
import { checkHours, checkOtherDays, type DaysThatStood } from '@tablewire/contracts/estate/special-days.rules'
import type { Contradiction } from '@tablewire/contracts/phrases/phrases'
import { Temporal } from 'temporal-polyfill'

/** Where in the book (path as in the request), and the phrase that says what contradicts what. */
export type BookContradiction = { path: string; issue: `contradiction.${Contradiction}`; values: Record<string, string> }

const at = (path: string, contradiction: Contradiction, values: BookContradiction['values'] = {}): BookContradiction => ({
  path,
  issue: `contradiction.${contradiction}`,
  values,
})
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
/** Minutes from `from` to `time`, over midnight where it is earlier. */
const since = (from: string, time: string): number => (minutesOf(time) - minutesOf(from) + 1440) % 1440
const lengthOf = ({ from, to }: { from: string; to: string }): number => since(from, to) || 1440

const repeated = (values: readonly string[]): number => values.findIndex((value, index) => values.indexOf(value) < index)
const uniqueIds = (path: string, entries: readonly { id: string }[]): BookContradiction[] => {
  const index = repeated(entries.map(({ id }) => id))
  return index < 0 ? [] : [at(`${path}.${index}.id`, 'id_twice')]
}

const isInside = (shift: Shift, time: string): boolean => since(shift.from, time) < lengthOf(shift)
const isStart = (shift: Shift, time: string): boolean => isInside(shift, time) && since(shift.from, time) % shift.intervalMinutes === 0

const checkTimes = (path: string, shift: Shift): BookContradiction[] => {
  const { name, from, to, lastSeating, pacingAt } = shift
  const twice = repeated(pacingAt.map((limit) => limit.at))
  return [
    ...(lastSeating !== null && !isInside(shift, lastSeating)
      ? [at(`${path}.lastSeating`, 'last_seating', { name, time: lastSeating, from, to })]
      : []),
    ...pacingAt.flatMap((limit, index) =>
      isStart(shift, limit.at) ? [] : [at(`${path}.pacingAt.${index}.at`, 'no_interval', { name, time: limit.at })],
    ),
    ...(twice < 0 ? [] : [at(`${path}.pacingAt.${twice}.at`, 'limit_twice', { name, time: pacingAt[twice]!.at })]),
  ]
}

const checkDurations = (path: string, { name, durations }: Shift): BookContradiction[] => {
  const wrong = durations.findIndex((duration, index) => index > 0 && duration.partyMax <= durations[index - 1]!.partyMax)
  return wrong < 0 ? [] : [at(`${path}.durations.${wrong}.partyMax`, 'durations', { name })]
}

const checkAreas = (path: string, { name, areaIds }: Shift, known: ReadonlySet<string>): BookContradiction[] => {
  if (areaIds === null) return []
  if (!areaIds.length) return [at(`${path}.areaIds`, 'no_area', { name })]
  const unknown = areaIds.findIndex((id) => !known.has(id))
  return [
    ...(unknown < 0 ? [] : [at(`${path}.areaIds.${unknown}`, 'unknown_area', { name })]),
    ...(repeated(areaIds) < 0 ? [] : [at(`${path}.areaIds.${repeated(areaIds)}`, 'area_twice', { name })]),
  ]
}

/** What is kept back for the house is part of what an interval holds. */
const checkKeptBack = (path: string, { name, keptBackCovers, pacing }: Shift): BookContradiction[] =>
  pacing.covers === null || keptBackCovers <= pacing.covers
    ? []
    : [at(`${path}.keptBackCovers`, 'kept_back', { name, covers: String(pacing.covers) })]

const checkShifts = (path: string, shifts: readonly Shift[], areas: ReadonlySet<string>): BookContradiction[] => [
  ...uniqueIds(path, shifts),
  ...shifts.flatMap((shift, index) => {
    const here = `${path}.${index}`
    const day = repeated(shift.days.map(String))
    return [
      ...(day < 0 ? [] : [at(`${here}.days.${day}`, 'day_twice', { name: shift.name })]),
      ...checkTimes(here, shift),
      ...checkKeptBack(here, shift),
      ...checkDurations(here, shift),
      ...checkAreas(here, shift, areas),
    ]
  }),
]

const checkRooms = ({ areas }: Book): BookContradiction[] => {
  const defaults = areas.filter(({ byDefault }) => byDefault).length
  const ofGoogle = areas.filter(({ rwgDefault }) => rwgDefault).length
  const name = repeated(areas.map((area) => area.name.toLowerCase()))
  return [
    ...uniqueIds('areas', areas),
    ...(defaults === 1 ? [] : [at('areas', defaults ? 'many_defaults' : 'no_default')]),
    ...(ofGoogle > 1 ? [at('areas', 'many_rwg_defaults')] : []),
    ...(name < 0 ? [] : [at(`areas.${name}.name`, 'area_name_twice', { name: areas[name]!.name })]),
  ]
}

const checkClosures = ({ closures }: Book, areas: ReadonlySet<string>): BookContradiction[] => [
  ...uniqueIds('closures', closures),
  ...closures.flatMap(({ name, fromOn, toOn, from, to, areaId }, index) => {
    const here = `closures.${index}`
    return [
      ...(toOn < fromOn ? [at(`${here}.toOn`, 'ends_early', { name })] : []),
      ...((from === null) === (to === null) ? [] : [at(`${here}.${from === null ? 'from' : 'to'}`, 'half_times', { name })]),
      ...(from !== null && from === to ? [at(`${here}.to`, 'no_length', { name })] : []),
      ...(areaId === null || areas.has(areaId) ? [] : [at(`${here}.areaId`, 'unknown_area', { name })]),
    ]
  }),
]

/** The shift with that id as it is served on a date; undefined where it is not. */
const servedOn = ({ shifts, specialDays }: Book, { on, shiftId }: DayLimits): Shift | undefined => {
  const special = specialDays.find(({ fromOn, toOn }) => fromOn <= on && on <= toOn)
  const weekday = Temporal.PlainDate.from(on).dayOfWeek
  return (special?.shifts ?? shifts).find(({ id, days }) => id === shiftId && days.some((day) => day === weekday))
}

const isSame = (one: DayLimits) => (other: DayLimits) => one.on === other.on && one.shiftId === other.shiftId

/** Limits that stood may outlive the meal they were for, as when a day is closed; new ones have a meal, and each names starts of it. */
const checkMeals = (book: Book, stood: readonly DayLimits[] | undefined): BookContradiction[] =>
  (book.dayLimits ?? []).flatMap((own, index) => {
    const shift = servedOn(book, own)
    if (!shift) return stood && !stood.some(isSame(own)) ? [at(`dayLimits.${index}.shiftId`, 'limit_no_meal', { time: own.on })] : []
    return own.pacingAt.flatMap((limit, nth) =>
      isStart(shift, limit.at) ? [] : [at(`dayLimits.${index}.pacingAt.${nth}.at`, 'no_interval', { name: shift.name, time: limit.at })],
    )
  })

/** A shift has other limits on a date once, and each of its starts. */
const checkDayLimits = ({ dayLimits = [], shifts }: Book): BookContradiction[] => {
  const named = (id: string): string => shifts.find((shift) => shift.id === id)?.name ?? ''
  const twice = repeated(dayLimits.map(({ on, shiftId }) => `${on} ${shiftId}`))
  return [
    ...uniqueIds('dayLimits', dayLimits),
    ...(twice < 0
      ? []
      : [at(`dayLimits.${twice}.on`, 'limit_twice', { name: named(dayLimits[twice]!.shiftId), time: dayLimits[twice]!.on })]),
    ...dayLimits.flatMap(({ shiftId, pacingAt }, index) => {
      const same = repeated(pacingAt.map((limit) => limit.at))
      return same < 0
        ? []
        : [at(`dayLimits.${index}.pacingAt.${same}.at`, 'limit_twice', { name: named(shiftId), time: pacingAt[same]!.at })]
    }),
  ]
}

const checkSpecialDays = ({ specialDays }: Book, areas: ReadonlySet<string>, stood: DaysThatStood): BookContradiction[] => [
  ...uniqueIds('specialDays', specialDays),
  ...specialDays.flatMap((day, index) => [
    ...checkHours(`specialDays.${index}`, day, stood),
    ...checkShifts(`specialDays.${index}.shifts`, day.shifts ?? [], areas),
  ]),
  ...checkOtherDays(specialDays, stood),
]

/**
 * What contradicts itself in a book that is well-formed part by part; empty when it can be worked with. `stood`: special days that somebody saved before
 * they were held against one another; what they say stays. `limits`: those of single dates that stood; without them none is asked for its meal.
 */
export const checkBook = (book: Book, stood: DaysThatStood = [], limits?: readonly DayLimits[]): BookContradiction[] => {
  const areas = new Set(book.areas.map(({ id }) => id))
  return [
    ...checkRooms(book),
    ...checkShifts('shifts', book.shifts, areas),
    ...checkClosures(book, areas),
    ...checkSpecialDays(book, areas, stood),
    ...checkDayLimits(book),
    ...checkMeals(book, limits),
    ...(book.party.min > book.party.max ? [at('party.min', 'parties')] : []),
  ]
}
