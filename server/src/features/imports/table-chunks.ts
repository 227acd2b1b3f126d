import { breaksIn, type Line } from '#src/platform/table/read-csv.ts'
import type { Table } from '#src/platform/table/read-table.ts'
import { TableUnreadable } from '#src/platform/table/table-source.ts'
import type { RowFinding } from './row-reader.ts'

/** `breaksOff`: from this line on nothing could be read. */
type Row = Line | (Extract<Line, { problem: string }> & { breaksOff: true })
export type Chunk = readonly Row[]

/** A row that could not be read at all, for the list of findings. */
export const unreadable = (row: Exclude<Row, { cells: unknown }>): RowFinding => ({
  line: row.line,
  outcome: 'rejected',
  reason: 'breaksOff' in row ? 'file.breaks_off' : 'row.unreadable',
  columnName: '',
  value: row.problem,
  cells: [row.text],
})

/** The rows before a break count, and the break is told as a row of its own: what comes after it may be half of the file. */
async function* toTheBreak(table: Table): AsyncGenerator<Row> {
  let last: Line | undefined
  try {
    for await (const line of table.rows()) {
      last = line
      yield line
    }
  } catch (error) {
    if (!(error instanceof TableUnreadable) || error.flaw !== 'broken' || !last) throw error
    const line = last.line + 1 + ('cells' in last ? breaksIn(last.cells) : 0)
    yield { line, problem: error.message, text: '', breaksOff: true }
  }
}

/** The rows of a table in pieces of one size but the last. */
export async function* chunksOf(table: Table, size: number): AsyncGenerator<Chunk> {
  let chunk: Row[] = []
  for await (const line of toTheBreak(table)) {
    chunk.push(line)
    if (chunk.length < size) continue
    yield chunk
    chunk = []
  }
  if (chunk.length) yield chunk
}
