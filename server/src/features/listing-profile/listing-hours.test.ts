import type { Book } from '@tablewire/contracts/estate/book'
import { expect, test } from 'vitest'
import { aBook } from '../../../../tests/build/a-venue.ts'
import { type HoursOf, listingHoursOf } from './listing-hours.ts'

const hours = (book: Partial<Book>, more: Partial<HoursOf> = {}) =>
  listingHoursOf({
    book: aBook(book),
    own: { week: null, days: [] },
    timezone: 'Europe/Madrid',
    countryCode: 'ES',
    today: '2026-11-26',
    ...more,
  })
const id = 'c'
const closure = (name: string, fromOn: string, toOn: string, more: object = {}) => ({
  id,
  name,
  fromOn,
  toOn,
  from: null,
  to: null,
  areaId: null,
  ...more,
})

test('LI1: the week is the book’s, with several spans and past midnight; what touches is one', () => {
  const openingHours = [
    { day: 5, from: '19:00', to: '02:00' },
    { day: 5, from: '12:00', to: '15:00' },
    { day: 5, from: '15:00', to: '16:00' },
    { day: 6, from: '00:00', to: '00:00' },
  ]
  const found = hours({ openingHours })
  expect(found).toMatchObject({ known: true, source: 'book', from: '2026-11-26', until: '2027-02-23' })
  expect(found.week).toEqual([
    { day: 5, from: '12:00', to: '16:00' },
    { day: 5, from: '19:00', to: '02:00' },
    { day: 6, from: '00:00', to: '00:00' },
  ])
  expect(found.days).toEqual([])
  expect(hours({ openingHours: [] })).toMatchObject({ known: false, week: [] })
})

test('LI1: a venue whose areas are all closed is closed, and open for as long as one of them is', () => {
  const openingHours = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '12:00', to: '16:00' }))
  const { areas } = aBook({})
  const [inside, terrace] = areas.map((area) => area.id)
  const found = hours({
    areas,
    openingHours,
    closures: [
      closure('Inside', '2026-12-11', '2026-12-11', { areaId: inside }),
      closure('Terrace', '2026-12-11', '2026-12-11', { areaId: terrace }),
      closure('Floor', '2026-12-14', '2026-12-14', { areaId: inside }),
      closure('Wind', '2026-12-14', '2026-12-14', { areaId: terrace, from: '12:00', to: '14:00' }),
    ],
  })
  expect(found.days).toMatchObject([
    { date: '2026-12-11', why: 'closure', name: 'Inside', spans: [] },
    { date: '2026-12-14', why: 'closure', spans: [{ from: '14:00', to: '16:00' }] },
  ])
})

test('LI1: what a closure leaves of a night after midnight is told of the day after', () => {
  const openingHours = [{ day: 2, from: '20:00', to: '00:30' }]
  const closures = [closure('Clean-up', '2026-12-02', '2026-12-02', { from: '00:00', to: '00:15' })]
  expect(hours({ openingHours, closures }).days).toMatchObject([
    { date: '2026-12-01', spans: [{ from: '20:00', to: '00:00' }] },
    { date: '2026-12-02', why: 'closure', name: 'Clean-up', spans: [{ from: '00:15', to: '00:30' }] },
  ])
})

test('LI1: special days, and closures of whole days, of hours, and of hours past midnight; those of an area change nothing', () => {
  const openingHours = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '18:00', to: '02:00' }))
  const found = hours({
    openingHours,
    specialDays: [
      { id, name: 'Christmas Eve', fromOn: '2026-12-24', toOn: '2026-12-24', openingHours: [{ from: '12:00', to: '16:00' }], shifts: null },
      { id, name: 'As always', fromOn: '2026-12-26', toOn: '2026-12-26', openingHours: [{ from: '18:00', to: '02:00' }], shifts: null },
    ],
    closures: [
      closure('Holiday', '2026-12-28', '2026-12-29'),
      closure('Party', '2026-12-04', '2026-12-04', { from: '21:00', to: '23:00' }),
      closure('Early night', '2026-12-10', '2026-12-10', { from: '00:00', to: '06:00' }),
      closure('Terrace', '2026-12-11', '2026-12-11', { areaId: id }),
    ],
  })
  expect(found.days).toEqual([
    {
      date: '2026-12-04',
      name: 'Party',
      why: 'closure',
      spans: [
        { from: '18:00', to: '21:00' },
        { from: '23:00', to: '02:00' },
      ],
    },
    { date: '2026-12-09', name: 'Early night', why: 'closure', spans: [{ from: '18:00', to: '00:00' }] },
    { date: '2026-12-24', name: 'Christmas Eve', why: 'special_day', spans: [{ from: '12:00', to: '16:00' }] },
    { date: '2026-12-28', name: 'Holiday', why: 'closure', spans: [] },
    { date: '2026-12-29', name: 'Holiday', why: 'closure', spans: [] },
  ])
})

test('LI1: hours of the listing’s own are marked; public holidays are named until somebody says something of them', () => {
  const openingHours = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '12:00', to: '22:00' }))
  const own = {
    week: [{ day: 4, from: '09:00', to: '12:00' }],
    days: [{ fromOn: '2026-12-08', toOn: '2026-12-08', name: '', spans: [{ from: '10:00', to: '11:00' }] }],
  }
  const found = hours({ openingHours, closures: [closure('Off', '2026-12-08', '2026-12-10')] }, { own })
  expect(found).toMatchObject({ source: 'own', week: own.week })
  expect(found.days).toEqual([
    { date: '2026-12-08', name: null, why: 'own', spans: [{ from: '10:00', to: '11:00' }] },
    { date: '2026-12-10', name: 'Off', why: 'closure', spans: [] },
  ])
  expect(found.holidays.find(({ date }) => date === '2026-12-08')).toMatchObject({ confirmed: true })
  expect(found.holidays.find(({ date }) => date === '2026-12-25')).toMatchObject({ confirmed: false })
})
