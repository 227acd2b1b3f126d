import { expect, test } from 'vitest'
import { backoffMs } from './give-up.ts'

const many = (attempts: number, leastMs?: number): number[] =>
  Array.from({ length: 200 }, () => backoffMs({ firstRetry: 400, longestRetry: 20_000 }, attempts, leastMs))

test.each([
  [0, 200, 400],
  [1, 400, 800],
  [5, 6400, 12_800],
  [6, 10_000, 20_000],
  [40, 10_000, 20_000],
])('after %i tries the next comes in %i to %i ms', (attempts, least, most) => {
  const all = many(attempts)
  expect(Math.min(...all)).toBeGreaterThanOrEqual(least)
  expect(Math.max(...all)).toBeLessThanOrEqual(most)
  expect(new Set(all).size).toBeGreaterThan(1)
})

test('a system that names a time is left alone for that long, and for twenty seconds at most', () => {
  expect(new Set(many(0, 5000))).toEqual(new Set([5000]))
  expect(new Set(many(0, 3_600_000))).toEqual(new Set([20_000]))
})
