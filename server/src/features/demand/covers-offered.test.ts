import { expect, test } from 'vitest'
import { aBook, anArea, aShift } from '../../../../tests/build/a-venue.ts'
import { newId } from '#src/platform/id.ts'
import { coversOffered } from './covers-offered.ts'

const friday = '2026-11-27'
const room = anArea({ capacity: 40 })
const terrace = anArea({ capacity: 20, byDefault: false })
const closure = { id: newId(), name: 'Closed', fromOn: friday, toOn: friday, from: null, to: null, areaId: null }
/** 60 seats from 17:00 to 22:00, 90 minutes each: four sittings. */
const offered = (overrides: Parameters<typeof aBook>[0], date = friday, timeZone = 'Europe/Berlin'): number =>
  coversOffered({ book: aBook({ areas: [room, terrace], ...overrides }), timeZone }, date)

test('AN1: a book offers its seats as often as a stay fits, and never more than may arrive', () => {
  expect(offered({})).toBe(240)
  expect(offered({ shifts: [aShift({ pacing: { covers: 5, parties: null } })] })).toBe(21 * 5)
  expect(offered({ shifts: [aShift({ areaIds: [terrace.id] })] })).toBe(80)
  expect(offered({ shifts: [aShift({ days: [1, 2, 3, 4] })] })).toBe(0)
  expect(offered({ shifts: [aShift(), aShift({ from: '12:00', to: '14:00', lastSeating: '13:00' })] })).toBe(240 + 60)
})

test('AN1: what is closed is not offered: a day, an area, some hours, a special day', () => {
  expect(offered({ closures: [closure] })).toBe(0)
  expect(offered({ closures: [{ ...closure, areaId: room.id }] })).toBe(80)
  expect(offered({ closures: [{ ...closure, from: '17:00', to: '20:00' }] })).toBe(120)
  expect(offered({ closures: [closure] }, '2026-11-28')).toBe(240)
  expect(offered({ openingHours: [] })).toBe(0)
})

test('AN1: nights in which clocks are set offer the hours they have', () => {
  const night = { openingHours: [7, 6].map((day) => ({ day, from: '22:00', to: '05:00' })) }
  const shifts = [aShift({ from: '22:00', to: '05:00', lastSeating: '04:00' })]
  const usual = offered({ ...night, shifts }, '2026-10-17')
  expect(offered({ ...night, shifts }, '2026-10-24')).toBeGreaterThanOrEqual(usual)
  expect(offered({ ...night, shifts }, '2026-03-28')).toBeLessThan(usual)
})
