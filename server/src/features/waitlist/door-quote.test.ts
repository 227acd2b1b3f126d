import { expect, test } from 'vitest'
import { opensIn, type QuoteAsk, quoteOf } from './door-quote.ts'

const nowMs = 1_800_000_000_000
const minutes = (count: number) => count * 60_000
const ask = (more: Partial<QuoteAsk> = {}): QuoteAsk => ({
  nowMs,
  capacity: 10,
  seated: [],
  coming: [],
  ahead: [],
  partySize: 2,
  stayMs: () => minutes(90),
  ...more,
})
const sitting = (count: number, left: number) =>
  Array.from({ length: count }, () => ({ partySize: 2, startMs: nowMs - minutes(90 - left), endMs: nowMs + minutes(left) }))

test('an empty house seats at once, a party larger than the house never', () => {
  expect(quoteOf(ask())).toEqual({ minutes: 0, least: 0, most: 0 })
  expect(quoteOf(ask({ partySize: 11 }))).toEqual({ minutes: null, least: null, most: null })
})

test('a full house is quoted by when its tables end; every party ahead makes it longer, never shorter', () => {
  const full = quoteOf(ask({ seated: sitting(5, 30) })).minutes!
  expect(full).toBeGreaterThan(0)
  expect(full).toBeLessThanOrEqual(60)
  let last = full
  for (let ahead = 1; ahead <= 6; ahead++) {
    const { minutes: quoted, least, most } = quoteOf(ask({ seated: sitting(5, 30), ahead: Array.from({ length: ahead }, () => 2) }))
    expect(quoted! % 5).toBe(0)
    expect(quoted!).toBeGreaterThanOrEqual(last)
    expect(least!).toBeLessThanOrEqual(quoted!)
    expect(most ?? Infinity).toBeGreaterThanOrEqual(quoted!)
    last = quoted!
  }
})

test('reservations that are coming keep their seats', () => {
  const free = quoteOf(ask({ seated: sitting(4, 60) }))
  expect(free.minutes).toBe(0)
  const coming = Array.from({ length: 5 }, () => ({ partySize: 2, startMs: nowMs + minutes(30), endMs: nowMs + minutes(120) }))
  expect(quoteOf(ask({ seated: sitting(4, 60), coming })).minutes ?? Infinity).toBeGreaterThan(60)
})

test('the same minute gives the same quote', () => {
  const wanted = ask({ seated: sitting(5, 45), ahead: [2, 4] })
  expect(quoteOf({ ...wanted, nowMs: nowMs + 20_000, seated: wanted.seated })).toEqual(quoteOf({ ...wanted, nowMs: nowMs + 20_000 }))
})

test('nobody sits before the next meal begins, and nothing is added while one is served or after the last', () => {
  const clock = (time: string): number => Date.parse(`2026-11-28T${time}:00Z`)
  const meal = (from: string, hours: number) => ({ starts: [{ ms: clock(from) }], period: { from: 0, to: hours * 60 } })
  const meals = [meal('12:00', 3), meal('18:30', 4)]
  expect(['11:30', '12:00', '14:59', '15:00', '18:00', '18:30', '23:00'].map((time) => opensIn(meals, clock(time)))).toEqual([
    30, 0, 0, 210, 30, 0, 0,
  ])
  expect(opensIn([], clock('18:00'))).toBe(0)
})
