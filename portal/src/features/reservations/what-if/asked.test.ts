import { expect, test } from 'vitest'
import { asksOf, firstAsked, stepped, waitKindAt, windowAround } from './asked.ts'

const none = { partySize: undefined, time: undefined, areaId: undefined, wait: undefined }
const interval = (time: string) => ({
  startsAt: `2026-11-28T${time}:00Z`,
  startsLocal: `2026-11-28T${time}`,
  shiftId: 'a',
  covers: 0,
  parties: 0,
  coversMax: null,
  partiesMax: null,
})
const now = Date.parse('2026-11-28T18:10:00Z')

test('RE3: what is asked first is the next start of the day; what the address says comes before', () => {
  const first = firstAsked([interval('12:00'), interval('18:00'), interval('18:15')], now)
  expect(asksOf(none, first)).toEqual({ partySize: 2, time: '18:15', areaId: '' })
  expect(asksOf({ ...none, partySize: 6, time: '20:10', areaId: 'x' }, first)).toEqual({ partySize: 6, time: '20:10', areaId: 'x' })
  expect(firstAsked([interval('12:00')], now)).toBe('20:00')
})

test('RE3: the time goes by quarters, also over midnight', () => {
  expect([stepped('19:55', 1), stepped('23:45', 1), stepped('00:05', -1)]).toEqual(['20:10', '00:00', '23:50'])
})

test('RE3: who comes soon waits at the door, whoever else for the day, within an hour of what was asked', () => {
  expect([waitKindAt('2026-11-28T18:30:00Z', now), waitKindAt('2026-11-28T20:00:00Z', now)]).toEqual(['door', 'day'])
  expect([windowAround('20:00'), windowAround('23:30')]).toEqual([
    { from: '19:00', until: '21:00' },
    { from: '22:30', until: '23:59' },
  ])
})
