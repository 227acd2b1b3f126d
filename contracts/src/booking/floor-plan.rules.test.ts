import { expect, test } from 'vitest'
import { arranged, outline, pulledIn, usualSize } from './floor-plan.rules.ts'

const aTable = (id: string, maxCovers: number) => ({ id, name: id, areaId: 'room', minCovers: 1, maxCovers, online: true })

test('thirty tables stand apart, in their room, with joined ones side by side', () => {
  const tables = Array.from({ length: 30 }, (_, n) => aTable(`t${n}`, [2, 2, 4, 4, 6, 8][n % 6]!))
  const { room, places } = arranged(tables, [
    ['t0', 't9'],
    ['t9', 't10'],
  ])
  expect(places.map(({ tableId }) => tableId).toSorted()).toEqual(tables.map(({ id }) => id).toSorted())
  const boxes = places.map(outline)
  for (const [index, one] of boxes.entries()) {
    expect(one.left).toBeGreaterThan(5)
    expect(one.top).toBeGreaterThan(5)
    expect(one.right).toBeLessThan(room.width - 5)
    expect(one.bottom).toBeLessThan(room.depth - 5)
    for (const other of boxes.slice(index + 1))
      expect(one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top).toBe(true)
  }
  const at = (id: string) => places.find(({ tableId }) => tableId === id)!
  expect(at('t9').x - at('t0').x).toBeLessThan(16)
  expect(at('t10').y).toBe(at('t0').y)
  expect(room.width / room.depth).toBeGreaterThan(1)
})

test('a table that is turned takes the room it then has', () => {
  const box = outline({ x: 50, y: 50, width: 30, depth: 10, turn: 90 })
  expect([box.left, box.top, box.right, box.bottom].map(Math.round)).toEqual([45, 35, 55, 65])
  expect(usualSize(8)).toEqual({ shape: 'long', width: 24, depth: 10 })
  expect(arranged([], [])).toEqual({ room: { width: 80, depth: 50 }, places: [] })
})

test('a chain of joined tables stands in its own order, forwards, however its joins were written; a room with one table is small', () => {
  const tables = ['t1', 't2', 't3', 't4', 't5'].map((id) => aTable(id, 4))
  const { places } = arranged(tables, [
    ['t5', 't4'],
    ['t2', 't1'],
    ['t4', 't3'],
  ])
  expect(places.map(({ tableId }) => tableId)).toEqual(['t1', 't2', 't3', 't4', 't5'])
  expect(arranged([aTable('t1', 2)], []).room).toEqual({ width: 40, depth: 30 })
})

test('what reaches out of the room is pulled into it, and all else stays where it is', () => {
  const box = { x: 2, y: 598, width: 20, depth: 10, turn: 0 }
  expect(pulledIn(box)).toEqual({ ...box, x: 10, y: 595 })
  expect(pulledIn({ ...box, turn: 90 })).toEqual({ ...box, turn: 90, x: 5, y: 590 })
  const inside = { ...box, x: 40, y: 40 }
  expect(pulledIn(inside)).toBe(inside)
})
