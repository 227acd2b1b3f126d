import { expect, test } from 'vitest'
import { clockChangeOn, marksOn, monthBy, weekdayOf, weeksOf } from './calendar.ts'

test('SE2 a month in whole weeks from Monday', () => {
  const weeks = weeksOf('2026-11')
  expect([weeks.length, weeks[0]?.[0], weeks.at(-1)?.[6]]).toEqual([6, '2026-10-26', '2026-12-06'])
  expect(weeksOf('2027-02')).toHaveLength(4)
  expect([monthBy('2026-12', 1), monthBy('2026-01', -1), weekdayOf('2026-11-22')]).toEqual(['2027-01', '2025-12', 7])
})

test('SE2 what is special about a date', () => {
  const closure = (id: string, over: object) => ({
    id,
    name: id,
    fromOn: '2026-12-24',
    toOn: '2026-12-26',
    from: null,
    to: null,
    areaId: null,
    ...over,
  })
  const book = {
    closures: [
      closure('shut', {}),
      closure('terrace', { areaId: 'a' }),
      closure('noon', { from: '12:00', to: '15:00', toOn: '2026-12-24' }),
    ],
    specialDays: [{ id: 'eve', name: 'Eve', fromOn: '2026-12-31', toOn: '2026-12-31', openingHours: [], shifts: null }],
  }
  expect(marksOn(book, '2026-12-24')).toMatchObject({ shut: { id: 'shut' }, partly: [{ id: 'terrace' }, { id: 'noon' }] })
  expect(marksOn(book, '2026-12-26').partly.map(({ id }) => id)).toEqual(['terrace'])
  expect(marksOn(book, '2026-12-31')).toMatchObject({ shut: undefined, special: { id: 'eve' } })
})

test.each([
  ['Europe/Madrid', '2026-03-28', { on: '2026-03-29', from: '02:00', to: '03:00', minutes: 60 }],
  ['Europe/Madrid', '2026-10-25', { on: '2026-10-25', from: '03:00', to: '02:00', minutes: -60 }],
  ['Australia/Lord_Howe', '2026-10-03', { on: '2026-10-04', from: '02:00', to: '02:30', minutes: 30 }],
  ['Australia/Lord_Howe', '2026-04-05', { on: '2026-04-05', from: '02:00', to: '01:30', minutes: -30 }],
  ['Asia/Kathmandu', '2026-03-28', undefined],
  ['Europe/Madrid', '2026-03-31', undefined],
])('SE2 the clocks in %s on %s', (zone, date, change) => expect(clockChangeOn(zone, date)).toEqual(change))
