import { expect, test } from 'vitest'
import { writeCsv } from './write-csv.ts'

test('AN3: a table as text: what begins like a formula is text, days and numbers are for programs, nothing is lost in quotes', async () => {
  const day = new Date('2026-03-29T00:00:00Z')
  const file = await writeCsv({
    name: 'Any',
    columns: [
      { header: 'Näme', width: 1 },
      { header: 'b', width: 1 },
    ],
    rows: [
      ['=1+1', { value: 12.3456, format: 'percent' }, { value: day, format: 'day' }, { value: day, format: 'moment' }, day, null, true],
      ['a "b", c\r\nd', '+34 600 123 456', -2],
    ],
  })
  expect(file.toString()).toBe(
    '\ufeffNäme,b\n\'=1+1,12.3456,2026-03-29,2026-03-29 00:00,2026-03-29,,true\n"a ""b"", c\r\nd",+34 600 123 456,-2\n',
  )
})
