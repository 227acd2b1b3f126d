import type { Book, Shift } from '@tablewire/contracts/book'

/** Where in the book (path as in the request) and what contradicts what, in English. */
export type Contradiction = { path: string; detail: string }
type Found = (path: string, detail: string) => Contradiction

const at: Found = (path, detail) => ({ path, detail })
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
/** Minutes from `from` to `time`, over midnight where it is earlier. */
const since = (from: string, time: string): number => (minutesOf(time) - minutesOf(from) + 1440) % 1440
const lengthOf = ({ from, to }: { from: string; to: string }): number => since(from, to) || 1440

const repeated = (values: readonly string[]): number => values.findIndex((value, index) => values.indexOf(value) < index)
const uniqueIds = (path: string, entries: readonly { id: string }[]): Contradiction[] => {
  const index = repeated(entries.map(({ id }) => id))
  return index < 0 ? [] : [at(`${path}.${index}.id`, 'two entries have the same id')]
}

const checkTimes = (path: string, shift: Shift): Contradiction[] => {
  const { name, from, to, lastSeating, intervalMinutes, pacingAt } = shift
  const length = lengthOf(shift)
  const inside = (time: string): boolean => since(from, time) < length
  const twice = repeated(pacingAt.map((limit) => limit.at))
  return [
    ...(lastSeating !== null && !inside(lastSeating)
      ? [at(`${path}.lastSeating`, `the last seating of ${name} at ${lastSeating} is not between ${from} and ${to}`)]
      : []),
    ...pacingAt.flatMap((limit, index) =>
      inside(limit.at) && since(from, limit.at) % intervalMinutes === 0
        ? []
        : [at(`${path}.pacingAt.${index}.at`, `${limit.at} is not the start of an interval of ${name}`)],
    ),
    ...(twice < 0 ? [] : [at(`${path}.pacingAt.${twice}.at`, `${name} has two limits for ${pacingAt[twice]!.at}`)]),
  ]
}

const checkDurations = (path: string, { name, durations }: Shift): Contradiction[] => {
  const wrong = durations.findIndex((duration, index) => index > 0 && duration.partyMax <= durations[index - 1]!.partyMax)
  return wrong < 0 ? [] : [at(`${path}.durations.${wrong}.partyMax`, `the party sizes of ${name}'s durations do not rise`)]
}

const checkAreas = (path: string, { name, areaIds }: Shift, known: ReadonlySet<string>): Contradiction[] => {
  if (areaIds === null) return []
  if (!areaIds.length) return [at(`${path}.areaIds`, `${name} is served in no area`)]
  const unknown = areaIds.findIndex((id) => !known.has(id))
  return [
    ...(unknown < 0 ? [] : [at(`${path}.areaIds.${unknown}`, `${name} names an area that is not in the book`)]),
    ...(repeated(areaIds) < 0 ? [] : [at(`${path}.areaIds.${repeated(areaIds)}`, `${name} names an area twice`)]),
  ]
}

const checkShifts = (path: string, shifts: readonly Shift[], areas: ReadonlySet<string>): Contradiction[] => [
  ...uniqueIds(path, shifts),
  ...shifts.flatMap((shift, index) => {
    const here = `${path}.${index}`
    const day = repeated(shift.days.map(String))
    return [
      ...(day < 0 ? [] : [at(`${here}.days.${day}`, `${shift.name} names a day twice`)]),
      ...checkTimes(here, shift),
      ...checkDurations(here, shift),
      ...checkAreas(here, shift, areas),
    ]
  }),
]

const checkRooms = ({ areas }: Book): Contradiction[] => {
  const defaults = areas.filter(({ byDefault }) => byDefault).length
  const name = repeated(areas.map((area) => area.name.toLowerCase()))
  return [
    ...uniqueIds('areas', areas),
    ...(defaults === 1 ? [] : [at('areas', defaults ? 'more than one area is the default' : 'no area is the default')]),
    ...(name < 0 ? [] : [at(`areas.${name}.name`, `two areas are called ${areas[name]!.name}`)]),
  ]
}

const checkClosures = ({ closures }: Book, areas: ReadonlySet<string>): Contradiction[] => [
  ...uniqueIds('closures', closures),
  ...closures.flatMap(({ name, fromOn, toOn, from, to, areaId }, index) => {
    const here = `closures.${index}`
    return [
      ...(toOn < fromOn ? [at(`${here}.toOn`, `${name} ends before it begins`)] : []),
      ...((from === null) === (to === null)
        ? []
        : [at(`${here}.${from === null ? 'from' : 'to'}`, `${name} has only one of its two times`)]),
      ...(from !== null && from === to ? [at(`${here}.to`, `${name} ends when it begins`)] : []),
      ...(areaId === null || areas.has(areaId) ? [] : [at(`${here}.areaId`, `${name} names an area that is not in the book`)]),
    ]
  }),
]

const checkSpecialDays = ({ specialDays }: Book, areas: ReadonlySet<string>): Contradiction[] => [
  ...uniqueIds('specialDays', specialDays),
  ...specialDays.flatMap(({ name, fromOn, toOn, shifts }, index) => [
    ...(toOn < fromOn ? [at(`specialDays.${index}.toOn`, `${name} ends before it begins`)] : []),
    ...checkShifts(`specialDays.${index}.shifts`, shifts ?? [], areas),
  ]),
]

/** What contradicts itself in a book that is well-formed part by part; empty when it can be worked with. */
export const checkBook = (book: Book): Contradiction[] => {
  const areas = new Set(book.areas.map(({ id }) => id))
  return [
    ...checkRooms(book),
    ...checkShifts('shifts', book.shifts, areas),
    ...checkClosures(book, areas),
    ...checkSpecialDays(book, areas),
    ...(book.party.min > book.party.max ? [at('party.min', 'the smallest party is larger than the largest')] : []),
  ]
}
