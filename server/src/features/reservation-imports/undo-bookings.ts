import { sql } from 'kysely'
import {
  asImported,
  type ImportedRows,
  type IsOver,
  keepProgress,
  type PreviousState,
  rowsLeft,
  markRest,
  markUndone,
  type Progress,
  type Since,
  sinceOf,
  type Undone,
  undoRows,
} from '#src/features/imports/api.ts'
import {
  type BookingBefore,
  changedAmong,
  changedSince,
  importedHere,
  removeImported,
  removeImportedGuests,
  restoreBooking,
} from '#src/features/reservations/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { attempt } from '#src/platform/db/attempt.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'

/** Bookings that an import changed, and who changed them since. */
const editsBrought = (batchId: string): ImportedRows => sql`
  select p.line, r.reference as name, r.version <> p.version as stays, (r.version <> p.version and not ${asImported(sql`r`)}) as by_people
  from import_previous p join reservations r on r.id = p.subject_id where p.batch_id = ${batchId}`

/** Of bookings it changed. */
const editsKept = async (ctx: Ctx, batchId: string, ids: readonly string[]): Promise<Set<string>> => {
  const { rows } = await sql<{ id: string }>`
    select r.id from import_previous p join reservations r on r.id = p.subject_id and r.version <> p.version
    where p.batch_id = ${batchId} and r.id = any(${[...ids]}::uuid[])`.execute(ctx.db)
  return new Set(rows.map(({ id }) => id))
}

const restore = async (ctx: Ctx, { subjectId, before, version }: PreviousState): Promise<Undone> => {
  const row = await ctx.db.selectFrom('reservations').select('version').where('id', '=', subjectId).executeTakeFirst()
  if (!row) return 'removed'
  if (row.version !== version) return 'kept'
  try {
    await attempt(ctx, (inner) => restoreBooking(inner, subjectId, before as BookingBefore))
    return 'restored'
  } catch (error) {
    if (error instanceof Problem) return 'kept'
    throw error
  }
}

/** Bookings made are judged by those who keep them; that a later import changed one is known here. */
export const bookingsSince = async (ctx: Ctx, id: string): Promise<Since> => {
  const made = await changedSince(ctx, id)
  const edits = await sinceOf(ctx, editsBrought(id))
  const { rows } = await sql<{ brought: number; byImport: number }>`
    select count(*)::integer as brought, count(*) filter (where r.version <> 1 and ${asImported(sql`r`)})::integer as by_import
    from reservations r where r.import_batch_id = ${id}`.execute(ctx.db)
  const { brought, byImport } = rows[0]!
  return {
    brought: brought + edits.brought,
    count: made.count + edits.count,
    byPeople: Math.max(0, made.count - byImport) + edits.byPeople,
    rows: [...made.rows.map(({ line, reference }) => ({ line, name: reference })), ...edits.rows],
  }
}

const removedAtOnce = 2000
const removeBookings = async (ctx: Ctx, progress: Progress, isOver: IsOver): Promise<boolean> => {
  for (let removed = 1; removed > 0;) {
    removed = await transaction(ctx, async (inner) => {
      const count = await removeImported(inner, progress.batch.id, removedAtOnce)
      await keepProgress(inner, { ...progress, rowsDone: progress.rowsDone + count })
      return count
    })
    progress.rowsDone += removed
    if (await isOver()) return false
  }
  const { id } = progress.batch
  await transaction(ctx, async (inner) => {
    // Nobody cancels this statement after a minute: a hundred thousand guests are looked up one by one.
    await sql`set local statement_timeout = '10min'`.execute(inner.db)
    await removeImportedGuests(inner, id)
    await markUndone(inner, id, { ids: await importedHere(inner, id), as: 'kept' })
    await markRest(inner, id, 'removed')
  })
  return true
}

/** Puts back what an import changed of bookings that were here before, then takes back those it made. False = there is more to do. */
export const undoBookings = async (ctx: Ctx, progress: Progress, isOver: IsOver): Promise<boolean> => {
  const restoreAll = async (inner: Ctx, rows: readonly PreviousState[]): Promise<Undone[]> => {
    const undone: Undone[] = []
    for (const row of rows) undone.push(await restore(inner, row))
    return undone
  }
  return (await undoRows(ctx, progress, { rowsAtOnce: 200, isOver, restore: restoreAll })) && removeBookings(ctx, progress, isOver)
}

/** Of these, the ones an undo would leave as they are. */
export const bookingsKept = async (ctx: Ctx, batchId: string, ids: readonly string[]): Promise<Set<string>> =>
  new Set([...(await editsKept(ctx, batchId, ids)), ...(await changedAmong(ctx, batchId, ids))])

/** Those it made are told by themselves; of those it meant to put back only their rows are left. */
export const bookingsLeft = async (ctx: Ctx, batchId: string): Promise<Pick<Since, 'count' | 'rows'>> => {
  const here = await bookingsSince(ctx, batchId)
  const kept = await rowsLeft(ctx, batchId, ['changed'])
  return { count: here.count + kept.count, rows: [...here.rows, ...kept.rows] }
}
