import { sql } from 'kysely'
import { hoursReader } from '#src/features/hours/api.ts'
import { identityOf, placeRows, type RowFinding, rowOf, type RowToPlace } from '#src/features/import/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import type { Table } from '#src/platform/table/read-table.ts'
import { keepFindings, keepProgress, keepRows, type Progress, type RowResult } from './batch-progress.ts'
import { type Found, rowReader, SeenRows } from './row-reader.ts'
import { type Chunk, chunksOf, unreadableFor } from './table-chunks.ts'

type Read = { rows: RowToPlace[]; results: RowResult[]; found: Found[] }
type Desk = {
  read: (chunk: Chunk) => Read
  columnOf: (field: string) => string
  clears: ReadonlySet<string>
  readHours: ReturnType<typeof hoursReader>
  seen: SeenRows
}

/** By what a row may have been here before in this file. Two with ids of their own may well share name and address. */
const keysOf = ({ identity: { hubId, own, osm, key, place } }: RowToPlace): { asked: string[]; kept: string[] } => {
  const ids = [hubId && `hub:${hubId}`, osm ?? '', own && `id:${own}`].filter((one) => one !== '')
  return ids.length ? { asked: [...ids, `only:${place}`], kept: [...ids, place] } : { asked: [key], kept: [key, `only:${key}`] }
}

const unread = (line: number, outcome: 'rejected' | 'skipped', name = ''): RowResult => ({
  line,
  outcome,
  subjectId: null,
  name,
  changes: [],
})

/** Reads rows as the command does; what came by already in this file is left out. */
const openDesk = async (ctx: Ctx, { batch }: Progress, table: Table): Promise<Desk> => {
  const reader = rowReader(await table.header(), batch.mapping)
  const seen = new SeenRows()
  const readOne = (line: Chunk[number], { rows, results, found }: Read): void => {
    if (!('cells' in line)) {
      const { line: at, problem, text } = line
      found.push({ line: at, outcome: 'rejected', reason: unreadableFor(line), columnName: '', value: problem, cells: [text] })
      results.push(unread(at, 'rejected'))
      return
    }
    const row = rowOf(line.line, (field) => reader.textOf(line.cells, field))
    const one = { line: line.line, row, identity: identityOf(row) }
    const { asked, kept } = keysOf(one)
    const first = asked.map((key) => seen.lineOf(key)).find((at) => at !== undefined)
    for (const key of kept) seen.add(key, line.line)
    if (first === undefined) return void rows.push(one)
    found.push({ line: line.line, outcome: 'skipped', reason: 'row.duplicate', columnName: '', value: String(first) })
    results.push(unread(line.line, 'skipped', row.name))
  }
  return {
    read: (chunk) => {
      const read: Read = { rows: [], results: [], found: [] }
      for (const line of chunk) readOne(line, read)
      return read
    },
    columnOf: (field) => reader.columnOf(field) || field,
    clears: new Set(Object.entries(batch.mapping.fields).flatMap(([target, { clears }]) => (clears ? [target] : []))),
    readHours: hoursReader(ctx.clock().toString().slice(0, 10)),
    seen,
  }
}

const foundOf = ({ columnOf }: Desk, { line, outcome, reason, field, found }: RowFinding, chunk: Chunk): Found => {
  const at = outcome === 'rejected' ? chunk.find((one) => one.line === line) : undefined
  const cells = at && 'cells' in at ? { cells: at.cells } : {}
  return { line, outcome, reason, columnName: columnOf(field), value: found.slice(0, 300), ...cells }
}

/** Half of what comes at a time: a book is ten times as large as a reservation. */
const halves = (chunk: Chunk): Chunk[] => [chunk.slice(0, 500), chunk.slice(500)].filter((half) => half.length)

type Work = { desk: Desk; chunk: Chunk; read: Read; dryRun: boolean }

/** Places the rows of a piece and counts what became of them; the results of all, in no order. */
const place = async (ctx: Ctx, progress: Progress, { desk, chunk, read, dryRun }: Work): Promise<RowResult[]> => {
  const { batch } = progress
  const { clears, readHours, seen } = desk
  const seenVenue = (id: string, line: number): number | undefined => seen.add(`venue:${id}`, line)
  const input = { file: batch.fileName, company: batch.companyWanted!, dryRun, batchId: batch.id, clears, readHours, seenVenue }
  const { placed, findings } = read.rows.length ? await placeRows(ctx, { ...input, rows: read.rows }) : { placed: [], findings: [] }
  read.found.push(...findings.map((finding) => foundOf(desk, finding, chunk)))
  const results = [...read.results, ...placed.map(({ hours: _hours, active: _active, ...result }) => result)]
  const of = (wanted: RowResult['outcome']): number => results.filter(({ outcome }) => outcome === wanted).length
  const { counts } = progress
  progress.rowsDone += chunk.length
  progress.counts = {
    rows: counts.rows + chunk.length,
    made: counts.made + of('made'),
    changed: counts.changed + of('changed'),
    unchanged: counts.unchanged + of('unchanged'),
    duplicates: counts.duplicates + of('skipped'),
    rejected: counts.rejected + of('rejected'),
    kept: counts.kept + of('kept'),
  }
  return results
}

/** The dry run does everything and takes it back, piece by piece. */
export const checkVenues = async (ctx: Ctx, progress: Progress, table: Table): Promise<void> => {
  const desk = await openDesk(ctx, progress, table)
  for await (const chunk of chunksOf(table, 0))
    for (const half of halves(chunk)) {
      const read = desk.read(half)
      const results = await place(ctx, progress, { desk, chunk: half, read, dryRun: true })
      await transaction(ctx, async (inner) => {
        await keepRows(inner, progress, results)
        await keepProgress(inner, progress)
        await keepFindings(inner, progress, read.found)
      })
    }
}

/** Which venues the rows of a piece meant that an earlier run brought in. */
const remember = async (ctx: Ctx, { batch }: Progress, { seen, chunk }: { seen: SeenRows; chunk: Chunk }): Promise<void> => {
  const { rows } = await sql<{ line: number; subjectId: string }>`
    select line, subject_id from import_rows
    where batch_id = ${batch.id} and subject_id is not null and line = any(${chunk.map(({ line }) => line)}::integer[])`.execute(ctx.db)
  for (const { line, subjectId } of rows) seen.add(`venue:${subjectId}`, line)
}

/** Makes and changes venues; each piece with its progress in one transaction. False = the time is over, and there is more to do. */
export const applyVenues = async (
  ctx: Ctx,
  progress: Progress,
  { table, isOver }: { table: Table; isOver: () => boolean },
): Promise<boolean> => {
  const desk = await openDesk(ctx, progress, table)
  const skip = progress.rowsDone
  let passed = 0
  for await (const chunk of chunksOf(table, 0))
    for (const half of halves(chunk)) {
      passed += half.length
      // What an earlier run brought in is read again all the same: a row that comes twice is known by the first.
      const read = desk.read(half)
      if (passed <= skip) {
        await remember(ctx, progress, { seen: desk.seen, chunk: half })
        continue
      }
      const before = { ...progress, fields: { ...progress.fields } }
      try {
        await transaction(ctx, async (inner) => {
          Object.assign(progress, before, { fields: { ...before.fields } })
          await keepRows(inner, progress, await place(inner, progress, { desk, chunk: half, read, dryRun: false }))
          await keepProgress(inner, progress)
        })
      } catch (error) {
        Object.assign(progress, before)
        throw error
      }
      if (isOver()) return false
    }
  return true
}
