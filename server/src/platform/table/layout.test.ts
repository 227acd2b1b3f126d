import { writeXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { readTable } from './read-table.ts'
import { recogniseTable } from './recognise-table.ts'

const known = new Set(['name', 'city', 'phone', 'date', 'guests', 'id'])
const isKnown = (name: string): boolean => known.has(name.toLowerCase())
const read = async (content: string | Uint8Array) => {
  const source = async function* () {
    yield typeof content === 'string' ? Buffer.from(content) : content
  }
  const { layout, columns } = await recogniseTable(source, isKnown)
  const table = readTable(source, layout)
  const rows: string[] = []
  for await (const row of table.rows()) rows.push('cells' in row ? `${row.line}: ${row.cells.join('|')}` : `${row.line}: ! ${row.problem}`)
  return { header: await table.header(), rows, columns: columns.map(({ name }) => name) }
}
const sheet = (rows: (string | number | Date | null)[][], dateSystem: '1900' | '1904' = '1900') =>
  writeXlsx({ sheets: [{ name: 'A', rows }], dateSystem })

test('names that come twice or are empty are names all the same, and no row is lost', async () => {
  expect(await read('name,name,city\nAnker,Anchor,Hamburg\nBistro,Bistro,Paris\n')).toEqual({
    header: ['name', 'name (2)', 'city'],
    columns: ['name', 'name (2)', 'city'],
    rows: ['2: Anker|Anchor|Hamburg', '3: Bistro|Bistro|Paris'],
  })
  expect(await read(',name,city\n0,Anker,Hamburg\n1,Bistro,Paris\n')).toMatchObject({
    header: ['Column 1', 'name', 'city'],
    rows: ['2: 0|Anker|Hamburg', '3: 1|Bistro|Paris'],
  })
  expect((await read('name,name,name (2),city\nA,B,C,D\n')).header).toEqual(['name', 'name (2)', 'name (2) (2)', 'city'])
  expect(await read(',foo\n0,x\n1,y\n')).toMatchObject({ header: ['Column 1', 'foo'], rows: ['2: 0|x', '3: 1|y'] })
})

test('a table without names loses no row to them', async () => {
  expect((await read('Anker,Hamburg,DE\nBistro,Paris,FR\nPizza,Hamburg,DE\n')).rows).toHaveLength(3)
  expect((await read('Anker,Hafen 1,+49 40 219869\nBistro,Rue 2,+33 1 23 45 67 89\n')).rows).toHaveLength(2)
})

test('names are fewer than columns, or more; rows end early or late', async () => {
  expect(await read('name,city\nA,B,\nC,D,\n')).toMatchObject({ header: ['name', 'city'], rows: ['2: A|B', '3: C|D'] })
  expect(await read('name,city,\nA,B\nC,D\n')).toMatchObject({ header: ['name', 'city'], rows: ['2: A|B', '3: C|D'] })
  expect(await read('name,city\nA,B,x\nC,D,y\n')).toMatchObject({ header: ['name', 'city', 'Column 3'], rows: ['2: A|B|x', '3: C|D|y'] })
  expect(await read('name,city,phone\nA,B\nC,D\n')).toMatchObject({ rows: ['2: A|B|', '3: C|D|'] })
  expect((await read('\nList of May\n\n"two\nlines"\n\nname;city\nA;B\nC;D\nE;F\n')).rows).toEqual(['8: A|B', '9: C|D', '10: E|F'])
})

test('a sheet: names above the second row, a remark beside the table', async () => {
  const bytes = await sheet([
    ['Our houses', null, null],
    ['name', null, 'city'],
    ['A', 1, 'B'],
    ['C', 2, 'D', null, 'call back'],
  ])
  expect(await read(bytes)).toMatchObject({
    header: ['name', 'Column 2', 'city', 'Column 4', 'Column 5'],
    rows: ['3: A|1|B||', '4: C|2|D||call back'],
  })
})

const at = (...parts: [number, number, number, number?, number?, number?]) => new Date(Date.UTC(...parts))

test('midnight in a column that tells times is a time, in one of days it is none', async () => {
  const bytes = await sheet([
    ['date', 'guests', 'Born'],
    [at(2026, 4, 1), 2, at(1990, 0, 1)],
    [at(2026, 4, 1, 19, 30), 2, at(1991, 0, 1)],
    [new Date(at(2026, 4, 2, 19, 59, 59).getTime() + 800), 2, at(1992, 0, 1)],
  ])
  expect((await read(bytes)).rows).toEqual([
    '2: 2026-05-01 00:00|2|1990-01-01',
    '3: 2026-05-01 19:30|2|1991-01-01',
    '4: 2026-05-02 20:00|2|1992-01-01',
  ])
})

test.each(['1900', '1904'] as const)('times without a day, in a workbook that counts from %s', async (system) => {
  const epoch = system === '1900' ? at(1899, 11, 31).getTime() : at(1904, 0, 1).getTime()
  const time = (minutes: number) => new Date(epoch + minutes * 60_000)
  const bytes = await sheet(
    [
      ['date', 'Time'],
      [at(2026, 4, 1), time(0)],
      [at(2026, 4, 2), time(1170)],
    ],
    system,
  )
  expect((await read(bytes)).rows).toEqual(['2: 2026-05-01|00:00', '3: 2026-05-02|19:30'])
})
