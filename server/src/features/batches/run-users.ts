import type { PlacedUser, UserCells, UserPlacing } from '#src/features/users/api.ts'
import { placeUser, readUserCells, unknowableHash, UserRefused } from '#src/features/users/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { attempt, rehearse } from '#src/platform/db/attempt.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { problemBody } from '#src/platform/http/errors.ts'
import { Problem } from '#src/platform/problem.ts'
import { plainText } from '#src/platform/table/plain-text.ts'
import type { Table } from '#src/platform/table/read-table.ts'
import { keepFindings, keepProgress, keepRows, type Progress, type RowResult } from './batch-progress.ts'
import { keepPrevious, type Kept } from './previous.ts'
import { type Found, type RowReader, rowReader, SeenRows } from './row-reader.ts'
import { type Chunk, chunksOf, unreadableFor } from './table-chunks.ts'

type Row = { line: number; cells: readonly string[]; says: UserCells }
type Read = { rows: Row[]; results: RowResult[]; found: Found[] }
type Company = { id: string; name: string }

/** A piece is one transaction, and people are locked in it. */
const rowsAtOnce = 100
const pieces = (chunk: Chunk): Chunk[] =>
  Array.from({ length: Math.ceil(chunk.length / rowsAtOnce) }, (_, at) => chunk.slice(at * rowsAtOnce, (at + 1) * rowsAtOnce))

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
      found.push({
        line: line.line,
        outcome: 'rejected',
        reason: unreadableFor(line),
        columnName: '',
        value: line.problem,
        cells: [line.text],
      })
      return void results.push(without(line.line, 'rejected', ''))
    }
    const { cells } = line
    const refuse = (reason: Found['reason'], field: string, value: string): void => {
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

type Placed = { results: RowResult[]; found: Found[]; kept: Kept[] }

const refusalOf = (ctx: Ctx, error: unknown): Pick<Found, 'reason' | 'value'> & { field: string } => {
  if (error instanceof UserRefused) return error
  if (error instanceof Problem) return { reason: 'change.refused', field: '', value: problemBody(error, ctx.lang, '').message }
  throw error
}

/** Each row for itself: one that is refused takes no other along. */
const place = async (
  ctx: Ctx,
  { columnOf }: Reader,
  { rows, placing }: { rows: readonly Row[]; placing: UserPlacing },
): Promise<Placed> => {
  const placed: Placed = { results: [], found: [], kept: [] }
  for (const { line, cells, says } of rows) {
    let made: PlacedUser
    try {
      made = await attempt(ctx, (inner) => placeUser(inner, says, placing))
    } catch (error) {
      const { reason, field, value } = refusalOf(ctx, error)
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

const count = ({ counts: before, ...progress }: Progress, rows: number, results: readonly RowResult[]) => {
  const of = (wanted: RowResult['outcome']): number => results.filter(({ outcome }) => outcome === wanted).length
  return {
    rowsDone: progress.rowsDone + rows,
    counts: {
      ...before,
      rows: before.rows + rows,
      made: before.made + of('made'),
      changed: before.changed + of('changed'),
      unchanged: before.unchanged + of('unchanged'),
      duplicates: before.duplicates + of('skipped'),
      rejected: before.rejected + of('rejected'),
    },
  }
}

const opened = async (ctx: Ctx, { batch }: Progress, table: Table): Promise<{ reader: Reader; placing: UserPlacing }> => {
  const { id, name } = await ctx.db
    .selectFrom('companies')
    .select(['id', 'name'])
    .where('id', '=', batch.companyWanted!)
    .executeTakeFirstOrThrow()
  const reader = userReader(rowReader(await table.header(), batch.mapping), { id, name })
  return { reader, placing: { companyId: id, invite: batch.invite, passwordHash: await unknowableHash() } }
}

/** The dry run does everything and takes it back, piece by piece. */
export const checkUsers = async (ctx: Ctx, progress: Progress, table: Table): Promise<void> => {
  const { reader, placing } = await opened(ctx, progress, table)
  for await (const chunk of chunksOf(table, 0))
    for (const piece of pieces(chunk)) {
      const read = reader.read(piece)
      const placed = await rehearse(ctx, (inner) => place(inner, reader, { rows: read.rows, placing }))
      const results = [...read.results, ...placed.results].map((row) => (row.outcome === 'made' ? { ...row, subjectId: null } : row))
      Object.assign(progress, count(progress, piece.length, results))
      await transaction(ctx, async (inner) => {
        await keepRows(inner, progress, results)
        await keepFindings(inner, progress, [...read.found, ...placed.found])
        await keepProgress(inner, progress)
      })
    }
}

/** Makes and changes people; each piece with its progress in one transaction. False = the time is over, and there is more to do. */
export const applyUsers = async (
  ctx: Ctx,
  progress: Progress,
  { table, isOver }: { table: Table; isOver: () => boolean },
): Promise<boolean> => {
  const { reader, placing } = await opened(ctx, progress, table)
  const skip = progress.rowsDone
  let passed = 0
  for await (const chunk of chunksOf(table, 0))
    for (const piece of pieces(chunk)) {
      passed += piece.length
      // What an earlier run brought in is read again all the same: a row that comes twice is known by the first.
      const read = reader.read(piece)
      if (passed <= skip) continue
      const before = { ...progress, fields: { ...progress.fields } }
      await transaction(ctx, async (inner) => {
        Object.assign(progress, before, { fields: { ...before.fields } })
        const { results, kept } = await place(inner, reader, { rows: read.rows, placing })
        const all = [...read.results, ...results]
        Object.assign(progress, count(progress, piece.length, all))
        await keepRows(inner, progress, all)
        await keepPrevious(inner, progress.batch.id, kept)
        await keepProgress(inner, progress)
      }).catch((error: unknown) => {
        Object.assign(progress, before)
        throw error
      })
      if (isOver()) return false
    }
  return true
}
