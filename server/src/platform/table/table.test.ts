import { gzipSync } from 'node:zlib'
import { writeXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { csvLine } from './csv-line.ts'
import { readTable } from './read-table.ts'
import { recogniseTable } from './recognise-table.ts'
import type { Source } from './table-source.ts'

const of = (content: string | Uint8Array): Source =>
  async function* () {
    const bytes = Buffer.from(content as string)
    for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000)
  }
const rowsOf = async (source: Source): Promise<{ header: string[]; rows: unknown[] }> => {
  const { layout } = await recogniseTable(source, () => false)
  const table = readTable(source, layout)
  const rows: unknown[] = []
  for await (const row of table.rows()) rows.push('cells' in row ? [row.line, ...row.cells] : [row.line, '!'])
  return { header: await table.header(), rows }
}

test('RE6: commas, semicolons, tabs, with a mark or a title above, plain or packed', async () => {
  expect(await rowsOf(of('\ufeffDate,Guests\n2026-01-02,4\n'))).toEqual({ header: ['Date', 'Guests'], rows: [[2, '2026-01-02', '4']] })
  expect(await rowsOf(of(gzipSync('Bookings of May;;\nDate;Guests;Name\n1.5.2026;2;"A;b"\n')))).toEqual({
    header: ['Date', 'Guests', 'Name'],
    rows: [[3, '1.5.2026', '2', 'A;b']],
  })
  expect((await rowsOf(of('a\tb\n1\t2\n'))).rows).toEqual([[2, '1', '2']])
})

test('RE6: what Windows wrote, in one byte a letter or in two', async () => {
  expect((await rowsOf(of(Buffer.from('Name;Gäste\nMüller;2\n', 'latin1')))).header).toEqual(['Name', 'Gäste'])
  const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('Name\tGäste\nMüller\t2\n', 'utf16le')])
  expect((await rowsOf(of(wide))).rows).toEqual([[2, 'Müller', '2']])
})

test('RE6: no names of columns, the same name twice, rows that do not fit', async () => {
  expect(await rowsOf(of('2026-01-02,4\n2026-01-03,2\n'))).toEqual({
    header: ['Column 1', 'Column 2'],
    rows: [
      [1, '2026-01-02', '4'],
      [2, '2026-01-03', '2'],
    ],
  })
  expect((await rowsOf(of('Name,Note\nx,1\ny\nz,2,3\nw,4,\n'))).rows).toEqual([
    [2, 'x', '1'],
    [3, '!'],
    [4, '!'],
    [5, 'w', '4'],
  ])
})

test('RE6: a workbook with dates, times and gaps', async () => {
  const bytes = await writeXlsx({
    sheets: [
      {
        name: 'May',
        rows: [
          ['Date', 'Guests', 'Note'],
          [new Date(Date.UTC(2026, 4, 1)), 4, null],
          [new Date(Date.UTC(2026, 4, 2, 19, 30)), 2, 'window'],
        ],
      },
    ],
  })
  expect(await rowsOf(of(bytes))).toEqual({
    header: ['Date', 'Guests', 'Note'],
    rows: [
      [2, '2026-05-01 00:00', '4', ''],
      [3, '2026-05-02 19:30', '2', 'window'],
    ],
  })
})

test('RE6: what is no table is refused by its content, and so is what would unpack into too much', async () => {
  const flawOf = (content: string | Uint8Array) =>
    recogniseTable(of(content), () => false).then(
      () => 'none',
      (error: { flaw: string }) => error.flaw,
    )
  expect(await flawOf('')).toBe('empty')
  expect(await flawOf('Date,Guests\n')).toBe('empty')
  expect(await flawOf('{"a":1}')).toBe('not_table')
  expect(await flawOf(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0, 13, 10]))).toBe('not_table')
  expect(await flawOf('PK\u0003\u0004 is no workbook')).toBe('broken')
  expect(await flawOf(gzipSync('Date,Guests\n1,2\n'.repeat(5000)).subarray(0, 60))).toBe('broken')
  const honest = Buffer.from(await writeXlsx({ sheets: [{ name: 'A', rows: Array.from({ length: 30_000 }, () => ['aaaaaaaaaaaa']) }] }))
  // The same file, lying about how much its largest part becomes.
  const lying = Buffer.from(honest)
  for (let at = lying.indexOf('PK\u0001\u0002'); at >= 0; at = lying.indexOf('PK\u0001\u0002', at + 4))
    if (lying.readUInt32LE(at + 24) > 100_000) lying.writeUInt32LE(4000, at + 24)
  expect(await flawOf(lying)).toBe('bomb')
  const repeating = await writeXlsx({ sheets: [{ name: 'A', rows: [['Date'], ['A'.repeat(20 * 1_048_576)]] }] })
  expect(await flawOf(repeating)).toBe('bomb')
})

test('RE6: a cell that begins like a formula stays text', () => {
  expect(csvLine(['=1+1', '-2', '+49 40 1', '@x', 'a"b', 7])).toBe(`'=1+1,-2,+49 40 1,'@x,"a""b",7\n`)
})
