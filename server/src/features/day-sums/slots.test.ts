import { expect, test } from 'vitest'
import { medianOf, unpack } from './slots.ts'

test('a packed number gives its counters back', () => {
  expect(unpack(null, 3)).toEqual([0, 0, 0])
  expect(unpack('7', 3)).toEqual([7, 0, 0])
  expect(unpack('5000000000012', 3)).toEqual([12, 5, 0])
  expect(unpack('3000000000000000000000001', 3)).toEqual([1, 0, 3])
})

test('the middle lies evenly within its span, and of nothing there is none', () => {
  expect(medianOf([0, 0], [0, 60])).toBeNull()
  expect(medianOf([2, 2, 0], [0, 60, 120])).toBe(60)
  expect(medianOf([1, 2, 1], [0, 60, 120])).toBe(90)
  expect(medianOf([0, 0, 3], [0, 60, 120])).toBe(120)
})
