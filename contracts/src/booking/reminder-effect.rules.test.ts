import { expect, test } from 'vitest'
import { enoughToSay, newcombe, wilson } from './reminder-effect.rules.ts'

test('intervals are those of the papers', () => {
  // Newcombe 1998, Statistics in Medicine 17, table II, contrasts (a), (b) and (g) by method 10.
  const cases = [
    [{ bookings: 70, noShows: 56 }, { bookings: 80, noShows: 48 }, 0.0524, 0.3339],
    [{ bookings: 10, noShows: 9 }, { bookings: 10, noShows: 3 }, 0.1705, 0.809],
    [{ bookings: 10, noShows: 10 }, { bookings: 20, noShows: 0 }, 0.6791, 1],
  ] as const
  for (const [one, other, low, high] of cases) {
    const found = newcombe(one, other)
    expect(found.low).toBeCloseTo(low, 3)
    expect(found.high).toBeCloseTo(high, 3)
  }
  // Newcombe 1998, 17, 857 (one share), method 3.
  expect(wilson({ bookings: 263, noShows: 81 }).low).toBeCloseTo(0.2553, 4)
  expect(wilson({ bookings: 263, noShows: 81 }).high).toBeCloseTo(0.3662, 4)
  expect(wilson({ bookings: 20, noShows: 0 })).toMatchObject({ low: 0 })
})

test('few bookings, or hardly anybody who stays away, say nothing', () => {
  expect(enoughToSay({ bookings: 900, noShows: 40 }, { bookings: 49, noShows: 5 })).toBe(false)
  expect(enoughToSay({ bookings: 900, noShows: 3 }, { bookings: 100, noShows: 1 })).toBe(false)
  expect(enoughToSay({ bookings: 900, noShows: 40 }, { bookings: 100, noShows: 6 })).toBe(true)
})
