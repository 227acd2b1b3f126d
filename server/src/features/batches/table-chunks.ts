import type { Line } from '#src/platform/table/read-csv.ts'
import type { Table } from '#src/platform/table/read-table.ts'

export type Chunk = readonly Line[]

/** Enough to make a statement worth it, few enough to hold in memory, to take back, and to let others on. */
const chunkRows = 1000

/** The rows of a table in pieces, from the row after `skip` on. */
export async function* chunksOf(table: Table, skip: number): AsyncGenerator<Chunk> {
  let chunk: Line[] = []
  let passed = 0
  for await (const line of table.rows()) {
    if (passed++ < skip) continue
    chunk.push(line)
    if (chunk.length < chunkRows) continue
    yield chunk
    chunk = []
  }
  if (chunk.length) yield chunk
}
