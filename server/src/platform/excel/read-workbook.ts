import { buffer } from 'node:stream/consumers'
import { streamXlsxRows } from 'hucre/xlsx'
import { Readable } from 'node:stream'
import { checkZip } from './check-zip.ts'
import type { Line } from '../table/read-csv.ts'
import { type Source, TableUnreadable } from '../table/table-source.ts'

/** A workbook is a zip: its list of parts stands at its end, so all of it is held while it is read. */
export const workbookBytesMax = 60 * 1_048_576

const pad = (value: number): string => String(value).padStart(2, '0')

/** Fractions of a day are kept in few digits: what is a moment before the full minute is the full minute. */
const wholeSeconds = (date: Date): Date => new Date(Math.round(date.getTime() / 1000) * 1000)
const hasTime = (date: Date): boolean => wholeSeconds(date).getTime() % 86_400_000 !== 0

/** Excel writes a time without a day as one of the first day it knows, which is 1900-01-00 or, in workbooks that began on a Mac, 1904-01-01. */
const isTimeOnly = (date: Date): boolean =>
  date.getTime() < Date.UTC(1900, 0, 1) || (date.getUTCFullYear() === 1904 && date.getUTCMonth() === 0 && date.getUTCDate() === 1)

/** Excel knows no zones: what stands in the cell is the time on the wall. Midnight is told where the column tells times, else it is only a day. */
const dateText = (given: Date, timed: boolean): string => {
  const date = wholeSeconds(given)
  const day = `${date.getUTCFullYear()}-${pad(date.getUTCMonth() + 1)}-${pad(date.getUTCDate())}`
  const time = `${pad(date.getUTCHours())}:${pad(date.getUTCMinutes())}`
  if (isTimeOnly(date)) return time
  return timed || hasTime(date) ? `${day} ${time}` : day
}

const isDate = (value: unknown): value is Date => value instanceof Date && !Number.isNaN(value.getTime())

const cellText = (value: unknown, timed: boolean): string => {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return isDate(value) ? dateText(value, timed) : ''
  if (typeof value === 'object') return ''
  return String(value as string | number | boolean)
}

/** Rows that are looked at to see which columns tell times. */
const rowsAhead = 5000

/** The columns in which a date stands with a time of the day: there a date without one is midnight. */
const timedColumns = async (bytes: Uint8Array): Promise<Set<number>> => {
  const timed = new Set<number>()
  for await (const { values } of streamXlsxRows(bytes, { maxRows: rowsAhead }))
    for (const [column, value] of values.entries()) if (isDate(value) && !isTimeOnly(value) && hasTime(value)) timed.add(column)
  return timed
}

/** The rows of a workbook's first sheet, empty ones left out. */
export async function* readWorkbook(source: Source): AsyncGenerator<Line> {
  const bytes = new Uint8Array(await buffer(Readable.from(source(), { objectMode: false })))
  if (bytes.length > workbookBytesMax) throw new TableUnreadable('bomb', 'the workbook is too large')
  await checkZip(bytes)
  try {
    const timed = await timedColumns(bytes)
    for await (const { index, values } of streamXlsxRows(bytes)) {
      const cells = values.map((value, column) => cellText(value, timed.has(column)))
      if (cells.some((cell) => cell !== '')) yield { line: index + 1, cells }
    }
  } catch (error) {
    throw new TableUnreadable('broken', error instanceof Error ? error.message : String(error))
  }
}
