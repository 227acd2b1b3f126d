import { readXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { type Cell, writeWorkbook } from './write-workbook.ts'

const about = { name: 'About: this', lines: Array.from({ length: 6 }, (_, n) => [`Label ${n}`, `Value ${n}`] as const) }
const columns = [
  { header: 'Name', width: 30 },
  { header: 'Covers', width: 10 },
]
const written = async (rows: Cell[][]) => {
  const all = async function* () {
    yield* rows
  }
  const file = await writeWorkbook({ name: 'Venues: all', columns, rows: all(), total: rows.length, about })
  return { file, book: await readXlsx(file) }
}

describe.each([0, 1, 3, 5, 6, 2500])('a table of %i rows', (count) => {
  test('AN3: stands on its sheet, what the file says about itself on the next, and there is no third', async () => {
    const { book } = await written(Array.from({ length: count }, (_, n) => [`Casa ${n}`, n]))
    expect(book.sheets.map(({ name }) => name)).toEqual(['Venues  all', 'About  this'])
    const [table, words] = book.sheets
    expect(table!.rows[0]).toEqual(['Name', 'Covers'])
    expect(table!.rows.slice(1).filter((row) => row.some((cell) => cell !== null && cell !== ''))).toHaveLength(count)
    expect(words!.rows).toEqual(about.lines)
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
