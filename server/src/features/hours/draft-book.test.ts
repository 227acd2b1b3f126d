import { expect, test } from 'vitest'
import { draftBook } from './draft-book.ts'
import { hoursReader } from './read-hours.ts'
import { habitsOf } from './habits.ts'

const read = hoursReader('2026-11-20')
const bookOf = (text: string, kind: keyof typeof habitsOf = 'restaurant') =>
  draftBook(read(text, { country: 'DE', latitude: null, longitude: null }), habitsOf[kind])
const shiftsOf = (text: string) =>
  bookOf(text).shifts.map(({ name, days, from, to, lastSeating }) => `${name} ${days.join('')} ${from}-${to} last ${lastSeating}`)

test('lunch and dinner out of the hours they fall in', () => {
  expect(shiftsOf('Mo-Fr 11:30-15:00,17:30-23:00; Sa 17:30-23:00')).toEqual([
    'Lunch 12345 11:30-15:00 last 14:00',
    'Dinner 123456 17:30-23:00 last 21:30',
  ])
  expect(shiftsOf('Mo-Su 11:00-22:00')).toEqual(['Lunch 1234567 11:00-16:00 last 15:00', 'Dinner 1234567 17:00-22:00 last 20:30'])
})

test('breakfast where the morning is long enough; round the clock only the meals', () => {
  expect(shiftsOf('Mo-Su 07:30-14:00')).toEqual(['Breakfast 1234567 07:30-11:00 last 10:00', 'Lunch 1234567 11:00-14:00 last 13:00'])
  expect(shiftsOf('24/7').map((shift) => shift.split(' ')[2])).toEqual(['07:00-11:00', '11:00-16:00', '17:00-23:00'])
})

test('an evening that ends after midnight is one dinner', () => {
  expect(shiftsOf('Fr-Sa 18:00-02:00')).toEqual(['Dinner 56 18:00-02:00 last 00:30'])
  expect(bookOf('Fr-Sa 18:00-02:00').openingHours).toEqual([
    { day: 5, from: '18:00', to: '02:00' },
    { day: 6, from: '18:00', to: '02:00' },
  ])
})

test('hours that reach no meal are one service, and the first start lies on a quarter', () => {
  expect(shiftsOf('Mo 15:05-16:55')).toEqual(['Service 1 15:15-16:55 last 15:55'])
})

test('no hours, no shifts, one area', () => {
  expect(bookOf('open')).toMatchObject({ openingHours: [], shifts: [], areas: [{ capacity: 50, byDefault: true }] })
})

test('holidays become closures, or special days with shifts of their own', () => {
  expect(bookOf('Mo-Sa 12:00-22:00; PH off').closures[0]).toMatchObject({
    name: '1. Weihnachtstag',
    fromOn: '2026-12-25',
    from: null,
    areaId: null,
  })
  const special = bookOf('Mo-Sa 17:00-22:00; PH 11:00-15:00').specialDays[0]!
  expect(special).toMatchObject({ fromOn: '2026-12-25', openingHours: [{ from: '11:00', to: '15:00' }] })
  expect(special.shifts).toMatchObject([{ name: 'Lunch', from: '11:00', days: [1, 2, 3, 4, 5, 6, 7] }])
})

test('a day after shut ones has its own hours, not what stays open without an end the night before', () => {
  const { specialDays } = bookOf('Mo-Su 18:00+; Dec 24-26 off')
  expect(specialDays.map(({ openingHours }) => openingHours)).toEqual([[{ from: '18:00', to: '23:00' }]])
})
