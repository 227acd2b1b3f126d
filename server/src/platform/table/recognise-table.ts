import { parse } from 'csv-parse/sync'
import { readTable } from './read-table.ts'
import { asUnreadable, type Encoding, type Layout, type Source, TableUnreadable, unpacked } from './table-source.ts'
import { readWorkbook } from '../excel/read-workbook.ts'

export type Recognised = { layout: Layout; columns: { name: string; samples: string[]; filled: number }[] }

/** Enough to see how a table is written. */
const sampleBytes = 262_144
const sampleRows = 400
const samplesShown = 3

const firstBytes = async (bytes: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of bytes) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= sampleBytes) break
  }
  return Buffer.concat(chunks).subarray(0, sampleBytes)
}

const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    // Streaming: the sample may end in the middle of a character.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

/** By its mark, else UTF-8 where it is valid; what is not is most often written on a Windows machine. */
const encodingOf = (bytes: Uint8Array): Encoding => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252'
}

const recordsWith = (text: string, delimiter: string): string[][] => {
  try {
    return parse(text, { delimiter, bom: true, relax_column_count: true, skip_empty_lines: true, relax_quotes: true, to: sampleRows })
  } catch {
    return []
  }
}

/** The width most records have, and how many have it. */
const widthOf = (records: readonly string[][]): { width: number; share: number } => {
  const widths = new Map<number, number>()
  for (const { length } of records) widths.set(length, (widths.get(length) ?? 0) + 1)
  const [width, count] = [...widths].toSorted((a, b) => b[1] - a[1])[0] ?? [0, 0]
  return { width, share: records.length ? count / records.length : 0 }
}

const delimiterOf = (text: string): string => {
  const tried = [',', ';', '\t', '|'].map((delimiter) => ({ delimiter, ...widthOf(recordsWith(text, delimiter).slice(0, 50)) }))
  return tried.toSorted((a, b) => Number(b.width > 1) * b.share * b.width - Number(a.width > 1) * a.share * a.width)[0]!.delimiter
}

const isName = (cell: string): boolean => cell.trim() !== '' && !/^[\d\s.,:/+-]+$/.test(cell)

/** The first record as wide as the table whose cells are all names, each another one; 0 where there is none among the first. */
const headerIn = (records: readonly { line: number; cells: readonly string[] }[], width: number): number =>
  records.slice(0, 15).find(({ cells }) => {
    const names = cells.map((cell) => cell.trim().toLowerCase())
    return cells.length === width && names.every(isName) && new Set(names).size === names.length
  })?.line ?? 0

const lookAtCsv = (bytes: Buffer): Layout => {
  const encoding = encodingOf(bytes)
  const binary = encoding !== 'utf-16le' && encoding !== 'utf-16be' && bytes.includes(0)
  const text = new TextDecoder(encoding).decode(bytes)
  if (binary || /^\s*([{[<]|%PDF|\ufeff?\{)/.test(text)) throw new TableUnreadable('not_table', 'it is not a table')
  if (text.trim() === '') throw new TableUnreadable('empty', 'it is empty')
  // The last line of the sample may be cut.
  const whole = bytes.length < sampleBytes ? text : text.slice(0, text.lastIndexOf('\n') + 1) || text
  const delimiter = delimiterOf(whole)
  const records = recordsWith(whole, delimiter).map((cells, index) => ({ line: index + 1, cells }))
  return { format: 'csv', encoding, delimiter, headerLine: headerIn(records, widthOf(records.map(({ cells }) => cells)).width) }
}

const lookAtXlsx = async (source: Source): Promise<Layout> => {
  const records: { line: number; cells: string[] }[] = []
  for await (const line of readWorkbook(source)) {
    if ('cells' in line) records.push({ line: line.line, cells: trimEnd(line.cells) })
    if (records.length === 50) break
  }
  if (!records.length) throw new TableUnreadable('empty', 'the first sheet is empty')
  const width = Math.max(...records.map(({ cells }) => cells.length))
  return { format: 'xlsx', encoding: 'utf-8', delimiter: '', headerLine: headerIn(records, width) }
}
const trimEnd = (cells: readonly string[]): string[] => cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1)

/** The columns of a table laid out like that, with a few samples each. */
export const columnsOf = async (source: Source, layout: Layout): Promise<Recognised['columns']> => {
  const table = readTable(source, layout)
  const columns = (await table.header()).map((name) => ({ name, samples: new Set<string>(), filled: 0 }))
  let rows = 0
  for await (const row of table.rows()) {
    if (!('cells' in row)) continue
    for (const [index, column] of columns.entries()) {
      const cell = row.cells[index]?.trim() ?? ''
      if (cell === '') continue
      column.filled++
      if (column.samples.size < samplesShown) column.samples.add(cell.slice(0, 80))
    }
    if (++rows === sampleRows) break
  }
  if (rows === 0) throw new TableUnreadable('empty', 'it has no rows')
  return columns.map(({ samples, ...column }) => ({ ...column, samples: [...samples] }))
}

/** How a table is written and what its columns look like, or TableUnreadable. Its name counts for nothing, its content for everything. */
export const recogniseTable = async (source: Source): Promise<Recognised> => {
  const bytes = await firstBytes(unpacked(source)).catch((error: unknown) => {
    throw asUnreadable(error)
  })
  if (!bytes.length) throw new TableUnreadable('empty', 'it is empty')
  const isZip = bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))
  const layout = isZip ? await lookAtXlsx(source) : lookAtCsv(bytes)
  return { layout, columns: await columnsOf(source, layout) }
}
