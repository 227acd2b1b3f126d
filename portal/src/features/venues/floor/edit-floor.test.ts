import type { FloorPlace } from '@tablewire/contracts/booking/floor'
import type { DiningTable } from '@tablewire/contracts/booking/tables'
import { expect, test } from 'vitest'
import {
  copied,
  emptyLayout,
  inside,
  leastRoom,
  snapped,
  spanOf,
  stepped,
  trayOf,
  withArea,
  withBox,
  without,
  withTable,
  withThing,
} from './edit-floor.ts'
import { goneOf } from './gone-of.ts'
import { overlapsOf } from './overlaps.ts'
import { afterUndo, begun, done, redone } from './floor-history.ts'

const aTable = (id: string, maxCovers = 2, areaId = 'room'): DiningTable => ({
  id,
  name: id,
  areaId,
  minCovers: 1,
  maxCovers,
  online: true,
})
const tables = [aTable('a'), aTable('b', 4), aTable('x', 2, 'terrace')]
const usual = emptyLayout('Usual')

test('a table goes from the tray onto the plan, off it, and back to where it stood', () => {
  expect(trayOf(usual, tables, 'room')).toMatchObject({ fresh: [{ id: 'a' }, { id: 'b' }], away: [] })
  const placed = withTable(withTable(usual, tables[0]!, { tables }), tables[1]!, { tables })
  const [a, b] = placed.places
  expect(Math.abs(a!.x - b!.x) >= 9 || Math.abs(a!.y - b!.y) >= 9).toBe(true)
  const off = without(placed, { table: 'a' })
  expect(off.away).toEqual(['a'])
  expect(trayOf(off, tables, 'room')).toMatchObject({ fresh: [], away: [{ id: 'a' }] })
  expect(withTable(off, tables[0]!, { tables, others: [placed] })).toMatchObject({ away: [] })
  expect(withTable(off, tables[0]!, { tables, others: [placed] }).places.find(({ tableId }) => tableId === 'a')).toEqual(a)
  expect(withTable(off, tables[0]!, { tables, at: { x: 33, y: 700 } }).places.at(-1)).toMatchObject({ x: 33, y: 55 })
})

test('a step goes to the next line of the grid, a fine one by a tenth of a metre; sizes and turns stay possible', () => {
  expect([stepped(20, 5), stepped(22, 5), stepped(22, -5), stepped(22, 1), snapped(22)]).toEqual([25, 25, 20, 23, 20])
  const placed = withTable(usual, tables[0]!, { tables, at: { x: 50, y: 50 } })
  const changed = withBox(placed, { table: 'a' }, { x: -4, width: 900, turn: -45, shape: 'round' })
  expect(changed.places[0]).toMatchObject({ x: 0, y: 50, width: 100, turn: 315, shape: 'round' })
})

test('an area is arranged at once, without the tables that are put away; walls stay', () => {
  const wall = withThing({ ...usual, away: ['b'] }, 'wall', { areaId: 'room', width: 100, depth: 60, text: '' })
  const after = withArea(wall, { tables, joins: [] }, 'room')
  expect(after.places.map(({ tableId }) => tableId)).toEqual(['a'])
  expect(after.rooms).toMatchObject([{ areaId: 'room' }])
  expect(after.things).toHaveLength(1)
  expect(copied(after, 'Summer')).toMatchObject({ name: 'Summer', places: after.places, days: [] })
  expect(copied(after, 'Summer').id).not.toBe(after.id)
})

test('what was done is taken back step by step and done again, until something else is done', () => {
  const first = begun([usual])
  const second = done(first, [{ ...usual, name: 'A' }])
  const third = done(second, [{ ...usual, name: 'B' }])
  const back = afterUndo(afterUndo(third))
  expect(back.now).toEqual([usual])
  expect(afterUndo(back)).toBe(back)
  expect(redone(back).now[0]!.name).toBe('A')
  expect(redone(redone(redone(back))).now[0]!.name).toBe('B')
  expect(redone(done(afterUndo(third), [usual])).now).toEqual([usual])
})

const at = (tableId: string, over: Partial<FloorPlace> = {}): FloorPlace => ({
  tableId,
  x: 20,
  y: 20,
  width: 10,
  depth: 10,
  shape: 'square',
  turn: 0,
  ...over,
})

test('no piece goes through a wall, by hand, key or figure, also when it is turned; a room is no smaller than what stands in it', () => {
  const room = { width: 100, depth: 60 }
  expect(inside(at('a', { x: -3, y: 90 }), room)).toMatchObject({ x: 5, y: 55 })
  expect(inside(at('a', { x: 2, turn: 45 }), room).x).toBe(8)
  expect(spanOf(at('a', { width: 30, turn: 90 }), room)).toEqual({ x: [5, 95], y: [15, 45] })
  expect(inside(at('a', { width: 30, x: 0 }), { width: 20, depth: 20 }).x).toBe(10)
  const placed = { ...usual, places: [at('a', { x: 93 })] }
  expect(withBox(placed, { table: 'a' }, { x: 98, room }).places[0]!.x).toBe(95)
  expect(withBox(placed, { table: 'a' }, { width: 30, room }).places[0]!.x).toBe(85)
  expect(leastRoom({ places: [at('a', { x: 93 })], things: [] })).toEqual({ width: 98, depth: 25 })
})

test('tables that stand on each other are found; those that touch, or only whose empty corners do, are not', () => {
  expect(overlapsOf([at('a'), at('b'), at('c', { x: 30 })])).toEqual([['a', 'b']])
  expect(overlapsOf([at('a'), at('b', { x: 29 })])).toEqual([])
  expect(overlapsOf([at('a'), at('b', { x: 28 })])).toEqual([['a', 'b']])
  expect(overlapsOf([at('a', { width: 40, turn: 45 }), at('b', { x: 30, y: 8 })])).toEqual([])
  expect(overlapsOf([at('a', { shape: 'round' }), at('b', { shape: 'round', x: 28, y: 28 })])).toEqual([])
})

test('a layout that somebody else removed while it is drawn on is named; one that is new here, or removed here, is not', () => {
  const [banquet, mine] = [
    { ...usual, id: 'banquet', name: 'Banquet' },
    { ...usual, id: 'mine', name: 'Mine' },
  ]
  const drawn = done(begun([usual, banquet]), [usual, banquet, mine])
  expect(goneOf(drawn, { layouts: [usual], version: 2 })).toEqual(['Banquet'])
  expect(goneOf(drawn, { layouts: [usual, banquet], version: 2 })).toEqual([])
  expect(goneOf(done(drawn, [usual]), { layouts: [usual], version: 2 })).toEqual([])
  expect(goneOf(begun([usual, banquet]), { layouts: [usual], version: 2 })).toEqual([])
})
