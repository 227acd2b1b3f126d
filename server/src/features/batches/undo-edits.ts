import { sql } from 'kysely'
import { type BookingBefore, restoreBooking } from '#src/features/reservations/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { attempt } from '#src/platform/db/attempt.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { asImported, type Brought } from './changed-since.ts'
import { keepProgress, type Progress } from './batch-progress.ts'
import { forgetPrevious, type Kept, previousOf } from './previous.ts'

const rowsAtOnce = 200
/** Bookings that an import changed, and who changed them since. */
export const editsBrought = (batchId: string): Brought => sql`
  select p.line, r.reference as name, r.version <> p.version as stays, (r.version <> p.version and not ${asImported(sql`r`)}) as by_people
  from import_previous p join reservations r on r.id = p.subject_id where p.batch_id = ${batchId}`

/** Of these, the ones an undo would leave as they are. */
export const editsKept = async (ctx: Ctx, batchId: string, ids: readonly string[]): Promise<Set<string>> => {
  const { rows } = await sql<{ id: string }>`
    select r.id from import_previous p join reservations r on r.id = p.subject_id and r.version <> p.version
    where p.batch_id = ${batchId} and r.id = any(${[...ids]}::uuid[])`.execute(ctx.db)
  return new Set(rows.map(({ id }) => id))
}

const restore = async (ctx: Ctx, { subjectId, before, version }: Kept): Promise<'restored' | 'kept' | 'removed'> => {
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

/** Puts back what an import changed of bookings that were here before. False = there is more to do. */
export const undoEdits = async (ctx: Ctx, progress: Progress, isOver: () => boolean): Promise<boolean> => {
  const { id } = progress.batch
  for (;;) {
    const done = await transaction(ctx, async (inner) => {
      const rows = await previousOf(inner, id, rowsAtOnce)
      for (const row of rows)
        await sql`update import_rows set undone = ${await restore(inner, row)} where batch_id = ${id} and line = ${row.line}`.execute(
          inner.db,
        )
      await forgetPrevious(
        inner,
        id,
        rows.map(({ line }) => line),
      )
      await keepProgress(inner, { ...progress, rowsDone: progress.rowsDone + rows.length })
      return rows.length
    })
    progress.rowsDone += done
    if (done < rowsAtOnce) return true
    if (isOver()) return false
  }
}
