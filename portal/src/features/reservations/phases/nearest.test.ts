import { expect, test } from 'vitest'
import { nearest } from './nearest.ts'

const box = (left: number, top: number) => ({ left, top, width: 100, height: 40 })

test('an arrow leads to the nearest party it points at, down a column before beside it', () => {
  const from = box(0, 0)
  const boxes = [box(0, 50), box(110, 0), box(0, 100), box(110, 50)]
  expect(nearest(boxes, from, { x: 0, y: 1 })).toBe(0)
  expect(nearest(boxes, from, { x: 1, y: 0 })).toBe(1)
  expect(nearest(boxes, from, { x: 0, y: -1 })).toBe(-1)
  expect(nearest([box(0, 300), box(110, 45)], from, { x: 0, y: 1 })).toBe(0)
})
