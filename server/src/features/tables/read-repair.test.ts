import { expect, test } from 'vitest'
import type { Seating } from '@tablewire/contracts/booking/tables.rules'
import type { TableParty } from './find-seating.ts'
import { repairOf } from './read-repair.ts'

const seating = (id: string, most: number, rank: number): Seating => ({
  tableIds: [id],
  name: id.toUpperCase(),
  areaId: 'hall',
  least: 1,
  most,
  online: true,
  kind: 'table',
  priority: 50,
  rank,
})
const seatings = [seating('t1', 2, 0), seating('t2', 4, 1), seating('t3', 4, 2)]
const hour = 3_600_000
const party = (id: string, tableId: string, startsIn: number, more: Partial<TableParty> = {}): TableParty => ({
  id,
  partySize: 4,
  areaId: 'hall',
  tableIds: [tableId],
  fixed: false,
  startMs: startsIn * hour,
  endMs: (startsIn + 2) * hour,
  ...more,
})
const repair = (parties: TableParty[], untilHours: number) => {
  const { met, tried, placed } = repairOf({ seatings, parties, blocks: [] }, 'sits', untilHours * hour)
  return {
    met: met.map(({ id }) => id),
    placed: [...placed],
    moves: Object.fromEntries([...tried.moved].map(([id, { name }]) => [id, name])),
  }
}
const sits = party('sits', 't2', 18, { fixed: true })

test('RE5: who comes to the table meanwhile goes to another one that fits; who comes later stays', () => {
  const next = party('next', 't2', 20)
  const later = party('later', 't2', 22)
  expect(repair([sits, next, later], 20)).toEqual({ met: [], placed: [], moves: {} })
  expect(repair([sits, next, later], 20.5)).toEqual({ met: ['next'], placed: ['next'], moves: { next: 'T3' } })
})

test('RE5: another one makes room where that helps, unless it is fixed; then nobody is promised what there is not', () => {
  const next = party('next', 't2', 20)
  const two = party('two', 't3', 20, { partySize: 2 })
  expect(repair([sits, next, two], 20.5)).toEqual({ met: ['next'], placed: ['next'], moves: { next: 'T3', two: 'T1' } })
  expect(repair([sits, next, { ...two, fixed: true }], 20.5)).toEqual({ met: ['next'], placed: [], moves: {} })
})

test('RE5: who is fixed or expected soon stays where it is, and is told of', () => {
  expect(repair([sits, party('next', 't2', 20, { fixed: true })], 20.5)).toEqual({ met: ['next'], placed: [], moves: {} })
})
