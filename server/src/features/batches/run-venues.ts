import { createHash } from 'node:crypto'
import { hoursReader } from '#src/features/hours/api.ts'
import { type Finding, osmIdOf, placeBatch, readVenue, rowOf, type VenueDraft } from '#src/features/import/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import type { Table } from '#src/platform/table/read-table.ts'
import { keepFindings, keepProgress, type Progress } from './batch-progress.ts'
import { type Found, rowReader, SeenRows } from './row-reader.ts'
import { type Chunk, chunksOf } from './table-chunks.ts'

type Read = { draft: VenueDraft; line: number }
type Reader = (chunk: Chunk, found: Found[]) => { read: Read[]; duplicates: number }

/** By the map's id, else its own number, else name and address. What a company brings is its own, whatever another one brought. */
const keyOf = (row: ReturnType<typeof rowOf>, [externalId, companyId]: [string, string | null]): string => {
  const osmId = osmIdOf(row)
  const owner = companyId === null ? '' : `${companyId}:`
  if (osmId !== undefined) return `${owner}osm:${osmId}`
  if (externalId !== '') return `${owner}id:${externalId.slice(0, 200)}`
  const said = [row.name, row.street, row.houseNumber, row.postcode, row.city].map((text) => text.toLowerCase()).join('|')
  return `${owner}row:${createHash('sha256').update(said).digest('base64url').slice(0, 27)}`
}

const foundOf = (
  { outcome, reason, found }: Omit<Finding, 'line' | 'osmId'>,
  [line, columnName, cells]: [number, string, readonly string[]],
): Found => ({
  line,
  outcome,
  reason,
  columnName,
  value: found.slice(0, 300),
  ...(outcome === 'rejected' ? { cells } : {}),
})

/** Reads rows as the command does; a key that came by already in this file is left out. */
const venueReader = async (ctx: Ctx, { batch }: Progress, table: Table): Promise<Reader> => {
  const reader = rowReader(await table.header(), batch.mapping)
  const readHours = hoursReader(ctx.clock().toString().slice(0, 10))
  const seen = new SeenRows()
  const columnOf = (field: string): string => reader.columnOf(field) || field
  return (chunk, found) => {
    const read: Read[] = []
    let duplicates = 0
    for (const line of chunk) {
      if (!('cells' in line)) {
        found.push({
          line: line.line,
          outcome: 'rejected',
          reason: 'row.unreadable',
          columnName: '',
          value: line.problem,
          cells: [line.text],
        })
        continue
      }
      const { cells } = line
      const row = rowOf(line.line, (field) => reader.textOf(cells, field))
      const importKey = keyOf(row, [reader.textOf(cells, 'externalId'), batch.companyId])
      const first = seen.add(importKey, line.line)
      if (first !== undefined) {
        duplicates++
        found.push({ line: line.line, outcome: 'skipped', reason: 'row.duplicate', columnName: '', value: String(first) })
        continue
      }
      const draft = readVenue(row, {
        importKey,
        readHours,
        note: (outcome, reason, about) =>
          void found.push(foundOf({ outcome, reason, ...about }, [line.line, columnOf(about.field), cells])),
      })
      if (draft) read.push({ draft, line: line.line })
    }
    return { read, duplicates }
  }
}

/** Half of what comes at a time: a book is ten times as large as a reservation. */
const halves = (chunk: Chunk): Chunk[] => [chunk.slice(0, 500), chunk.slice(500)].filter((half) => half.length)

type Work = { chunk: Chunk; read: Read[]; duplicates: number; found: Found[]; dryRun: boolean }

const place = async (ctx: Ctx, progress: Progress, { chunk, read, duplicates, found, dryRun }: Work): Promise<void> => {
  const { batch } = progress
  const drafts = read.map(({ draft }) => draft)
  const input = { file: batch.fileName, drafts, company: batch.companyWanted!, dryRun, batchId: batch.id }
  const placed = drafts.length
    ? await placeBatch(ctx, input)
    : { counts: { created: 0, updated: 0, unchanged: 0, kept: 0 }, kept: [], numberTaken: [] }
  const lines = new Map(read.map(({ draft, line }) => [draft.importKey, { line, name: draft.name }]))
  for (const { importKey, reason } of placed.kept)
    found.push({ line: lines.get(importKey)!.line, outcome: 'kept', reason, columnName: '', value: lines.get(importKey)!.name })
  const numbers = new Map(drafts.map(({ importKey, externalId }) => [importKey, externalId ?? '']))
  for (const importKey of placed.numberTaken)
    found.push({
      line: lines.get(importKey)!.line,
      outcome: 'dropped',
      reason: 'external_id.taken',
      columnName: 'externalId',
      value: numbers.get(importKey)!,
    })
  const { counts } = progress
  progress.rowsDone += chunk.length
  progress.counts = {
    ...counts,
    rows: counts.rows + chunk.length,
    made: counts.made + placed.counts.created,
    changed: counts.changed + placed.counts.updated,
    unchanged: counts.unchanged + placed.counts.unchanged,
    duplicates: counts.duplicates + duplicates,
    rejected: counts.rejected + chunk.length - read.length - duplicates,
  }
}

/** The dry run does everything and takes it back, piece by piece. */
export const checkVenues = async (ctx: Ctx, progress: Progress, table: Table): Promise<void> => {
  const reader = await venueReader(ctx, progress, table)
  for await (const chunk of chunksOf(table, 0))
    for (const half of halves(chunk)) {
      const found: Found[] = []
      const { read, duplicates } = reader(half, found)
      await place(ctx, progress, { chunk: half, read, duplicates, found, dryRun: true })
      await transaction(ctx, async (inner) => {
        await keepProgress(inner, progress)
        await keepFindings(inner, progress, found)
      })
    }
}

/** Makes and changes venues; each piece with its progress in one transaction. False = the time is over, and there is more to do. */
export const applyVenues = async (
  ctx: Ctx,
  progress: Progress,
  { table, isOver }: { table: Table; isOver: () => boolean },
): Promise<boolean> => {
  const reader = await venueReader(ctx, progress, table)
  const skip = progress.rowsDone
  let passed = 0
  for await (const chunk of chunksOf(table, 0))
    for (const half of halves(chunk)) {
      passed += half.length
      // What an earlier run brought in is read again all the same: a row that comes twice is known by the first.
      const { read, duplicates } = reader(half, [])
      if (passed <= skip) continue
      const before = { ...progress }
      try {
        await transaction(ctx, async (inner) => {
          Object.assign(progress, before)
          await place(inner, progress, { chunk: half, read, duplicates, found: [], dryRun: false })
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
