import { buffer } from 'node:stream/consumers'
import { streamXlsxRows } from 'hucre/xlsx'
import { Readable } from 'node:stream'
import { checkZip } from './check-zip.ts'
import type { Line } from '../table/read-csv.ts'
import { type Source, TableUnreadable } from '../table/table-source.ts'

/** A workbook is a zip: its list of parts stands at its end, so all of it is held while it is read. */
export const workbookBytesMax = 60 * 1_048_576

const pad = (value: number): string => String(value).padStart(2, '0')

/** Excel knows no zones: what stands in the cell is the time on the wall. Day 0 is how it writes a time without a day. */
const dateText = (date: Date): string => {
  const day = `${date.getUTCFullYear()}-${pad(date.getUTCMonth() + 1)}-${pad(date.getUTCDate())}`
  const time = `${pad(date.getUTCHours())}:${pad(date.getUTCMinutes())}`
  if (date.getUTCFullYear() < 1900) return time
  return time === '00:00' ? day : `${day} ${time}`
}

const cellText = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : dateText(value)
  if (typeof value === 'object') return ''
  return String(value as string | number | boolean)
}

/** The rows of a workbook's first sheet, empty ones left out. */
export async function* readWorkbook(source: Source): AsyncGenerator<Line> {
  const bytes = new Uint8Array(await buffer(Readable.from(source(), { objectMode: false })))
  if (bytes.length > workbookBytesMax) throw new TableUnreadable('bomb', 'the workbook is too large')
  await checkZip(bytes)
  try {
    for await (const { index, values } of streamXlsxRows(bytes)) {
      const cells = values.map(cellText)
      if (cells.some((cell) => cell !== '')) yield { line: index + 1, cells }
    }
  } catch (error) {
    throw new TableUnreadable('broken', error instanceof Error ? error.message : String(error))
  }
}
