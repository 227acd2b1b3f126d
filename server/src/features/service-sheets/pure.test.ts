import type { SheetParty } from '@tablewire/contracts/booking/service-sheets'
import { expect, test } from 'vitest'
import { offsetWhereTwice, quarterOf } from './coming.ts'
import { forecastOf } from './forecast.ts'
import { kitchenOf, withoutContact } from './kitchen.ts'

const party = (over: Partial<SheetParty>): SheetParty => ({
  id: crypto.randomUUID(),
  reference: 'A',
  startsAt: '2031-06-12T17:00:00Z',
  startsLocal: '2031-06-12T19:00',
  offset: null,
  status: 'confirmed',
  partySize: 2,
  firstName: 'Ada',
  lastName: 'Lane',
  phone: '+34600111222',
  areaName: 'Main room',
  tableName: null,
  notes: null,
  tags: [],
  allergies: [],
  guestTags: [],
  walkIn: false,
  lateMinutes: null,
  visits: null,
  noShows: null,
  ...over,
})

test('an hour that the clock shows twice says which it is, in autumn alone', () => {
  const zone = 'Europe/Madrid'
  expect(['2031-10-26T00:15:00Z', '2031-10-26T01:15:00Z', '2031-10-26T02:15:00Z'].map((at) => offsetWhereTwice(at, zone))).toEqual([
    '+02:00',
    '+01:00',
    null,
  ])
  expect(['2031-03-30T00:59:00Z', '2031-03-30T01:00:00Z'].map((at) => offsetWhereTwice(at, zone))).toEqual([null, null])
  expect(quarterOf('2031-10-26T01:22:00Z', zone)).toEqual({
    startsAt: '2031-10-26T01:15:00Z',
    startsLocal: '2031-10-26T02:15',
    offset: '+01:00',
  })
})

test('the kitchen hears of quarters, allergies in all and by time, and large parties, and of no telephone', () => {
  const kitchen = kitchenOf(
    [
      party({ allergies: ['Nuts'], tags: ['nuts', 'VIP'] }),
      party({
        startsAt: '2031-06-12T17:10:00Z',
        startsLocal: '2031-06-12T19:10',
        partySize: 9,
        notes: 'Coeliac, call +34 600 111 222 or ana@guests.example',
      }),
      party({ startsAt: '2031-06-12T17:15:00Z', startsLocal: '2031-06-12T19:15', allergies: ['Nuts', 'Fish'] }),
    ],
    'Europe/Madrid',
  )
  expect(kitchen.quarters.map(({ startsLocal, covers, parties }) => [startsLocal.slice(11), covers, parties])).toEqual([
    ['19:00', 11, 2],
    ['19:15', 2, 1],
  ])
  expect(kitchen.allergyParties).toBe(3)
  expect(kitchen.allergyWords).toEqual([
    { word: 'Nuts', parties: 2 },
    { word: 'Fish', parties: 1 },
  ])
  expect(kitchen.large).toMatchObject([{ partySize: 9, note: 'Coeliac, call … or …' }])
  expect(JSON.stringify(kitchen)).not.toMatch(/600|@/)
  expect(withoutContact('2 high chairs, table 12, at 19:30')).toBe('2 high chairs, table 12, at 19:30')
})

test('covers to come: what is booked and what the weeks before still brought, with how wrong that would have been', () => {
  const week = (booked: number, final: number) => ({ booked, final })
  expect(forecastOf(20, [week(10, 20), week(10, 20), week(10, 20)])).toBeNull()
  // Closed weeks are none.
  expect(forecastOf(20, [week(10, 20), week(10, 20), week(10, 20), week(0, 0)])).toBeNull()
  expect(forecastOf(20, [week(10, 20), week(15, 25), week(8, 18), week(30, 40)])).toEqual({ expected: 30, error: 0, weeks: 4 })
  const wild = forecastOf(20, [week(10, 20), week(10, 22), week(10, 18), week(10, 20), week(10, 120)])!
  expect(wild.expected).toBe(30)
  expect(wild.error).toBeGreaterThan(15)
  // More cancel than come.
  expect(forecastOf(3, [week(20, 10), week(20, 10), week(20, 10), week(20, 10)])).toEqual({ expected: 0, error: 0, weeks: 4 })
})
