import { describe, expect, it } from 'vitest'
import { aParty } from '../phases/a-party.ts'
import { freeUntilOf, hiddenParties, houseTables, isBlocked } from './house-tables.ts'

const table = (id: string) => ({ id, name: id.toUpperCase(), areaId: 'area', minCovers: 1, maxCovers: 4, online: true })
const seat = (reservationId: string, ...tableIds: string[]) => ({ reservationId, tableIds, name: '', locked: false, version: 1 })
const block = (tableId: string, from: string, until: string) => ({
  id: `${tableId}${from}`,
  tableId,
  from,
  until,
  reason: 'Broken',
  byName: 'Mia',
})
const now = Date.parse('2026-11-20T19:00:00Z')

describe('the tables of a house', () => {
  const rows = [
    aParty('later', '2026-11-20T21:30:00Z'),
    aParty('sits', '2026-11-20T18:00:00Z', { status: 'seated' }),
    aParty('next', '2026-11-20T20:30:00Z'),
    aParty('left', '2026-11-20T17:00:00Z', { status: 'completed' }),
  ]
  const day = {
    seats: [seat('later', 't1'), seat('sits', 't1', 't2'), seat('next', 't1'), seat('left', 't3'), seat('none')],
    blocks: [block('t3', '2026-11-20T18:30:00Z', '2026-11-20T23:00:00Z'), block('t4', '2026-11-20T17:00:00Z', '2026-11-20T18:00:00Z')],
  }
  const house = houseTables({ plan: { tables: ['t1', 't2', 't3', 't4'].map(table) }, day, rows, now })
  it('say who sits there, also at joined ones, and who comes next; who has left has none', () => {
    expect(house.map(({ table: { id }, sits, next }) => [id, sits?.id, next?.id])).toEqual([
      ['t1', 'sits', 'next'],
      ['t2', 'sits', undefined],
      ['t3', undefined, undefined],
      ['t4', undefined, undefined],
    ])
  })
  it('say what takes nobody now; a block that is over is no more told of', () => {
    expect(house.map((one) => isBlocked(one, now))).toEqual([false, false, true, false])
    expect(house[3]!.blocks).toEqual([])
    expect(isBlocked(house[2]!, now - 3_600_000)).toBe(false)
  })
  it('say until when a free one is free: until somebody comes, or nobody may sit there', () => {
    const one = (id: string) => house.find(({ table: { id: own } }) => own === id)!
    expect(freeUntilOf(one('t1'), now)).toBeUndefined()
    expect(freeUntilOf(one('t3'), now)).toBeUndefined()
    expect(freeUntilOf(one('t4'), now)).toBeUndefined()
    expect(freeUntilOf({ ...one('t1'), sits: undefined }, now)).toEqual({ at: Date.parse('2026-11-20T20:30:00Z'), by: one('t1').next })
    const soon = [block('t1', '2026-11-20T20:00:00Z', '2026-11-20T23:00:00Z')]
    expect(freeUntilOf({ ...one('t1'), sits: undefined, blocks: soon }, now)).toEqual({ at: Date.parse(soon[0]!.from), by: undefined })
  })
  it('own up to parties that a filter hides', () => {
    expect(hiddenParties({ day, rows })).toBe(false)
    expect(hiddenParties({ day, rows: rows.slice(1) })).toBe(true)
  })
})
