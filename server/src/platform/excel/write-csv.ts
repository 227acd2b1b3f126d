import { csvLine } from '../table/csv-line.ts'
import type { Cell, Table } from './write-workbook.ts'

export const csvType = 'text/csv; charset=utf-8'

const dateText = (date: Date, timed: boolean): string =>
  date
    .toISOString()
    .slice(0, timed ? 16 : 10)
    .replace('T', ' ')
/** Days and times as they stand in ISO 8601, numbers with all their digits and a point: for programs, whatever language they speak. */
const textOf = (cell: Cell): string | number => {
  if (cell === null) return ''
  if (typeof cell === 'boolean') return String(cell)
  if (typeof cell !== 'object') return cell
  if (cell instanceof Date) return dateText(cell, false)
  const { value, format } = cell
  return value instanceof Date ? dateText(value, format === 'moment') : (value ?? '')
}

/** One table as text, its headers first; the mark at its beginning tells spreadsheets that it is UTF-8. */
export const writeCsv = async ({ columns, rows }: Table): Promise<Buffer> => {
  const pieces: Buffer[] = []
  let text = `\ufeff${csvLine(columns.map(({ header = '' }) => header))}`
  for await (const row of rows) {
    text += csvLine(row.map(textOf))
    if (text.length < 64 * 1024) continue
    pieces.push(Buffer.from(text))
    text = ''
  }
  return Buffer.concat([...pieces, Buffer.from(text)])
}
