import type { Shift } from '@tablewire/contracts/estate/book'
import { expect, test } from 'vitest'
import { newId } from '#src/api/random-key.ts'
import { copiedDay, hoursForShifts, newShift, splitOff, withoutDay } from './book-edits.ts'
import { axisOf, endBy, movedBy, outsideHours, placedOn, spanOf, startBy, startsOf, timeOf } from './week-line.ts'

const shift = (over: Partial<Shift> = {}): Shift => ({ ...newShift('Dinner', [1, 2, 3, 4, 5, 6, 7], undefined), ...over })
const at = ({ from, to, lastSeating }: Shift): string => `${from}-${to} last ${lastSeating}`
const late = shift({ from: '20:00', to: '02:00', lastSeating: '00:30', intervalMinutes: 30 })

test('SE2 a shift past midnight is one piece on the evening it belongs to', () => {
  expect(spanOf(late)).toEqual({ from: 1200, to: 1560 })
  expect(startsOf(late).map(timeOf)).toEqual(['20:00', '20:30', '21:00', '21:30', '22:00', '22:30', '23:00', '23:30', '00:00', '00:30'])
  expect(axisOf({ shifts: [late], openingHours: [] })).toEqual({ from: 660, to: 1620 })
  expect(spanOf({ from: '00:00', to: '00:00' })).toEqual({ from: 0, to: 1440 })
  expect(spanOf({ from: '25:99', to: '23' })).toEqual({ from: 0, to: 1440 })
})

test('SE2 moving takes last seating and single limits along, over midnight too, and stops at the day', () => {
  const limited = shift({ pacingAt: [{ at: '19:00', covers: 4, parties: null }] })
  expect(at(movedBy(limited, 45))).toBe('18:45-23:45 last 22:15')
  expect(movedBy(limited, 45).pacingAt[0]?.at).toBe('19:45')
  expect(at(movedBy(late, 120))).toBe('22:00-04:00 last 02:30')
  expect(at(movedBy(limited, -5000))).toBe('00:00-05:00 last 03:30')
  expect(movedBy(late, 5000).from).toBe('23:45')
})

test('SE2 dragging an edge keeps the last seating inside and drops limits of intervals that are gone', () => {
  const limited = shift({ pacingAt: [{ at: '18:15', covers: 4, parties: null }] })
  expect(at(endBy(limited, -60))).toBe('18:00-22:00 last 20:30')
  expect(at(endBy(limited, 180))).toBe('18:00-02:00 last 00:30')
  expect(at(endBy(limited, -5000))).toBe('18:00-18:15 last 18:00')
  expect(at(startBy(limited, 60))).toBe('19:00-23:00 last 21:30')
  expect(startBy(limited, 60).pacingAt).toEqual([])
  expect(startBy(limited, -15).pacingAt).toHaveLength(1)
  expect(at(startBy(late, 5000))).toBe('23:45-02:00 last 00:30')
})

test('SE2 shifts at the same time lie one below the other', () => {
  const lunch = shift({ name: 'Lunch', from: '12:00', to: '15:00', lastSeating: null })
  const bar = shift({ name: 'Bar', from: '14:00', to: '01:00', lastSeating: null, days: [5] })
  const lanes = (weekday: number) => placedOn([shift(), lunch, bar], weekday).map((one) => `${one.shift.name} ${one.lane}`)
  expect(lanes(1)).toEqual(['Lunch 0', 'Dinner 0'])
  expect(lanes(5)).toEqual(['Lunch 0', 'Bar 1', 'Dinner 0'])
})

test('SE2 a shift that goes on while the venue is shut is named, also into Monday morning, and the hours can follow', () => {
  const sunday = { ...late, name: 'Late', days: [7] }
  const hours = [
    { day: 7, from: '12:00', to: '00:00' },
    { day: 1, from: '00:00', to: '01:00' },
  ]
  expect(outsideHours({ shifts: [sunday], openingHours: hours })).toEqual([{ day: 7, name: 'Late', span: { from: 1500, to: 1560 } }])
  const grown = hoursForShifts({ shifts: [sunday], openingHours: hours })
  expect(grown).toContainEqual({ day: 7, from: '12:00', to: '02:00' })
  expect(outsideHours({ shifts: [sunday], openingHours: grown })).toEqual([])
})

test('SE2 a day is copied, split off and left out', () => {
  const monday = shift({ name: 'Lunch', days: [1] })
  const week = {
    shifts: [monday, shift({ days: [1, 2, 3] }), shift({ name: 'Late', days: [6] })],
    openingHours: [{ day: 1, from: '10:00', to: '23:00' }],
  }
  const copied = copiedDay(week, 1, [6, 7])
  expect(copied.shifts.map(({ name, days }) => `${name} ${days.join('')}`)).toEqual(['Lunch 167', 'Dinner 12367'])
  expect(copied.openingHours.map((hours) => hours.day)).toEqual([1, 6, 7])
  expect(splitOff(week.shifts, week.shifts[1]!.id, 2).map(({ days }) => days.join(''))).toEqual(['1', '13', '2', '6'])
  expect(withoutDay(week, 1).shifts.map(({ days }) => days.join(''))).toEqual(['23', '6'])
  expect(newId()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})
