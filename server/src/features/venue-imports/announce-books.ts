import { sql } from 'kysely'
import { bookChangedJob, venuesWithBooks } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'

/**
 * Whoever looks at what a new book does to reservations hears of those that have some to come. Asked before the books change; what it answers is called
 * after, in the same transaction.
 */
export const announceBooks = async (ctx: Ctx, ids: readonly string[]): Promise<() => Promise<void>> => {
  if (!ids.length) return async () => undefined
  const { rows } = await sql<{ id: string }>`
    select i.id from unnest(${[...ids]}::uuid[]) as i (id)
    where exists (select from reservations r where r.venue_id = i.id and r.starts_at >= ${ctx.clock().toString()}::timestamptz)`.execute(
    ctx.db,
  )
  const booked = rows.length
    ? await venuesWithBooks(
        ctx,
        rows.map(({ id }) => id),
      )
    : []
  return async () => {
    for (const { id, book } of booked) await ctx.ports.jobs.enqueue(ctx, bookChangedJob, { venueId: id, before: book })
  }
}
