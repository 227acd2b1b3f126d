import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import type { ServiceDay } from '@tablewire/contracts/estate/venues'
import { describe, expect, it } from 'vitest'
import { dayColumns, nowInColumns, opensAtColumn, placeColumns } from './day-columns.ts'

const interval = (local: string, shiftId: string) => ({
  startsAt: `${local}:00Z`,
  startsLocal: local,
  shiftId,
  covers: 0,
  coversMax: 20,
  parties: 0,
  partiesMax: null,
})
const day: ServiceDay = {
  venueId: 'v',
  date: '2026-11-20',
  timezone: 'UTC',
  capacity: 60,
  shifts: [
    { id: 'lunch', name: 'Lunch', from: '12:00', to: '14:00' },
    { id: 'dinner', name: 'Dinner', from: '19:00', to: '01:00' },
  ],
  intervals: [
    interval('2026-11-20T12:00', 'lunch'),
    interval('2026-11-20T12:30', 'lunch'),
    interval('2026-11-20T19:00', 'dinner'),
    interval('2026-11-20T19:15', 'dinner'),
    interval('2026-11-21T00:15', 'dinner'),
  ],
}
const row = (local: string, partySize = 2, status = 'confirmed'): ReservationRow =>
  ({ id: `${local}/${partySize}`, startsLocal: local, startsAt: `${local}:00Z`, partySize, status }) as ReservationRow
const at = (text: string): number => Date.parse(text)
const shapeOf = (rows: ReservationRow[], now = at('2026-11-20T10:00:00Z')) =>
  dayColumns(day, rows, now).map((column) => [
    column.startsLocal.slice(11),
    column.shiftName,
    column.rows.map(({ partySize }) => partySize),
  ])

describe('columns of the service view', () => {
  it('take in every minute of their interval, also after midnight', () => {
    expect(shapeOf([row('2026-11-20T12:10', 3), row('2026-11-20T12:59', 4), row('2026-11-21T00:15', 5)])).toEqual([
      ['12:00', 'Lunch', [3]],
      ['12:30', 'Lunch', [4]],
      ['19:00', 'Dinner', []],
      ['19:15', 'Dinner', []],
      ['00:15', 'Dinner', [5]],
    ])
  })
  it('give parties outside the shifts a column of their quarter of an hour', () => {
    expect(shapeOf([row('2026-11-20T16:20', 3)]).find(([time]) => time === '16:15')).toEqual(['16:15', undefined, [3]])
  })
  it('put late parties first, then by time and size', () => {
    const rows = [row('2026-11-20T19:10', 8), row('2026-11-20T19:00', 2, 'seated'), row('2026-11-20T19:00', 4)]
    expect(shapeOf(rows, at('2026-11-20T19:20:00Z'))[2]?.[2]).toEqual([4, 2, 8])
  })
})

describe('the line of the present', () => {
  const columns = dayColumns(day, [], 0)
  it('stands in its column, as far as the interval has gone', () => {
    expect(nowInColumns(columns, '2026-11-20T12:15')).toEqual({ index: 0, part: 0.5 })
    expect(nowInColumns(columns, '2026-11-20T19:05')?.index).toBe(2)
  })
  it('is not there before the first column, after the last, and on other days', () => {
    expect(nowInColumns(columns, '2026-11-20T09:00')).toBeUndefined()
    expect(nowInColumns(columns, '2026-11-21T03:00')).toBeUndefined()
    expect(nowInColumns([], '2026-11-20T12:00')).toBeUndefined()
  })
})

describe('the board', () => {
  it('gives a column without a card the room of its head, and shows a whole service on one screen', () => {
    const service = Array.from({ length: 16 }, (_, index) => index % 4 === 0)
    const { starts, widths, width } = placeColumns(service, 1600)
    expect(width).toBeLessThanOrEqual(1600)
    expect(widths[0]).toBeGreaterThan(widths[1]! * 2)
    expect(starts[1]).toBe(starts[0]! + widths[0]! + 8)
    expect(placeColumns(service, 600).width).toBeGreaterThan(600)
  })
  it('opens at the parties at the table, at now, and on another day at the first party', () => {
    const { starts } = placeColumns(
      Array.from({ length: 20 }, () => true),
      1000,
    )
    const opens = (now: number | undefined, seated: number) => opensAtColumn({ starts, now, seated, first: 6, availablePx: 1000 })
    expect(opens(undefined, -1)).toBe(6)
    expect(opens(9, -1)).toBe(8)
    expect(opens(9, 6)).toBe(6)
    // Too far back to be on one screen with what comes now.
    expect(opens(19, 2)).toBe(18)
  })
})
