import type { Book } from '@tablewire/contracts/estate/book'
import { expect, test } from 'vitest'
import { merged, staleFields } from '#src/kit/form/stale.ts'
import { bookOf, flatOf } from './book-flat.ts'
import { newShift } from './book-edits.ts'
import { nameAt, placeOfPath, placeOfSetting } from './setting-place.ts'

const shift = (id: string) => ({ ...newShift(id, [1], undefined), id })
const book: Book = {
  version: 4,
  openingHours: [],
  shifts: [shift('lunch'), shift('dinner')],
  areas: [{ id: 'room', name: 'Room', description: '', capacity: 40, byDefault: true, online: true }],
  closures: [{ id: 'shut', name: 'Shut', fromOn: '2026-12-24', toOn: '2026-12-24', from: null, to: null, areaId: null }],
  specialDays: [{ id: 'eve', name: 'Eve', fromOn: '2026-12-31', toOn: '2026-12-31', openingHours: [], shifts: [shift('gala')] }],
  party: { min: 1, max: 9 },
  noticeMinutes: 60,
  cutOffMinutes: null,
  horizonDays: 90,
  holdingTimeSeconds: 600,
  cancellationWindowMinutes: 60,
  pressureReleaseHours: null,
  bookableAreas: false,
}

test('RE5 every setting the explainer names has its place', () => {
  expect(placeOfSetting(book, 'shifts/dinner/pacing')).toEqual({ tab: 'week', shift: 'dinner', field: 'shifts.1.pacing.covers' })
  expect(placeOfSetting(book, 'shifts/gala/keptBackCovers')).toEqual({
    tab: 'days',
    shift: 'gala',
    field: 'specialDays.0.shifts.0.keptBackCovers',
  })
  expect(placeOfSetting(book, 'areas/room/capacity')).toEqual({ tab: 'areas', field: 'areas.0.capacity' })
  expect(placeOfSetting(book, 'closures/shut')).toEqual({ tab: 'days', field: 'closures.0.fromOn' })
  expect(placeOfSetting(book, 'party/max')).toEqual({ tab: 'limits', field: 'party.max' })
  expect(placeOfSetting(book, 'venue/active')).toEqual({ page: '/venues', of: 'details' })
  expect(placeOfSetting(book, 'tables/one/online')).toEqual({ page: '/venues', of: 'tables' })
  expect(
    placeOfSetting(
      {
        ...book,
        dayLimits: [
          { id: 'tonight', on: '2026-11-28', shiftId: 'dinner', targetCovers: null, pacing: { covers: 4, parties: null }, pacingAt: [] },
        ],
      },
      'dayLimits/tonight',
    ),
  ).toEqual({ tab: 'days', field: 'dayLimits.0.on' })
  expect(placeOfSetting(book, 'companies/one/minAdvanceBooking')).toEqual({ page: '/companies' })
  expect(placeOfSetting(book, 'shifts')).toEqual({ tab: 'week' })
  expect(['shifts.1.from', 'specialDays.0.shifts.0.to', 'areas.0.name', 'party.min'].map((path) => nameAt(book, path))).toEqual([
    'dinner',
    'Eve · gala',
    'Room',
    '',
  ])
  expect(placeOfPath(book, 'specialDays.0.toOn')).toEqual({ tab: 'days', field: 'specialDays.0.toOn' })
})

test('SE2 two people editing one book: each shift comes together by itself', () => {
  const [lunch, dinner] = book.shifts as [Book['shifts'][0], Book['shifts'][0]]
  const theirs: Book = { ...book, version: 5, noticeMinutes: 30, shifts: [{ ...lunch, name: 'Brunch' }, dinner, shift('late')] }
  const mine: Book = { ...book, shifts: [lunch, { ...dinner, to: '22:00' }, shift('tea')], closures: [] }
  const [before, other, own] = [flatOf(book, [theirs, mine]), flatOf(theirs, [book, mine]), flatOf(mine, [book, theirs])]
  expect(staleFields(before, other, own).map(({ name }) => name)).toEqual(['noticeMinutes', 'shifts:order', 'shifts:lunch', 'shifts:late'])
  const together = bookOf(merged(before, other, { mine: own, choices: {} }), 5)
  expect(together.shifts.map(({ id, name, to }) => `${id} ${name} ${to}`)).toEqual([
    'lunch Brunch 23:00',
    'dinner dinner 22:00',
    'tea tea 23:00',
    'late late 23:00',
  ])
  expect([together.version, together.noticeMinutes, together.closures]).toEqual([5, 30, []])
  expect(bookOf(flatOf(book), 4)).toEqual({ ...book, texts: {}, dayLimits: [] })
})
