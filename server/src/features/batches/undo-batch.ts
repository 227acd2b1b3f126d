import { sql } from 'kysely'
import { changedSince, removeImported, removeImportedGuests } from '#src/features/reservations/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { keepFindings, keepProgress, type Progress } from './batch-progress.ts'
import type { Batch } from './batch-rows.ts'
import { asImported, type Since, sinceOf } from './changed-since.ts'
import { editsBrought, undoEdits } from './undo-edits.ts'
import { undoUsers, usersBrought } from './undo-users.ts'
import { undoVenues, venuesBrought } from './undo-venues.ts'

const rowsAtOnce = 2000
type Named = Pick<Since, 'count' | 'rows'>

/** Bookings made are judged by those who keep them; that a later import changed one is known here. */
const bookingsSince = async (ctx: Ctx, id: string): Promise<Since> => {
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

/** What was changed of what an import brought: how many, and the first few by name. */
export const changedHere = (ctx: Ctx, { id, kind }: Pick<Batch, 'id' | 'kind'>): Promise<Since> =>
  kind === 'reservations' ? bookingsSince(ctx, id) : sinceOf(ctx, kind === 'venues' ? venuesBrought(id) : usersBrought(id))

const removeBookings = async (ctx: Ctx, progress: Progress, isOver: () => boolean): Promise<boolean> => {
  for (let removed = 1; removed > 0;) {
    removed = await transaction(ctx, async (inner) => {
      const count = await removeImported(inner, progress.batch.id, rowsAtOnce)
      await keepProgress(inner, { ...progress, rowsDone: progress.rowsDone + count })
      return count
    })
    progress.rowsDone += removed
    if (isOver()) return false
  }
  await transaction(ctx, async (inner) => {
    // Nobody cancels this statement after a minute: a hundred thousand guests are looked up one by one.
    await sql`set local statement_timeout = '10min'`.execute(inner.db)
    await removeImportedGuests(inner, progress.batch.id)
  })
  return true
}

type Taker = (ctx: Ctx, progress: Progress, isOver: () => boolean) => Promise<boolean>
const takers: Readonly<Record<Batch['kind'], Taker>> = {
  venues: (ctx, { batch }, isOver) => undoVenues(ctx, batch.id, isOver),
  users: undoUsers,
  reservations: async (ctx, progress, isOver) => (await undoEdits(ctx, progress, isOver)) && removeBookings(ctx, progress, isOver),
}

/** What the undo did not touch. What it meant to put back is told by its rows, as nothing is remembered of it any more. */
const leftBy = async (ctx: Ctx, batch: Batch): Promise<Named> => {
  const here = await changedHere(ctx, batch)
  if (batch.kind === 'venues') return here
  const { rows } = await sql<{ line: number; name: string; count: number }>`
    select line, name, count(*) over ()::integer as count from import_rows where batch_id = ${batch.id} and undone = 'kept' order by line limit 5000`.execute(
    ctx.db,
  )
  return { count: here.count + (rows[0]?.count ?? 0), rows: [...here.rows, ...rows.map(({ line, name }) => ({ line, name }))] }
}

/** Takes back what the import brought, but for what people changed since, which it names. False = there is more to do. */
export const undoBatch = async (ctx: Ctx, progress: Progress, isOver: () => boolean): Promise<boolean> => {
  const { batch } = progress
  if (!(await takers[batch.kind](ctx, progress, isOver))) return false
  const kept = await leftBy(ctx, batch)
  progress.counts = { ...progress.counts, kept: kept.count }
  await keepFindings(
    ctx,
    progress,
    kept.rows.map(({ line, name }) => ({ line, outcome: 'kept', reason: 'undo.changed', columnName: '', value: name })),
  )
  return true
}
