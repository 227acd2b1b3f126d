import { trimEnd, usualWidth } from './find-header.ts'
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
  const seen = new Set<string>()
  return cells.map((cell, index) => {
    const name = cell.trim().slice(0, 190) || `Column ${index + 1}`
    let own = name
    for (let times = 2; seen.has(own); times++) own = `${name} (${times})`
    seen.add(own)
    return own
  })
}

/** Rows that are looked at to see how wide the table is. */
const rowsAhead = 50

/** `broken`: why nothing can be read after these. */
type Start = {
  names: readonly string[] | undefined
  width: number
  usual: number
  ahead: Line[]
  lines: number
  broken: TableUnreadable | undefined
}

/** How wide a table is: as its names say, but for those that end in empty ones, and for columns without a name that are filled all the same. */
const widthOf = (header: readonly string[] | undefined, ahead: readonly Line[], isSheet: boolean): { width: number; usual: number } => {
  const rows = ahead.flatMap((line) => ('cells' in line ? [line.cells] : []))
  const widths = rows.map((cells) => cells.length)
  const usual = isSheet ? Math.max(0, ...widths) : usualWidth(widths)
  if (!header) return { width: usual, usual }
  const named = Math.max(trimEnd(header).length, Math.min(header.length, usual))
  const beyond = rows.filter((cells) => cells.slice(named, usual).some((cell) => cell.trim() !== '')).length
  return { width: beyond * 2 > rows.length || (isSheet && beyond > 0) ? usual : named, usual }
}

/** The names of the columns and the first rows. */
const startOf = async (lines: AsyncGenerator<Line>, layout: Layout): Promise<Start> => {
  const ahead: Line[] = []
  let header: string[] | undefined
  let count = 0
  let broken: TableUnreadable | undefined
  while (ahead.length < rowsAhead) {
    const next = await lines.next().catch((error: unknown) => {
      if (!(error instanceof TableUnreadable) || !ahead.length) throw error
      broken = error
      return { done: true } as const
    })
    if (next.done) break
    const line = next.value
    count++
    if (header || layout.headerLine === 0) ahead.push(line)
    else if ('cells' in line && line.line >= layout.headerLine) header = line.cells
  }
  const { width, usual } = widthOf(header, ahead, layout.format === 'xlsx')
  const named = header ?? (layout.headerLine === 0 ? [] : undefined)
  const names = named && namesOf(Array.from({ length: width }, (_, index) => named[index] ?? ''))
  return { names, width, usual, ahead, lines: count, broken }
}

/** Empty cells at the end of a row may be left out, or be too many; what is of another width is no row of this table. A sheet's cells know their column. */
const fitted = (cells: string[], { width, usual }: Start, isSheet: boolean): string[] | undefined => {
  if (cells.length === width) return cells
  if (cells.length > width) return isSheet || cells.slice(width).every((cell) => cell === '') ? cells.slice(0, width) : undefined
  return isSheet || cells.length === usual ? [...cells, ...Array.from({ length: width - cells.length }, () => '')] : undefined
}

/** Rows of a table by the layout that was recognised, read one after the other. */
export const readTable = (source: Source, layout: Layout): Table => {
  const header = async (): Promise<string[]> => {
    const lines = recordsOf(source, layout)
    try {
      const { names, lines: seen } = await startOf(lines, layout)
      if (names?.length) return [...names]
      throw seen ? new TableUnreadable('not_table', 'it is not a table') : new TableUnreadable('empty', 'it is empty')
    } finally {
      await lines.return(undefined)
    }
  }
  async function* rows(): AsyncGenerator<Line> {
    const lines = recordsOf(source, layout)
    const start = await startOf(lines, layout)
    const fit = (line: Line): Line => {
      if (!('cells' in line)) return line
      const cells = fitted(line.cells, start, layout.format === 'xlsx')
      if (cells) return { line: line.line, cells }
      return {
        line: line.line,
        problem: `${line.cells.length} columns instead of ${start.width}`,
        text: line.cells.join(',').slice(0, 200),
      }
    }
    for (const line of start.ahead.splice(0)) yield fit(line)
    if (start.broken) throw start.broken
    for await (const line of lines) yield fit(line)
  }
  return { header, rows }
}
