import { expect, test } from 'vitest'
import { offersOf } from './offers.ts'

test('offers are read in every form a system gives them, and what is none is left out', () => {
  expect(
    offersOf({
      requiresDuration: 1,
      durations: [5400, { value: 7200, label: ' Two hours ' }, { value: 10, label: 'too short' }, { value: '3600' }, null],
      bookingTypes: [{ id: 7, name: { 'DE-de': 'Menü', en: '' } }, { id: 'bar' }, { name: 'no id' }, 'text', null],
    }),
  ).toEqual({
    requiresDuration: true,
    durations: [
      { seconds: 5400, label: null },
      { seconds: 7200, label: 'Two hours' },
    ],
    bookingTypes: [
      { id: '7', name: { de: 'Menü' } },
      { id: 'bar', name: 'bar' },
    ],
  })
  expect(offersOf({ requiresDuration: false, durations: [], bookingTypes: 'none' })).toBeUndefined()
  expect(offersOf({})).toBeUndefined()
})
