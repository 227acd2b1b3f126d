import { parse } from 'csv-parse/sync'
import { findHeader, type ColumnNameTest, usualWidth } from './find-header.ts'
import { breaksIn, type Line } from './read-csv.ts'
import { readTable } from './read-table.ts'
import { type Guess, guessEncoding, tellingLines } from './recognise-encoding.ts'
import { asUnreadable, type Layout, type Source, TableUnreadable, unpacked } from './table-source.ts'
import { readWorkbook } from '../excel/read-workbook.ts'

/** A column as far as it was looked at: a few values to be shown, more of them to see what they are, each once. */
export type SampledColumn = { name: string; samples: string[]; filled: number; values: string[] }
export type TableSample = { columns: SampledColumn[]; /** The first rows, cut short. */ preview: string[][]; headerLineMax: number }
/** `sure` = how its letters are written is no guess. */
export type RecognisedTable = TableSample & { layout: Layout; sure: boolean }

/** Enough to see how a table is written. */
const sampleBytes = 262_144
/** A text with so many plain letters contains no others. */
const scannedBytes = 67_108_864
const sampleRows = 400
const samplesShown = 3
const valuesKept = 100
const rowsShown = 6
const columnsShown = 40
const lettersShown = 60
const headerLinesOffered = 20

/** The beginning, and where that is all plain letters the first that are more, which tell how letters are written. */
const samplesOf = async (bytes: AsyncIterable<Uint8Array>): Promise<{ first: Buffer; telling: Uint8Array }> => {
  const chunks: Uint8Array[] = []
  let length = 0
  let first: Buffer | undefined
  try {
    for await (const chunk of bytes) {
      length += chunk.length
      if (!first) {
        chunks.push(chunk)
        if (length < sampleBytes) continue
        first = Buffer.concat(chunks).subarray(0, sampleBytes)
        if (tellingLines(first).length) break
      }
      const telling = tellingLines(chunk)
      if (telling.length) return { first, telling }
      if (length > scannedBytes) break
    }
  } catch (error) {
    // What breaks off later is a table until then.
    if (!first || (error instanceof TableUnreadable && error.flaw === 'bomb')) throw error
  }
  first ??= Buffer.concat(chunks)
  return { first, telling: first }
}

type SampledRow = { line: number; cells: string[] }

/** The records of a sample with the line each begins on. */
const recordsWith = (text: string, delimiter: string, { whole = true } = {}): SampledRow[] => {
  try {
    const options = {
      delimiter,
      bom: true,
      relax_column_count: true,
      skip_empty_lines: true,
      relax_quotes: true,
      info: true,
      to: sampleRows,
      skip_records_with_error: !whole,
    }
    const records = parse(text, options) as unknown as { record: string[]; info: { lines: number } }[]
    return records.map(({ record, info }) => ({ line: info.lines - breaksIn(record), cells: record }))
  } catch {
    // A quote that never closes: what stands before it tells how the table is written.
    return whole ? recordsWith(text, delimiter, { whole: false }) : []
  }
}

/** The width most records have, and how many have it. */
const shapeOf = (records: readonly SampledRow[]): { width: number; share: number } => {
  const width = usualWidth(records.map(({ cells }) => cells.length))
  return { width, share: records.length ? records.filter(({ cells }) => cells.length === width).length / records.length : 0 }
}

const delimiterOf = (text: string): string => {
  const tried = [',', ';', '\t', '|'].map((delimiter) => ({ delimiter, ...shapeOf(recordsWith(text, delimiter).slice(0, 50)) }))
  return tried.toSorted((a, b) => Number(b.width > 1) * b.share * b.width - Number(a.width > 1) * a.share * a.width)[0]!.delimiter
}

const lookAtCsv = (bytes: Buffer, { encoding }: Guess, isKnown: ColumnNameTest): Layout => {
  const binary = encoding !== 'utf-16le' && encoding !== 'utf-16be' && bytes.includes(0)
  const text = new TextDecoder(encoding).decode(bytes)
  if (binary || /^\s*([{[<]|%PDF|\ufeff?\{)/.test(text)) throw new TableUnreadable('not_table', 'it is not a table')
  if (text.trim() === '') throw new TableUnreadable('empty', 'it is empty')
  // The last line of the sample may be cut.
  const whole = bytes.length < sampleBytes ? text : text.slice(0, text.lastIndexOf('\n') + 1) || text
  const delimiter = delimiterOf(whole)
  return { format: 'csv', encoding, delimiter, headerLine: findHeader(recordsWith(whole, delimiter), isKnown) }
}

const lookAtXlsx = async (source: Source, isKnown: ColumnNameTest): Promise<Layout> => {
  const records: SampledRow[] = []
  for await (const line of readWorkbook(source)) {
    if ('cells' in line) records.push(line)
    if (records.length === 50) break
  }
  if (!records.length) throw new TableUnreadable('empty', 'the first sheet is empty')
  return { format: 'xlsx', encoding: 'utf-8', delimiter: '', headerLine: findHeader(records, isKnown) }
}

/** The rows before a break, where there are `some`. */
async function* untilBreak(lines: AsyncGenerator<Line>, some: () => boolean): AsyncGenerator<Line> {
  try {
    yield* lines
  } catch (error) {
    if (!(error instanceof TableUnreadable) || error.flaw !== 'broken' || !some()) throw error
  }
}

/** The columns of a table laid out like that with a few samples each, and its first rows. */
export const columnsOf = async (source: Source, layout: Layout): Promise<TableSample> => {
  const table = readTable(source, layout)
  const columns = (await table.header()).map((name) => ({ name, values: new Set<string>(), filled: 0 }))
  const preview: string[][] = []
  let rows = 0
  let lastLine = 0
  for await (const row of untilBreak(table.rows(), () => rows > 0)) {
    lastLine = row.line
    if (!('cells' in row)) continue
    if (preview.length < rowsShown) preview.push(row.cells.slice(0, columnsShown).map((cell) => cell.slice(0, lettersShown)))
    for (const [index, column] of columns.entries()) {
      const cell = row.cells[index]?.trim() ?? ''
      if (cell === '') continue
      column.filled++
      if (column.values.size < valuesKept) column.values.add(cell.slice(0, 300))
    }
    if (++rows === sampleRows) break
  }
  if (rows === 0) throw new TableUnreadable('empty', 'it has no rows')
  const sampled = columns.map(({ name, values, filled }) => {
    const kept = [...values]
    return { name, samples: kept.slice(0, samplesShown).map((value) => value.slice(0, 80)), filled, values: kept }
  })
  // Below the names at least one row has to stand.
  return { columns: sampled, preview, headerLineMax: Math.min(headerLinesOffered, lastLine - 1) }
}

/**
 * How a table is written and what its columns look like, or TableUnreadable. Its name counts for nothing, its content for everything; `isKnown` tells
 * what columns are called where such tables come from.
 */
export const recogniseTable = async (source: Source, isKnown: ColumnNameTest): Promise<RecognisedTable> => {
  const { first, telling } = await samplesOf(unpacked(source)).catch((error: unknown) => {
    throw asUnreadable(error)
  })
  if (!first.length) throw new TableUnreadable('empty', 'it is empty')
  const isZip = first.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))
  const guess = isZip ? { encoding: 'utf-8' as const, sure: true } : guessEncoding(telling)
  const layout = isZip ? await lookAtXlsx(source, isKnown) : lookAtCsv(first, guess, isKnown)
  return { layout, sure: guess.sure, ...(await columnsOf(source, layout)) }
}
