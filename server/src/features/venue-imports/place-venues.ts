import { sql } from 'kysely'
import { hoursReader } from '#src/features/hours/api.ts'
import {
  type Batch,
  type Chunk,
  type RowFinding,
  type PlacementResult,
  type RowPlacer,
  rowReader,
  type RowResult,
  SeenRows,
  unreadable,
} from '#src/features/imports/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { identityOf } from './match-venues.ts'
import { placeRows, type PlanFinding, type RowToPlace } from './place-rows.ts'
import { rowOf } from './venue-source.ts'

/** What a source of open data calls otherwise than the mapping does. */
const targetOfField: Readonly<Record<string, string>> = { opening_hours: 'openingHours', addr_country: 'addrCountry' }

type Read = { rows: RowToPlace[]; results: RowResult[]; found: RowFinding[] }
type Desk = {
  read: (chunk: Chunk) => Read
  columnOf: (field: string) => string
  clears: ReadonlySet<string>
  readHours: ReturnType<typeof hoursReader>
  seen: SeenRows
}

/** By what a row may have been here before in this file. Two with ids of their own may well share name and address. */
const keysOf = ({ identity: { hubId, own, osm, key, place } }: RowToPlace): { lookups: string[]; kept: string[] } => {
  const ids = [hubId && `hub:${hubId}`, osm ?? '', own && `id:${own}`].filter((one) => one !== '')
  return ids.length ? { lookups: [...ids, `only:${place}`], kept: [...ids, place] } : { lookups: [key], kept: [key, `only:${key}`] }
}

const unread = (line: number, outcome: 'rejected' | 'skipped', name = ''): RowResult => ({
  line,
  outcome,
  subjectId: null,
  name,
  changes: [],
})

/** Reads rows as the command does; what came by already in this file is left out. */
const openDesk = (ctx: Ctx, batch: Batch, header: readonly string[]): Desk => {
  const reader = rowReader(header, batch.mapping)
  const seen = new SeenRows()
  const readOne = (line: Chunk[number], { rows, results, found }: Read): void => {
    if (!('cells' in line)) {
      found.push(unreadable(line))
      results.push(unread(line.line, 'rejected'))
      return
    }
    const row = rowOf(line.line, (field) => reader.textOf(line.cells, field))
    const one = { line: line.line, row, identity: identityOf(row) }
    const { lookups, kept } = keysOf(one)
    const first = lookups.map((key) => seen.lineOf(key)).find((at) => at !== undefined)
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
    columnOf: (field) => reader.columnOf(targetOfField[field] ?? field),
    clears: new Set(Object.entries(batch.mapping.fields).flatMap(([target, { clears }]) => (clears ? [target] : []))),
    readHours: hoursReader(ctx.clock().toString().slice(0, 10)),
    seen,
  }
}

const foundOf = ({ columnOf }: Desk, { line, outcome, reason, field, found, taken }: PlanFinding, chunk: Chunk): RowFinding => {
  const at = outcome === 'rejected' ? chunk.find((one) => one.line === line) : undefined
  const cells = at && 'cells' in at ? { cells: at.cells } : {}
  const value = taken === undefined ? found : [found, taken].filter((text) => text !== '').join(' → ')
  return { line, outcome, reason, columnName: columnOf(field), value: value.slice(0, 300), ...cells }
}

type Work = { batch: Batch; desk: Desk; chunk: Chunk; read: Read }

const place = async (ctx: Ctx, { batch, desk, chunk, read }: Work, dryRun: boolean): Promise<PlacementResult> => {
  if (!read.rows.length) return read
  const { clears, readHours, seen } = desk
  const seenVenue = (id: string, line: number): number | undefined => seen.add(`venue:${id}`, line)
  const input = { file: batch.fileName, company: batch.companyWanted!, dryRun, batchId: batch.id, clears, readHours, seenVenue }
  const { placed, findings } = await placeRows(ctx, { ...input, rows: read.rows })
  return {
    results: [...read.results, ...placed.map(({ hours: _hours, active: _active, ...result }) => result)],
    found: [...read.found, ...findings.map((finding) => foundOf(desk, finding, chunk))],
  }
}

/** Which venues the rows of a piece meant that an earlier run brought in. */
const remember = async (ctx: Ctx, batch: Batch, { seen, chunk }: { seen: SeenRows; chunk: Chunk }): Promise<void> => {
  const { rows } = await sql<{ line: number; subjectId: string }>`
    select line, subject_id from import_rows
    where batch_id = ${batch.id} and subject_id is not null and line = any(${chunk.map(({ line }) => line)}::integer[])`.execute(ctx.db)
  for (const { line, subjectId } of rows) seen.add(`venue:${subjectId}`, line)
}

/** Rows of venues: made, changed, or left as they are. What stood there before is remembered with the venue. */
export const openVenues = async (ctx: Ctx, batch: Batch, header: readonly string[]): Promise<RowPlacer> => {
  const desk = openDesk(ctx, batch, header)
  return {
    pass: async (inner, chunk) => {
      desk.read(chunk)
      await remember(inner, batch, { seen: desk.seen, chunk })
    },
    read: async (_ctx, chunk) => {
      const work = { batch, desk, chunk, read: desk.read(chunk) }
      return { check: (outer) => place(outer, work, true), place: (inner) => place(inner, work, false) }
    },
  }
}
