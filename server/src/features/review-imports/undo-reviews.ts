import { type RawBuilder, sql } from 'kysely'
import { type ImportedRows, type IsOver, keepProgress, markRest, markUndone, type Progress, type Since } from '#src/features/imports/api.ts'
import { removeReviews } from '#src/features/reviews/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'

const removedAtOnce = 2000

/** Somebody of the house worked on it since, or its channel keeps it now. */
const touched: RawBuilder<unknown> = sql`(r.flagged or r.labels <> '{}' or r.assignee_id is not null or r.tied_by is not null or r.reply_state is not null
  or r.channel_id is not null or exists (select from review_comments c where c.review_id = r.id)
  or exists (select from review_reply_drafts d where d.review_id = r.id))`

/** What an import brought, and what of it was worked on since. */
export const reviewsBrought = (batchId: string): ImportedRows => sql`
  select r.import_line as line, coalesce(r.title, r.author, left(r.content, 60), r.external_id) as name, ${touched} as stays, ${touched} as by_people
  from reviews r where r.import_batch_id = ${batchId}`

export const reviewsKept = async (ctx: Ctx, batchId: string, ids: readonly string[]): Promise<Set<string>> => {
  const { rows } = await sql<{ id: string }>`
    select r.id from reviews r where r.import_batch_id = ${batchId} and r.id = any(${[...ids]}::uuid[]) and ${touched}`.execute(ctx.db)
  return new Set(rows.map(({ id }) => id))
}

export const reviewsLeft = async (ctx: Ctx, batchId: string): Promise<Pick<Since, 'count' | 'rows'>> => {
  const { rows } = await sql<{ line: number; name: string; count: number }>`
    select b.line, b.name, count(*) over ()::integer as count from (${reviewsBrought(batchId)}) b order by b.line limit 5000`.execute(
    ctx.db,
  )
  return { count: rows[0]?.count ?? 0, rows: rows.map(({ line, name }) => ({ line, name })) }
}

/** Takes back what nobody worked on. False = the time slice is over, and there is more to do. */
export const undoReviews = async (ctx: Ctx, progress: Progress, isOver: IsOver): Promise<boolean> => {
  const { id } = progress.batch
  for (let locked = removedAtOnce; locked === removedAtOnce;) {
    const taken = await transaction(ctx, async (inner) => {
      const { rows } = await sql<{ id: string }>`
        select r.id from reviews r where r.import_batch_id = ${id} and not ${touched} order by r.import_line limit ${removedAtOnce} for update of r`.execute(
        inner.db,
      )
      // Looked at again behind the lock: whoever commented while it was waited for has worked on it.
      const { rows: free } = await sql<{ id: string }>`
        select r.id from reviews r where r.id = any(${rows.map((row) => row.id)}::uuid[]) and not ${touched}`.execute(inner.db)
      await removeReviews(
        inner,
        free.map((row) => row.id),
      )
      await keepProgress(inner, { ...progress, rowsDone: progress.rowsDone + free.length })
      return { locked: rows.length, removed: free.length }
    })
    locked = taken.locked
    progress.rowsDone += taken.removed
    if (locked === removedAtOnce && (await isOver())) return false
  }
  await transaction(ctx, async (inner) => {
    const { rows } = await sql<{ id: string }>`select r.id from reviews r where r.import_batch_id = ${id}`.execute(inner.db)
    await markUndone(inner, id, { ids: rows.map((row) => row.id), as: 'kept' })
    await markRest(inner, id, 'removed')
  })
  return true
}
