import type { FindingReason } from '@tablewire/contracts/phrases/findings'
import { breaksIn, type Line } from '#src/platform/table/read-csv.ts'
import type { Table } from '#src/platform/table/read-table.ts'
import { TableUnreadable } from '#src/platform/table/table-source.ts'

/** `breaksOff`: from this line on nothing could be read. */
type Row = Line | (Extract<Line, { problem: string }> & { breaksOff: true })
export type Chunk = readonly Row[]

/** Why a row that is none is rejected. */
export const unreadableFor = (row: Extract<Row, { problem: string }>): FindingReason =>
  'breaksOff' in row ? 'file.breaks_off' : 'row.unreadable'

/** Enough to make a statement worth it, few enough to hold in memory, to take back, and to let others on. */
const chunkRows = 1000

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

/** The rows of a table in pieces, from the row after `skip` on. */
export async function* chunksOf(table: Table, skip: number): AsyncGenerator<Chunk> {
  let chunk: Row[] = []
  let passed = 0
  for await (const line of toTheBreak(table)) {
    if (passed++ < skip) continue
    chunk.push(line)
    if (chunk.length < chunkRows) continue
    yield chunk
    chunk = []
  }
  if (chunk.length) yield chunk
}
