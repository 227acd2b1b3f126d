import type { SeatChoice } from '@tablewire/contracts/booking/tables'
import { expect, test } from 'vitest'
import { groupedChoices, joiningOf } from './choice-order.ts'
import { fitsOf } from './table-fit.ts'

const choice = (name: string, covers: number, more: Partial<SeatChoice> = {}): SeatChoice => ({
  tableIds: name.split('+'),
  name,
  areaName: 'Terrace',
  covers,
  free: true,
  fits: false,
  blocked: false,
  takenBy: '',
  ...more,
})

test('what fits comes first, then what is free for a while, then the larger from near to far, then the smaller, and what is taken last', () => {
  const all = [choice('two', 2), choice('ten', 10), choice('six', 6), choice('three', 3), choice('four', 4, { fits: true })]
  const taken = choice('gone', 4, { free: false, fits: true, takenBy: 'Ana' })
  const until = (name: string, freeUntil: string) => choice(name, 4, { free: false, fits: true, freeUntil })
  const awhile = [until('short', '2026-11-20T20:00:00Z'), until('long', '2026-11-20T21:00:00.000Z')]
  const shown = groupedChoices([taken, ...awhile, ...all], { partySize: 4, text: '' })
  expect(shown.map(({ group, choices }) => [group, ...choices.map(({ name }) => name)])).toEqual([
    ['fits', 'four'],
    ['until', 'long', 'short'],
    ['other', 'six', 'ten', 'three', 'two'],
    ['taken', 'gone'],
  ])
  expect(groupedChoices([taken, ...all], { partySize: 4, text: ' an' }).flatMap(({ choices }) => choices.map(({ name }) => name))).toEqual([
    'gone',
  ])
})

test('tables picked by hand are set up as one only where they stand together and are free', () => {
  const all = [choice('1', 2), choice('2', 2), choice('3', 2), choice('1+2', 4), choice('2+3', 4, { free: false })]
  expect([['1'], ['2', '1'], ['1', '3'], ['3', '2']].map((ids) => joiningOf(all, ids).state)).toEqual(['one', 'fine', 'apart', 'taken'])
})

test('a party larger than its table is warned of, one that takes a large one is told of', () => {
  const table = (id: string, minCovers: number, maxCovers: number) => ({ id, name: id, areaId: 'a', minCovers, maxCovers, online: true })
  const fit = fitsOf({ tables: [table('1', 1, 2), table('2', 1, 2), table('3', 4, 6)], joins: [['1', '2']], chains: [] })
  expect(fit(['1'], 3)).toEqual({ kind: 'small', seats: 2 })
  expect(fit(['1', '2'], 4)).toBeUndefined()
  expect(fit(['3'], 2)).toEqual({ kind: 'large', seats: 4 })
  expect(fit(['1', '3'], 9)).toEqual({ kind: 'small', seats: 8 })
  expect(fit([], 9)).toBeUndefined()
})
