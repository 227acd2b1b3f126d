import { type Batch, type RowFinding, type PreviousState, type RowReader, type RowResult } from '#src/features/imports/api.ts'
import type { Lang } from '@tablewire/contracts/kit/wire'
import { bookingBefore, bookingsNamed, editBooking, type NamedBooking } from '#src/features/reservations/api.ts'
import type { VenueWithBook } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { attempt } from '#src/platform/db/attempt.ts'
import { sqlCodeOf } from '#src/platform/db/transaction.ts'
import { problemToKeep } from '#src/platform/http/errors.ts'
import { Problem } from '#src/platform/problem.ts'
import type { Decision } from './read-booking.ts'
import { readEdit, type ReadEdit } from './read-edit.ts'

/** A row of a file, and the desk it goes to. */
export type VenueRow = { line: number; cells: readonly string[]; venue: VenueWithBook }
/** A row that means a booking which is here already. */
export type Edit = VenueRow & { booking: NamedBooking; decision: Decision | undefined }
export type SortedEdits = { edits: Edit[]; left: ReadonlySet<number> }

const nameIn = (reader: RowReader, { cells }: VenueRow) => ({
  id: reader.textOf(cells, 'id').toLowerCase(),
  number: reader.textOf(cells, 'number'),
})

type Where = { columnName: string; value: string }
const refused = ({ line, cells }: VenueRow, reason: RowFinding['reason'], { columnName, value }: Where): RowFinding => ({
  line,
  outcome: 'rejected',
  reason,
  columnName,
  value: value.slice(0, 300),
  cells,
})

/** Which rows name a booking that is here; `left` are the lines that are settled with that. One that nobody has here comes in as a new one. */
export const sortEdits = async (
  ctx: Ctx,
  reader: RowReader,
  { rows, decisions, found }: { rows: readonly VenueRow[]; decisions: ReadonlyMap<number, Decision>; found: RowFinding[] },
): Promise<SortedEdits> => {
  const named = rows.map((row) => ({ row, ...nameIn(reader, row) })).filter(({ id, number }) => id !== '' || number !== '')
  const known = await bookingsNamed(
    ctx,
    named.map(({ row, id, number }) => ({ venueId: row.venue.id, id, number })),
  )
  const byId = new Map(known.map((booking) => [booking.id, booking]))
  const byNumber = new Map(known.map((booking) => [`${booking.venue} ${booking.number}`, booking]))
  const edits: Edit[] = []
  const left = new Set<number>()
  const seen = new Map<string, number>()
  for (const { row, id, number } of named) {
    const booking = id === '' ? byNumber.get(`${row.venue.id} ${number}`) : byId.get(id)
    const where = { columnName: reader.columnOf(id === '' ? 'number' : 'id'), value: id === '' ? number : id }
    if (!booking) {
      found.push({ line: row.line, outcome: 'noted', reason: 'booking.new', ...where })
      continue
    }
    left.add(row.line)
    const first = seen.get(booking.id)
    if (booking.venue !== row.venue.id) found.push(refused(row, 'booking.elsewhere', where))
    else if (first !== undefined)
      found.push({ line: row.line, outcome: 'skipped', reason: 'row.twice', columnName: where.columnName, value: String(first) })
    else {
      seen.set(booking.id, row.line)
      edits.push({ ...row, booking, decision: decisions.get(row.line) })
    }
  }
  return { edits, left }
}

export type EditResults = { results: RowResult[]; found: RowFinding[]; kept: PreviousState[] }
type Placing = { batch: Pick<Batch, 'mapping'>; reader: RowReader; edits: readonly Edit[]; lang: Lang }

/** The book has no room for it, and people may decide otherwise. */
const noPlace = new Set([
  'slot.taken',
  'slot.too_small',
  'slot.no_table',
  'slot.closed',
  'slot.past',
  'slot.too_soon',
  'slot.too_far',
  'party.too_large',
  'party.too_small',
])
const isNoPlace = (error: unknown): boolean =>
  error instanceof Problem ? noPlace.has(error.code) : /^TW00[2-6]$/.test(sqlCodeOf(error) ?? '')

/** Each change for itself, by the rules of those who change by hand; one that is refused takes no other along. */
export const placeEdits = async (ctx: Ctx, { batch, reader, edits, lang }: Placing): Promise<EditResults> => {
  const placed: EditResults = { results: [], found: [], kept: [] }
  for (const row of edits) {
    const read = readEdit({ venue: row.venue, mapping: batch.mapping, reader, lang }, row)
    placed.results.push(await placeEdit(ctx, { reader, row, read }, placed))
  }
  return placed
}

type One = { reader: RowReader; row: Edit; read: ReadEdit }

const aboutOf = ({ row: { venue }, read: { areaId, startsLocal, partySize } }: One): RowFinding['about'] => ({
  venueId: venue.id,
  areaId,
  startsLocal,
  partySize,
  sitting: null,
  capacity: null,
})

type Tell = (outcome: RowFinding['outcome'], reason: RowFinding['reason'], about: { target: string; value: string }) => void

const notWritten = ({ changes }: ReadEdit): RowResult['changes'] => changes.map((change) => ({ ...change, kept: true }))

/** What becomes of a row that is not to be tried: it cannot be read, says nothing new, was left out, or lacks its reason. */
const leftAlone = ({ row: { decision }, read }: One, tell: Tell): Pick<RowResult, 'outcome' | 'changes'> | undefined => {
  const { patch, status, reason } = read.edit
  if (read.notes.some(({ outcome }) => outcome === 'rejected')) return { outcome: 'rejected', changes: [] }
  if (!Object.keys(patch).length && status === undefined) return { outcome: 'unchanged', changes: [] }
  if (decision?.choice === 'skip') {
    tell('skipped', 'row.left_out', { target: 'date', value: read.startsLocal.replace('T', ' ') })
    return { outcome: 'skipped', changes: notWritten(read) }
  }
  if (status === undefined || !needsReason(status) || reason) return undefined
  tell('rejected', 'reason.missing', { target: 'cancelReason', value: '' })
  return { outcome: 'rejected', changes: notWritten(read) }
}

const placeEdit = async (ctx: Ctx, one: One, { found, kept }: EditResults): Promise<RowResult> => {
  const { reader, row, read } = one
  const { line, cells, booking, decision } = row
  const result = { line, subjectId: booking.id, name: `${booking.number} · ${booking.firstName} ${booking.lastName}`.trim() }
  const tell: Tell = (outcome, reason, { target, value }) => {
    const more =
      outcome === 'rejected' ? { cells } : reason === 'change.no_place' || reason === 'row.left_out' ? { about: aboutOf(one)! } : {}
    found.push({ line, outcome, reason, columnName: target && reader.columnOf(target), value: value.slice(0, 300), ...more })
  }
  for (const { outcome, reason, target, value } of read.notes) tell(outcome, reason, { target, value })
  const left = leftAlone(one, tell)
  if (left) return { ...result, ...left }
  const edit = { ...read.edit, patch: { ...read.edit.patch, ...(decision?.choice === 'accept' ? { override: true } : {}) } }
  try {
    const version = await attempt(ctx, async (inner) => {
      await editBooking(inner, booking.id, edit)
      return versionOf(inner, booking)
    })
    kept.push({ line, subjectId: booking.id, before: bookingBefore(booking), version })
    return { ...result, outcome: 'changed', changes: read.changes }
  } catch (error) {
    const value = error instanceof Problem ? problemToKeep(error) : ''
    if (isNoPlace(error)) tell('kept', 'change.no_place', { target: '', value })
    else if (error instanceof Problem) tell('rejected', 'change.refused', { target: '', value })
    else throw error
    return {
      ...result,
      outcome: isNoPlace(error) ? 'kept' : 'rejected',
      changes: notWritten(read),
    }
  }
}

const needsReason = (status: string): boolean => status === 'canceled' || status === 'rejected'

const versionOf = async (ctx: Ctx, { venue, id }: NamedBooking): Promise<number> => {
  const { version } = await ctx.db
    .selectFrom('reservations')
    .select('version')
    .where('venueId', '=', venue)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return version
}
