import {
  type Batch,
  type Chunk,
  contentKey,
  type PlacementResult,
  type PreviousState,
  type RowFinding,
  type RowPlacer,
  type RowReader,
  rowReader,
  type RowResult,
  SeenRows,
  unreadable,
} from '#src/features/imports/api.ts'
import { createRequest, idCheck, knownParties, partiesOf } from '#src/features/onboarding/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { attempt, rehearse } from '#src/platform/db/attempt.ts'
import { problemToKeep } from '#src/platform/http/errors.ts'
import { Problem } from '#src/platform/problem.ts'
import { type ReadRequest, readRequest, type Refused, targetOf } from './read-request.ts'

type Row = { line: number; cells: readonly string[]; says: ReadRequest }
type Read = { rows: Row[]; results: RowResult[]; found: RowFinding[] }
type Names = Awaited<ReturnType<typeof knownParties>>

const resultOf = (line: number, outcome: 'rejected' | 'skipped', name: string): RowResult => ({
  line,
  outcome,
  subjectId: null,
  name,
  changes: [],
})

/** Rows in their own words, each once. */
const rowsOf = (reader: RowReader) => {
  const seen = new SeenRows()
  return (chunk: Chunk): Read => {
    const into: Read = { rows: [], results: [], found: [] }
    for (const row of chunk) {
      const { line } = row
      if (!('cells' in row)) {
        into.found.push(unreadable(row))
        into.results.push(resultOf(line, 'rejected', ''))
        continue
      }
      const { cells } = row
      const says = readRequest((target) => reader.textOf(cells, target))
      const name = reader.textOf(cells, 'name').slice(0, 200)
      const first = seen.add(contentKey(cells), line)
      if (first !== undefined) {
        into.found.push({ line, outcome: 'skipped', reason: 'row.twice', columnName: '', value: String(first) })
        into.results.push(resultOf(line, 'skipped', name))
      } else if ('reason' in says) {
        into.found.push(refused(reader, { line, cells }, says))
        into.results.push(resultOf(line, 'rejected', name))
      } else into.rows.push({ line, cells, says })
    }
    return into
  }
}

const refused = (reader: RowReader, { line, cells }: Pick<Row, 'line' | 'cells'>, { reason, target, value }: Refused): RowFinding => ({
  line,
  outcome: 'rejected',
  reason,
  columnName: target && (reader.columnOf(target) || target),
  value: value.slice(0, 300),
  cells,
})

/** What stands in a row's way, said of its column. */
const refusalOf = ({ code, fields }: Problem, kept: string): Refused => {
  const target = targetOf[Object.keys(fields ?? {})[0] ?? ''] ?? ''
  if (code === 'onboarding.venue_likely') return { reason: 'request.likely', target: 'name', value: '' }
  return { reason: 'change.refused', target, value: kept }
}

const shown = ['system', 'bookingChannel', 'address', 'rmsVenueId', 'channelVenueId', 'requestReference', 'email'] as const

const partiesIn = (reader: RowReader, names: Names, cells: readonly string[]) => ({
  systemId: names.systemOf(reader.textOf(cells, 'system').trim()),
  channelId: names.channelOf(reader.textOf(cells, 'bookingChannel').trim()),
})

type Unknown = ReadonlyMap<number, Problem>
/** Rows whose id their system does not know, each with its refusal. Systems are asked outside of any transaction. */
const unknownIds = async (ctx: Ctx, { reader, names, check, rows }: Placing & { check: ReturnType<typeof idCheck> }): Promise<Unknown> => {
  const unknown = new Map<number, Problem>()
  for (const { line, cells, says } of rows) {
    const { systemId, channelId } = partiesIn(reader, names, cells)
    if (!says.rmsVenueId || systemId === null || channelId === null) continue
    try {
      await check(partiesOf(ctx, { ...says, systemId, channelId }).systemId, says.rmsVenueId)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      unknown.set(line, error)
    }
  }
  return unknown
}

type Placing = { reader: RowReader; names: Names; rows: readonly Row[] }
const placeAll =
  ({ reader, names, rows }: Placing, unknown: Unknown) =>
  async (ctx: Ctx): Promise<Required<PlacementResult>> => {
    const results: RowResult[] = []
    const found: RowFinding[] = []
    const kept: PreviousState[] = []
    for (const row of rows) {
      const { line, cells, says } = row
      const name = says.venueName
      const text = (target: string) => reader.textOf(cells, target).trim()
      const refuse = (why: Refused): void => {
        found.push(refused(reader, row, why))
        results.push(resultOf(line, 'rejected', name))
      }
      const { systemId, channelId } = partiesIn(reader, names, cells)
      const problem = unknown.get(line)
      if (problem) refuse(refusalOf(problem, problemToKeep(problem)))
      else if (systemId === null) refuse({ reason: 'system.none', target: 'system', value: text('system') })
      else if (channelId === null) refuse({ reason: 'channel.none', target: 'bookingChannel', value: text('bookingChannel') })
      else
        try {
          const { id, version, warnings } = await attempt(ctx, (inner) => createRequest(inner, { ...says, systemId, channelId }))
          const changes = shown.flatMap((field) => (text(field) === '' ? [] : [{ field, before: null, after: text(field).slice(0, 300) }]))
          results.push({ line, outcome: 'made', subjectId: id, name, changes })
          kept.push({ line, subjectId: id, before: null, version })
          for (const warning of warnings)
            found.push({
              line,
              outcome: 'noted',
              reason: `request.${warning}`,
              columnName: reader.columnOf('address'),
              value: text('address'),
            })
        } catch (error) {
          if (!(error instanceof Problem)) throw error
          if (error.code === 'onboarding.open_already') {
            found.push({ line, outcome: 'skipped', reason: 'request.open', columnName: '', value: '' })
            results.push(resultOf(line, 'skipped', name))
          } else refuse(refusalOf(error, problemToKeep(error)))
        }
    }
    return { results, found, kept }
  }

/** Requests of a file, each as if it were made by hand: one that is refused takes no other along. */
export const openRequests = async (ctx: Ctx, batch: Batch, header: readonly string[]): Promise<RowPlacer> => {
  const reader = rowReader(header, batch.mapping)
  const read = rowsOf(reader)
  const names = await knownParties(ctx)
  const check = idCheck(ctx)
  return {
    pass: async (_ctx, chunk) => void read(chunk),
    read: async (outside, chunk) => {
      const { rows, results, found } = read(chunk)
      const placing = { reader, names, rows }
      const unknown = await unknownIds(outside, { ...placing, check })
      const place = async (inner: Ctx): Promise<PlacementResult> => {
        const placed = await placeAll(placing, unknown)(inner)
        return { results: [...results, ...placed.results], found: [...found, ...placed.found], kept: placed.kept }
      }
      return {
        // Of a dry run it is gone again.
        check: async (outer) => {
          const { results: all, found: told } = await rehearse(outer, place)
          return { results: all.map((row) => ({ ...row, subjectId: null })), found: told }
        },
        place,
      }
    },
  }
}
