import {
  type Batch,
  type Chunk,
  type RowFinding,
  type PreviousState,
  type PlacementResult,
  type RowPlacer,
  type RowReader,
  rowReader,
  type RowResult,
  SeenRows,
  unreadable,
} from '#src/features/imports/api.ts'
import type { UserRowResult, UserCells, UserRowInput } from '#src/features/users/api.ts'
import { placeUser, readUserCells, unknowableHash, UserRefused } from '#src/features/users/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { attempt, rehearse } from '#src/platform/db/attempt.ts'
import { problemToKeep } from '#src/platform/http/errors.ts'
import { Problem } from '#src/platform/problem.ts'
import { plainText } from '#src/platform/table/plain-text.ts'

type Row = { line: number; cells: readonly string[]; says: UserCells }
type Read = { rows: Row[]; results: RowResult[]; found: RowFinding[] }
type Company = { id: string; name: string }

const nameOf = ({ firstName = '', lastName = '', email = '' }: UserCells): string => `${firstName} ${lastName}`.trim() || email
const without = (line: number, outcome: 'rejected' | 'skipped', name: string): RowResult => ({
  line,
  outcome,
  subjectId: null,
  name,
  changes: [],
})

/** Rows of another company's people stay out, whatever else they say. */
const isOther = (word: string, { id, name }: Company): boolean =>
  word !== '' && word.toLowerCase() !== id && plainText(word).toLowerCase() !== plainText(name).toLowerCase()

const userReader = (reader: RowReader, company: Company) => {
  const seen = new SeenRows()
  const columnOf = (field: string): string => reader.columnOf(field) || field
  const readOne = (line: Chunk[number], { rows, results, found }: Read): void => {
    if (!('cells' in line)) {
      found.push(unreadable(line))
      return void results.push(without(line.line, 'rejected', ''))
    }
    const { cells } = line
    const refuse = (reason: RowFinding['reason'], field: string, value: string): void => {
      found.push({ line: line.line, outcome: 'rejected', reason, columnName: columnOf(field), value: value.slice(0, 300), cells })
      results.push(without(line.line, 'rejected', reader.textOf(cells, 'email')))
    }
    try {
      const says = readUserCells((field) => reader.textOf(cells, field))
      const company_ = reader.textOf(cells, 'company')
      if (isOther(company_, company)) return refuse('company.other', 'company', company_)
      if (says.email === undefined && says.id === undefined) return refuse('email.missing', 'email', '')
      const first = seen.add(says.email ?? says.id!, line.line)
      if (first === undefined) return void rows.push({ line: line.line, cells, says })
      found.push({ line: line.line, outcome: 'skipped', reason: 'row.twice', columnName: '', value: String(first) })
      results.push(without(line.line, 'skipped', nameOf(says)))
    } catch (error) {
      if (!(error instanceof UserRefused)) throw error
      refuse(error.reason, error.field, error.value)
    }
  }
  const read = (chunk: Chunk): Read => {
    const into: Read = { rows: [], results: [], found: [] }
    for (const line of chunk) readOne(line, into)
    return into
  }
  return { read, columnOf }
}
type Reader = ReturnType<typeof userReader>

type UserResults = { results: RowResult[]; found: RowFinding[]; kept: PreviousState[] }

const refusalOf = (error: unknown): Pick<RowFinding, 'reason' | 'value'> & { field: string } => {
  if (error instanceof UserRefused) return error
  if (error instanceof Problem) return { reason: 'change.refused', field: '', value: problemToKeep(error) }
  throw error
}

/** Each row for itself: one that is refused takes no other along. */
const place = async (
  ctx: Ctx,
  { columnOf }: Reader,
  { rows, placing }: { rows: readonly Row[]; placing: UserRowInput },
): Promise<UserResults> => {
  const placed: UserResults = { results: [], found: [], kept: [] }
  for (const { line, cells, says } of rows) {
    let made: UserRowResult
    try {
      made = await attempt(ctx, (inner) => placeUser(inner, says, placing))
    } catch (error) {
      const { reason, field, value } = refusalOf(error)
      placed.found.push({ line, outcome: 'rejected', reason, columnName: field && columnOf(field), value: value.slice(0, 300), cells })
      placed.results.push(without(line, 'rejected', nameOf(says)))
      continue
    }
    const { outcome, subjectId, name, changes, roleGiven, previous } = made
    placed.results.push({ line, outcome, subjectId, name, changes })
    if (roleGiven) placed.found.push({ line, outcome: 'noted', reason: 'user.role_given', columnName: columnOf('roles'), value: '' })
    if (previous) placed.kept.push({ line, subjectId, ...previous })
  }
  return placed
}

/** Rows of people: made, changed, or left as they are. */
export const openUsers = async (ctx: Ctx, batch: Batch, header: readonly string[]): Promise<RowPlacer> => {
  const { id, name } = await ctx.db
    .selectFrom('companies')
    .select(['id', 'name'])
    .where('id', '=', batch.companyWanted!)
    .executeTakeFirstOrThrow()
  const reader = userReader(rowReader(header, batch.mapping), { id, name })
  const placing: UserRowInput = { companyId: id, invite: batch.invite, passwordHash: await unknowableHash() }
  return {
    pass: async (_ctx, rows) => void reader.read(rows),
    read: async (_ctx, rows) => {
      const read = reader.read(rows)
      const placeAll = async (inner: Ctx): Promise<PlacementResult> => {
        const { results, found, kept } = await place(inner, reader, { rows: read.rows, placing })
        return { results: [...read.results, ...results], found: [...read.found, ...found], kept }
      }
      return {
        check: async (outer) => {
          const { results, found } = await rehearse(outer, placeAll)
          // Of a dry run it is gone again.
          return { results: results.map((row) => (row.outcome === 'made' ? { ...row, subjectId: null } : row)), found }
        },
        place: placeAll,
      }
    },
  }
}
