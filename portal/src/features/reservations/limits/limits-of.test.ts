import type { Book, Shift } from '@tablewire/contracts/estate/book'
import { expect, test } from 'vitest'
import { takingNoMore, limitsOf, limitsOn, stoppedMeals, typedOf, withLimits, hasOdd, isOdd, takesNone, takingAgain } from './limits-of.ts'

const shift = (id: string, days: number[]): Shift => ({
  id,
  name: id,
  days,
  from: '18:00',
  to: '23:00',
  lastSeating: '21:30',
  intervalMinutes: 15,
  durations: [{ partyMax: 1000, minutes: 90 }],
  pacing: { covers: 20, parties: null },
  pacingAt: [{ at: '19:00', covers: null, parties: 4 }],
  keptBackCovers: 0,
  requestFromParty: null,
  areaIds: null,
  online: true,
})
const book: Book = {
  version: 4,
  openingHours: [],
  shifts: [shift('dinner', [5, 6]), shift('brunch', [7])],
  areas: [],
  closures: [],
  specialDays: [{ id: 'eve', name: 'Eve', fromOn: '2026-12-31', toOn: '2026-12-31', openingHours: [], shifts: [shift('gala', [4])] }],
  party: { min: 1, max: 9 },
  noticeMinutes: 60,
  cutOffMinutes: null,
  horizonDays: 90,
  holdingTimeSeconds: 600,
  cancellationWindowMinutes: 60,
  pressureReleaseHours: null,
  bookableAreas: false,
}
const saturday = { date: '2026-11-28', shiftId: 'dinner' }
const fewer = { targetCovers: 60, pacing: { covers: 8, parties: null }, pacingAt: [] }

test('RE5 what is changed for tonight holds tonight; like every other evening it is none of its own', () => {
  const tonight = withLimits(book, saturday, { scope: 'date', limits: fewer, id: 'one' })
  expect(limitsOn(tonight, saturday)).toMatchObject({ limits: fewer, own: true })
  expect(limitsOn(tonight, { ...saturday, date: '2026-11-27' })).toMatchObject({ own: false, limits: { pacing: { covers: 20 } } })
  const again = withLimits(tonight, saturday, { scope: 'date', limits: { ...fewer, targetCovers: 90 }, id: 'two' })
  expect(again.dayLimits).toEqual([{ id: 'two', on: '2026-11-28', shiftId: 'dinner', ...fewer, targetCovers: 90 }])
  const back = withLimits(again, saturday, { scope: 'date', limits: limitsOn(book, saturday)!.limits, id: 'three' })
  expect(back.dayLimits).toEqual([])
})

test('RE5 all such days change the shift, and tonight with them; those of a special day stay among themselves', () => {
  const tonight = withLimits(book, saturday, { scope: 'date', limits: { ...fewer, targetCovers: 1 }, id: 'one' })
  const all = withLimits(tonight, saturday, { scope: 'all', limits: fewer, id: 'two' })
  expect(all.dayLimits).toEqual([])
  expect(all.shifts.map(({ pacing }) => pacing.covers)).toEqual([8, 20])
  const gala = withLimits(book, { date: '2026-12-31', shiftId: 'gala' }, { scope: 'all', limits: fewer, id: 'three' })
  expect(gala.specialDays[0]!.shifts![0]).toMatchObject(fewer)
  expect(gala.shifts).toEqual(book.shifts)
  expect(limitsOn(book, { date: '2026-11-29', shiftId: 'dinner' })).toBeUndefined()
})

test('RE5 what is typed and what is meant go into one another; nobody more is none at each start', () => {
  const { limits } = limitsOn(book, saturday)!
  const typed = typedOf(limits)
  expect(typed).toEqual({ target: '', covers: '20', parties: '', at: { '19:00': { covers: '∞', parties: '4' } } })
  expect(limitsOf(typed)).toEqual({ ...limits, targetCovers: null })
  const held = limitsOf(
    takingNoMore({ ...typed, target: '70' }, [
      { time: '19:00', covers: 12, parties: 5 },
      { time: '19:15', covers: 0, parties: 0 },
    ]),
  )
  expect(held).toEqual({
    targetCovers: 70,
    pacing: { covers: 20, parties: null },
    pacingAt: [
      { at: '19:00', covers: 0, parties: 4 },
      { at: '19:15', covers: 0, parties: null },
    ],
  })
})

test('RE5: what took no more takes again as the meal does, and other starts stay as they were typed', () => {
  const typed = typedOf(limitsOn(book, saturday)!.limits)
  const starts = [
    { time: '19:00', covers: 4, parties: 1 },
    { time: '19:15', covers: 0, parties: 0 },
  ]
  const none = takingNoMore(typed, starts)
  expect([takesNone(typed, starts), takesNone(none, starts), takesNone(none, [])]).toEqual([false, true, false])
  expect(limitsOf(takingAgain(none, starts)).pacingAt).toEqual([{ at: '19:00', covers: 20, parties: 4 }])
})

test('RE5: a meal that takes nobody at any start to come is named, whatever it took before', () => {
  const starts = (...most: (number | null)[]) =>
    most.map((coversMax, quarter) => ({
      startsAt: `2026-11-28T19:${quarter * 15 || '00'}:00Z`,
      shiftId: 'dinner',
      coversMax,
      partiesMax: null,
    }))
  const stopped = (...most: (number | null)[]) =>
    stoppedMeals(
      { shifts: [{ id: 'dinner', name: 'Dinner', from: '18:00', to: '23:00' }], intervals: starts(...most) },
      Date.parse('2026-11-28T19:05Z'),
    )
  expect([stopped(20, 0, 0), stopped(0, 0, 2), stopped(0, null), stopped(0)]).toEqual([['Dinner'], [], [], []])
})

test('RE5: what is no number of guests is refused as it was typed, and no other number is made of it', () => {
  expect(['', '0', '12', '∞', ' 7 '].filter(isOdd)).toEqual([])
  expect(['-3', '1.5', 'many', '3-'].filter(isOdd)).toEqual(['-3', '1.5', 'many', '3-'])
  const typed = { target: '', covers: '10', parties: '', at: { '19:00': { covers: '', parties: '-1' } } }
  expect(hasOdd(typed)).toBe(true)
  expect(hasOdd({ ...typed, at: {} })).toBe(false)
})
