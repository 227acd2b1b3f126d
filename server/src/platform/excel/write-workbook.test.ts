import { readXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { type Cell, type Table, writeWorkbook } from './write-workbook.ts'

const lines = Array.from({ length: 6 }, (_, n) => [`Label ${n}`, `Value ${n}`])
const about: Table = { name: 'About: this', columns: [{ width: 20 }, { width: 40 }], rows: lines }
const columns = [
  { header: 'Name', width: 30 },
  { header: 'Covers', width: 10 },
]
const written = async (rows: Cell[][]) => {
  const all = async function* () {
    yield* rows
  }
  const file = await writeWorkbook([{ name: 'Venues: all', columns, rows: all() }, about])
  return { file, book: await readXlsx(file) }
}

describe.each([0, 1, 3, 5, 6, 2500])('a table of %i rows', (count) => {
  test('AN3: stands on its sheet, what the file says about itself on the next, and there is no third', async () => {
    const { book } = await written(Array.from({ length: count }, (_, n) => [`Casa ${n}`, n]))
    expect(book.sheets.map(({ name }) => name)).toEqual(['Venues  all', 'About  this'])
    const [table, words] = book.sheets
    expect(table!.rows[0]).toEqual(['Name', 'Covers'])
    expect(table!.rows.slice(1)).toEqual(Array.from({ length: count }, (_, n) => [`Casa ${n}`, n]))
    expect(words!.rows).toEqual(lines)
  })
})

test('AN3: what looks like a formula is text, also what no file could hold', async () => {
  const evil = ['=HYPERLINK("http://evil.test","click")', '+1+1', '-2+3', '@SUM(A1)', '\t=1', 'a\u0000b\uffff<&>"', 'x'.repeat(40_000)]
  const { file, book } = await written(evil.map((text) => [text, 1]))
  expect(book.sheets[0]!.rows.slice(1, 6).map(([cell]) => cell)).toEqual(evil.slice(0, 5))
  expect(book.sheets[0]!.rows[6]![0]).toBe('ab<&>"')
  expect((book.sheets[0]!.rows[7]![0] as string).length).toBe(32_000)
  expect(file.length).toBeGreaterThan(1000)
})

test('AN3: numbers are numbers to the last digit, dates are dates, and nothing is an empty cell', async () => {
  const day = new Date('2026-03-29T00:00:00Z')
  const moment = new Date('2026-03-29T02:30:00Z')
  const cells: Cell[] = [
    { value: 12.3456, format: 'percent' },
    { value: 0.1 + 0.2, format: 'decimal' },
    { value: 1234567, format: 'count' },
    { value: day, format: 'day' },
    { value: moment, format: 'moment' },
    day,
    null,
    { value: null, format: 'count' },
    true,
    Number.NaN,
  ]
  const { book } = await written([[...cells, 'end']])
  const [row] = book.sheets[0]!.rows.slice(1)
  expect(row).toEqual([12.3456, 0.1 + 0.2, 1234567, day, moment, day, null, null, true, null, 'end'])
})

test('AN3: sheets of one name are told apart, however many there are, and columns go on behind Z', async () => {
  const wide: Table = { name: 'Same', columns: [], rows: [Array.from({ length: 60 }, (_, n) => n)] }
  const book = await readXlsx(await writeWorkbook([wide, { ...wide, name: 'same' }, wide]))
  expect(book.sheets.map(({ name }) => name)).toEqual(['Same', 'same 2', 'Same 3'])
  expect(book.sheets[2]!.rows).toEqual([Array.from({ length: 60 }, (_, n) => n)])
})

test('AN3: what goes wrong while the rows come is the error of whoever writes, and nothing hangs', async () => {
  const broken = async function* (): AsyncGenerator<Cell[]> {
    yield ['one']
    throw new Error('the database went away')
  }
  await expect(writeWorkbook([{ name: 'A', columns, rows: broken() }])).rejects.toThrow('the database went away')
})
