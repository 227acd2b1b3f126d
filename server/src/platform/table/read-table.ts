import { type Line, readCsv } from './read-csv.ts'
import { readWorkbook } from '../excel/read-workbook.ts'
import { type Layout, type Source, TableUnreadable } from './table-source.ts'

export type Table = {
  /** Names of the columns, each once; `Column 3` where the file has none. */
  header(): Promise<string[]>
  /** The rows below the header; what is not as wide as it comes as a problem. */
  rows(): AsyncGenerator<Line>
}

const recordsOf = (source: Source, layout: Layout): AsyncGenerator<Line> =>
  layout.format === 'xlsx' ? readWorkbook(source) : readCsv(source, layout)

/** The same name twice gets a number; an empty one its place. */
const namesOf = (cells: readonly string[]): string[] => {
  const seen = new Map<string, number>()
  return cells.map((cell, index) => {
    const name = cell.trim().slice(0, 190) || `Column ${index + 1}`
    const times = (seen.get(name) ?? 0) + 1
    seen.set(name, times)
    return times === 1 ? name : `${name} (${times})`
  })
}

/** Spreadsheets leave the empty cells at the end of a row out; others add empty ones. */
const fitted = (cells: string[], width: number, padded: boolean): string[] | undefined => {
  if (cells.length === width) return cells
  if (cells.length > width) return cells.slice(width).every((cell) => cell === '') ? cells.slice(0, width) : undefined
  return padded ? [...cells, ...Array.from({ length: width - cells.length }, () => '')] : undefined
}

/** Rows of a table by the layout that was recognised, read one after the other. */
export const readTable = (source: Source, layout: Layout): Table => {
  const header = async (): Promise<string[]> => {
    let lines = 0
    for await (const line of recordsOf(source, layout)) {
      lines++
      if (!('cells' in line)) continue
      if (layout.headerLine === 0) return namesOf(line.cells.map(() => ''))
      if (line.line >= layout.headerLine) return namesOf(line.cells)
    }
    throw lines ? new TableUnreadable('not_table', 'it is not a table') : new TableUnreadable('empty', 'it is empty')
  }
  async function* rows(): AsyncGenerator<Line> {
    let width: number | undefined
    for await (const line of recordsOf(source, layout)) {
      if (width === undefined && layout.headerLine > 0) {
        if ('cells' in line && line.line >= layout.headerLine) width = line.cells.length
        continue
      }
      if (!('cells' in line)) {
        yield line
        continue
      }
      width ??= line.cells.length
      const cells = fitted(line.cells, width, layout.format === 'xlsx')
      if (cells) yield { line: line.line, cells }
      else yield { line: line.line, problem: `${line.cells.length} columns instead of ${width}`, text: line.cells.join(',').slice(0, 200) }
    }
  }
  return { header, rows }
}
