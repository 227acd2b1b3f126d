import { Book } from '@tablewire/contracts/estate/book'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aBook, anArea, aShift } from '../../../../tests/build/a-venue.ts'
import { newId } from '#src/platform/id.ts'
import { checkBook } from './book-check.ts'
import { defaultBook } from './default-book.ts'

const paths = (book: Book): string[] => checkBook(book).map(({ path }) => path)
const shiftWith = (...overrides: Parameters<typeof aShift>): string[] => paths(aBook({ shifts: [aShift(...overrides)] }))

test('an ordinary book and the book of a new venue contradict nothing', () => {
  expect(checkBook(aBook())).toEqual([])
  expect(checkBook(defaultBook())).toEqual([])
  expect(Book.parse(defaultBook())).toBeDefined()
})

test.each([
  ['17:00', '23:00', '23:00', false],
  ['17:00', '23:00', '22:59', true],
  ['17:00', '23:00', '17:00', true],
  ['17:00', '23:00', '16:59', false],
  ['19:00', '02:00', '01:30', true],
  ['19:00', '02:00', '18:00', false],
  ['19:00', '02:00', '02:00', false],
  ['08:00', '08:00', '07:45', true],
])('a shift from %s to %s with its last seating at %s: %s', (from, to, lastSeating, fine) => {
  expect(shiftWith({ from, to, lastSeating })).toEqual(fine ? [] : ['shifts.0.lastSeating'])
})

test('limits at single intervals must stand on intervals of the shift, once each', () => {
  const limit = (at: string) => ({ at, covers: 4, parties: null })
  expect(shiftWith({ pacingAt: [limit('17:00'), limit('22:45')] })).toEqual([])
  expect(shiftWith({ pacingAt: [limit('17:10')] })).toEqual(['shifts.0.pacingAt.0.at'])
  expect(shiftWith({ pacingAt: [limit('17:00'), limit('23:00')] })).toEqual(['shifts.0.pacingAt.1.at'])
  expect(shiftWith({ pacingAt: [limit('18:00'), limit('18:00')] })).toEqual(['shifts.0.pacingAt.1.at'])
  expect(shiftWith({ from: '22:00', to: '02:00', lastSeating: null, pacingAt: [limit('00:15')] })).toEqual([])
})

test('no more is kept back than an interval holds', () => {
  const kept = (keptBackCovers: number, covers: number | null) => shiftWith({ keptBackCovers, pacing: { covers, parties: null } })
  expect([kept(20, 20), kept(4000, null), kept(21, 20)]).toEqual([[], [], ['shifts.0.keptBackCovers']])
})

test('durations rise with the party', () => {
  const durations = (...sizes: number[]) => sizes.map((partyMax) => ({ partyMax, minutes: 90 }))
  expect(shiftWith({ durations: durations(2, 4, 20) })).toEqual([])
  expect(shiftWith({ durations: durations(2, 2) })).toEqual(['shifts.0.durations.1.partyMax'])
  expect(shiftWith({ durations: durations(4, 2) })).toEqual(['shifts.0.durations.1.partyMax'])
})

test('days and ids stand once', () => {
  expect(shiftWith({ days: [1, 2, 1] })).toEqual(['shifts.0.days.2'])
  const shift = aShift()
  expect(paths(aBook({ shifts: [shift, { ...shift, name: 'Copy' }] }))).toEqual(['shifts.1.id'])
  const special = { id: newId(), name: 'Eve', fromOn: '2026-12-31', toOn: '2026-12-31', openingHours: [], shifts: [shift, shift] }
  const next = { ...special, fromOn: '2027-12-31', toOn: '2027-12-31' }
  expect(paths(aBook({ specialDays: [special, next] }))).toEqual([
    'specialDays.1.id',
    'specialDays.0.shifts.1.id',
    'specialDays.1.shifts.1.id',
  ])
  // The same shift with other hours on a special day is no contradiction.
  expect(paths(aBook({ shifts: [shift], specialDays: [{ ...special, shifts: [{ ...shift, to: '22:30' }] }] }))).toEqual([])
})

test('areas: one default, names and ids once, and only those that exist are named', () => {
  const room = anArea()
  expect(paths(aBook({ areas: [{ ...room, byDefault: false }] }))).toEqual(['areas'])
  expect(checkBook(aBook({ areas: [room, anArea({ name: 'Bar' })] }))).toEqual([
    { path: 'areas', issue: 'contradiction.many_defaults', values: {} },
  ])
  expect(paths(aBook({ areas: [room, anArea({ name: 'MAIN room', byDefault: false })] }))).toEqual(['areas.1.name'])
  expect(paths(aBook({ areas: [room, { ...room, name: 'Bar', byDefault: false }] }))).toEqual(['areas.1.id'])
  const book = aBook({ areas: [room] })
  expect(paths({ ...book, shifts: [aShift({ areaIds: [room.id] })] })).toEqual([])
  expect(paths({ ...book, shifts: [aShift({ areaIds: [] })] })).toEqual(['shifts.0.areaIds'])
  expect(paths({ ...book, shifts: [aShift({ areaIds: [room.id, newId()] })] })).toEqual(['shifts.0.areaIds.1'])
  expect(paths({ ...book, shifts: [aShift({ areaIds: [room.id, room.id] })] })).toEqual(['shifts.0.areaIds.1'])
})

test('closures and special days end after they begin, with both times or none', () => {
  const closure = { id: newId(), name: 'Inventory', fromOn: '2026-12-01', toOn: '2026-12-02', from: null, to: null, areaId: null }
  const closures = (over: object) => paths(aBook({ closures: [{ ...closure, ...over }] }))
  expect(closures({})).toEqual([])
  expect(closures({ from: '12:00', to: '16:00' })).toEqual([])
  expect(closures({ toOn: '2026-11-30' })).toEqual(['closures.0.toOn'])
  expect(closures({ from: '12:00' })).toEqual(['closures.0.to'])
  expect(closures({ to: '12:00' })).toEqual(['closures.0.from'])
  expect(closures({ from: '12:00', to: '12:00' })).toEqual(['closures.0.to'])
  expect(closures({ areaId: newId() })).toEqual(['closures.0.areaId'])
  expect(
    paths(aBook({ specialDays: [{ id: newId(), name: 'Eve', fromOn: '2026-12-31', toOn: '2026-12-30', openingHours: [], shifts: null }] })),
  ).toEqual(['specialDays.0.toOn'])
})

const otherDay = (name: string, [fromOn, toOn]: [string, string], ...hours: [from: string, to: string][]) => ({
  id: newId(),
  name,
  fromOn,
  toOn,
  openingHours: hours.map(([from, to]) => ({ from, to })),
  shifts: null,
})
const eve: [string, string] = ['2026-12-24', '2026-12-24']
const week: [string, string] = ['2026-12-21', '2026-12-27']

test('hours of a special day have a length and are not on top of one another, over midnight either', () => {
  const faults = (dates: [string, string], ...hours: [string, string][]) =>
    checkBook(aBook({ specialDays: [otherDay('Eve', dates, ...hours)] })).map(({ path, issue }) => [path, issue])
  expect(faults(eve, ['12:00', '15:00'], ['14:00', '16:00'])).toEqual([
    ['specialDays.0.openingHours.1.from', 'contradiction.hours_overlap'],
  ])
  expect(faults(eve, ['12:00', '15:00'], ['15:00', '16:00'])).toEqual([])
  expect(faults(eve, ['12:00', '12:00'])).toEqual([['specialDays.0.openingHours.0.to', 'contradiction.no_length']])
  expect(faults(eve, ['00:00', '00:00'])).toEqual([])
  expect(faults(week, ['00:00', '00:00'])).toEqual([])
  // Of several dates the night of one meets the small hours of the next.
  const night: [string, string][] = [
    ['18:00', '03:00'],
    ['01:00', '04:00'],
  ]
  expect(faults(eve, ...night)).toEqual([])
  for (const hours of [night, night.toReversed()])
    expect(faults(week, ...hours)).toEqual([['specialDays.0.openingHours.1.from', 'contradiction.hours_overlap']])
})

test('a date has other hours once, but for what stood in the book before that was asked', () => {
  const [advent, fair] = [otherDay('Advent', ['2026-12-01', '2026-12-24'], ['10:00', '20:00']), otherDay('Fair', week, ['12:00', '15:00'])]
  const faults = (days: Book['specialDays'], stood: Book['specialDays'] = []) =>
    checkBook(aBook({ specialDays: days }), [stood]).map(({ path, issue, values }) => [path, issue, values['other']])
  const told = [['specialDays.1.fromOn', 'contradiction.date_twice', 'Advent']]
  expect(faults([advent, fair])).toEqual(told)
  expect(faults([advent, { ...fair, fromOn: '2026-12-25' }])).toEqual([])
  // As it stood, by another name, shorter, and in parts.
  expect(faults([advent, fair], [advent, fair])).toEqual([])
  expect(
    faults(
      [
        { ...advent, name: 'Season' },
        { ...fair, toOn: '2026-12-26' },
      ],
      [advent, fair],
    ),
  ).toEqual([])
  expect(faults([advent, { ...fair, toOn: '2026-12-22' }, { ...fair, id: newId(), fromOn: '2026-12-24' }], [advent, fair])).toEqual([])
  // Who changes the dates or the hours of one of them is told.
  expect(faults([advent, { ...fair, fromOn: '2026-12-20' }], [advent, fair])).toEqual(told)
  expect(faults([advent, { ...fair, openingHours: [] }], [advent, fair])).toEqual(told)
  expect(faults([advent, { ...advent, id: newId() }], [advent])).toEqual(told)
  const wrong = otherDay('Long', eve, ['12:00', '15:00'], ['14:00', '16:00'])
  expect([faults([wrong], [wrong]), faults([{ ...wrong, toOn: '2026-12-25' }], [wrong])].map(({ length }) => length)).toEqual([0, 1])
})

test('the smallest party is not larger than the largest', () => {
  expect(paths(aBook({ party: { min: 5, max: 4 } }))).toEqual(['party.min'])
  expect(paths(aBook({ party: { min: 4, max: 4 } }))).toEqual([])
})

test('a last seating is refused exactly when no minute of the shift is that time', () => {
  const time = fc.integer({ min: 0, max: 1439 })
  const text = (minutes: number): string => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
  fc.assert(
    fc.property(time, time, time, (from, to, last) => {
      const minutes = new Set<number>()
      for (let minute = from, left = to > from ? to - from : to - from + 1440; left > 0; minute++, left--) minutes.add(minute % 1440)
      expect(shiftWith({ from: text(from), to: text(to), lastSeating: text(last) }).length === 0).toBe(minutes.has(last))
    }),
    { numRuns: 200 },
  )
})
