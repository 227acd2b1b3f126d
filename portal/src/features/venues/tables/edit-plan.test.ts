import type { DiningTable, TablePlan } from '@tablewire/contracts/booking/tables'
import { expect, test } from 'vitest'
import { chainRows, draftOf, takesAway, withChain, withoutTable, withTable, withTableAgain, withTableMoved } from './edit-plan.ts'

const aTable = (id: string, areaId = 'room'): DiningTable => ({
  id,
  name: id.toUpperCase(),
  areaId,
  minCovers: 1,
  maxCovers: 2,
  online: true,
})
const plan: TablePlan = {
  on: true,
  version: 3,
  tables: [aTable('a'), aTable('x', 'terrace'), aTable('b'), aTable('c')],
  joins: [
    ['a', 'b'],
    ['b', 'c'],
  ],
  chains: [{ tableIds: ['a', 'b', 'c'], covers: 8, off: false }],
}
const names = (one: TablePlan): string => one.tables.map(({ id }) => id).join('')

test('chains follow from the joins, with what was said of them by hand', () => {
  expect(chainRows(plan).map(({ name, sum, chain }) => [name, sum, chain.covers])).toEqual([
    ['A + B', 4, null],
    ['B + C', 4, null],
    ['A + B + C', 6, 8],
  ])
  const off = withChain(plan, { tableIds: ['b', 'a'], covers: null, off: true })
  expect(chainRows(off)[0]).toMatchObject({ name: 'A + B', chain: { off: true } })
  expect(withChain(off, { tableIds: ['a', 'b'], covers: null, off: false }).chains).toEqual(plan.chains)
})

test('a table that was archived comes back to its place, joined as it was, beside what was changed since', () => {
  expect(withTableAgain(withoutTable(plan, 'b'), plan, 'b')).toEqual(plan)
  const since = withoutTable(withoutTable(plan, 'b'), 'c')
  expect(withTableAgain(since, plan, 'b')).toMatchObject({ joins: [['a', 'b']], chains: [] })
  expect(names(withTableAgain(since, plan, 'b'))).toBe('axb')
  expect(withTableAgain(plan, plan, 'b')).toBe(plan)
})

test('a table that goes takes its joins and chains along, and so does one that moves to another area', () => {
  expect(withoutTable(plan, 'b')).toMatchObject({ joins: [], chains: [] })
  const draft = draftOf(plan, plan.tables[2]!)
  expect(draft.beside).toEqual(['a', 'c'])
  expect(withTable(plan, { ...draft, table: { ...draft.table, areaId: 'terrace' } })).toMatchObject({ joins: [], chains: [] })
  expect(withTable(plan, draft).chains).toEqual(plan.chains)
})

test('whom a change could hit is asked about where a table or joined ones go or seat fewer, and not for their order', () => {
  expect(takesAway(plan, withTableMoved(plan, 'b', -1))).toBe(false)
  const seating = (covers: number) => takesAway(plan, withChain(plan, { tableIds: ['a', 'b', 'c'], covers, off: false }))
  expect([seating(9), seating(5)]).toEqual([false, true])
  expect(takesAway(plan, withChain(plan, { tableIds: ['a', 'b'], covers: null, off: true }))).toBe(true)
  expect([takesAway(plan, { ...plan, joins: [], chains: [] }), takesAway(plan, withoutTable(plan, 'x'))]).toEqual([true, true])
})

test('the order of sale is changed within an area', () => {
  expect(names(plan)).toBe('axbc')
  expect(names(withTableMoved(plan, 'b', -1))).toBe('bxac')
  expect(names(withTableMoved(plan, 'a', -1))).toBe('axbc')
  expect(names(withTableMoved(plan, 'x', 1))).toBe('axbc')
})
