import { expect, test } from 'vitest'
import { type Column, columnsThatFit } from './columns.ts'

const column = (id: string, width: string, from?: number): Column<never> => ({
  id,
  title: id,
  width,
  cell: () => null,
  ...(from === undefined ? {} : { from }),
})
const columns = [column('name', 'minmax(160px, 2fr)'), column('city', '100px', 600), column('next', 'minmax(190px, 1fr)', 500)]
const shown = (width: number, choice = false) => columnsThatFit(columns, { width, choice }).map(({ id }) => id)

test('a column shows from its width on', () => {
  expect(shown(499)).toEqual(['name'])
  expect(shown(599)).toEqual(['name', 'next'])
  expect(shown(600)).toEqual(['name', 'city', 'next'])
})

test('where the columns wanted have no room together, the one wanted last leaves first, and never one that always shows', () => {
  const wide = [...columns, column('extra', '90px')]
  // 160 + 100 + 190 + 90, three gaps of 18, the ends of the line and a scroll bar: 637.
  expect(columnsThatFit(wide, { width: 637, choice: false }).map(({ id }) => id)).toEqual(['name', 'city', 'next', 'extra'])
  expect(columnsThatFit(wide, { width: 636, choice: false }).map(({ id }) => id)).toEqual(['name', 'next', 'extra'])
  expect(columnsThatFit(wide, { width: 637, choice: true }).map(({ id }) => id)).toEqual(['name', 'next', 'extra'])
  expect(columnsThatFit([column('name', '900px')], { width: 600, choice: false })).toHaveLength(1)
})
