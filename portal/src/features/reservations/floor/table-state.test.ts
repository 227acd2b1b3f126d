import { expect, test } from 'vitest'
import { aParty } from '../phases/a-party.ts'
import type { HouseTable } from '../seating/house-tables.ts'
import { stateOf, undrawn } from './table-state.ts'

const table = { id: 'a', name: 'T1', areaId: 'room', minCovers: 1, maxCovers: 2, online: true }
const at = (clock: string): number => Date.parse(`2026-11-20T${clock}:00Z`)
const state = (over: Partial<HouseTable>, clock = '19:00') =>
  stateOf({ table, sits: undefined, next: undefined, blocks: [], ...over }, at(clock), ({ endsAt }) => Date.parse(endsAt)).kind

test('a table is what its party, its block or the clock make of it', () => {
  const next = aParty('ana', '2026-11-20T19:20:00Z')
  const sits = aParty('bo', '2026-11-20T17:00:00Z', { status: 'seated' })
  const block = { id: 'x', tableId: 'a', from: '2026-11-20T18:00:00Z', until: '2026-11-20T23:00:00Z', reason: '', byName: '' }
  expect(state({})).toBe('free')
  expect(state({ next })).toBe('soon')
  expect(state({ next }, '18:00')).toBe('later')
  expect(state({ next }, '19:25')).toBe('due')
  expect(state({ next }, '19:40')).toBe('late')
  expect(state({ sits, next, blocks: [block] }, '18:30')).toBe('seated')
  expect(state({ sits }, '19:10')).toBe('overrun')
  expect(state({ next, blocks: [block] })).toBe('blocked')
  expect(state({ blocks: [{ ...block, from: '2026-11-20T20:00:00Z' }] })).toBe('free')
})

test('a house that nobody has drawn stands in rows, area by area', () => {
  const drawn = undrawn({ tables: [table, { ...table, id: 'b', areaId: 'terrace' }], joins: [] })
  expect(drawn.places.map(({ tableId }) => tableId)).toEqual(['a', 'b'])
  expect(drawn.rooms.map(({ areaId }) => areaId)).toEqual(['room', 'terrace'])
})
