import { type RawBuilder, sql } from 'kysely'
import { type Basis, dayOf } from '#src/features/reservations/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { bookedAhead, bookKeys } from './books.ts'
import { counted, facts, keys, sums } from './facts.ts'

/** Whoever keeps what days of these months come to has to ask again. */
const touchMonths = (ctx: Ctx, basis: Basis, days: RawBuilder<unknown>): Promise<unknown> =>
  sql`
    insert into analytics_months as a (basis, month, changes) select distinct ${basis}, date_trunc('month', x.day)::date, 1 from (${days}) x
    on conflict (basis, month) do update set changes = a.changes + 1`.execute(ctx.db)

const recount = async (ctx: Ctx, basis: Basis, days: RawBuilder<unknown>): Promise<void> => {
  await touchMonths(ctx, basis, days)
  await sql`delete from analytics_days d using (${days}) x where d.basis = ${basis} and d.venue_id = x.venue_id and d.day = x.day`.execute(
    ctx.db,
  )
  await sql`
    insert into analytics_days (basis, venue_id, day, outcome, source, channel_id, system_id, parties, covers, late, known, fresh, confirmed,
      confirm_minutes, stayed, stay_minutes, sizes, leads, hours, hour_covers)
    select ${basis}, ${keys}, ${sums} from (
      select ${facts(basis)} from (${days}) x join reservations r on r.venue_id = x.venue_id and ${dayOf(basis)} = x.day
        join venues v on v.id = r.venue_id where ${counted}) f
    group by ${keys}`.execute(ctx.db)
}

/** What was on the books, of these evenings. */
const rebook = async (ctx: Ctx, days: RawBuilder<unknown>): Promise<void> => {
  await sql`delete from analytics_books b using (${days}) x where b.venue_id = x.venue_id and b.day = x.day`.execute(ctx.db)
  await sql`
    insert into analytics_books (venue_id, day, channel_id, system_id, covers)
    select ${bookKeys}, covers from (${bookedAhead(sql`(${days}) x join reservations r on r.venue_id = x.venue_id and r.service_on = x.day`, sql`true`)}) b`.execute(
    ctx.db,
  )
}

/** Counts days (`venue_id`, `day`) anew from their reservations. */
export const recountDays = async (
  ctx: Ctx,
  { served, made }: { served: RawBuilder<unknown>; made: RawBuilder<unknown> },
): Promise<void> => {
  await recount(ctx, 'meal', served)
  await rebook(ctx, served)
  await recount(ctx, 'creation', made)
}

/**
 * Work that sees one moment (`repeatable read`), of one process at a time; undefined = another one is at it. What is written meanwhile leaves marks
 * that are not seen in it, and stay.
 */
export const alone = <T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T | undefined> =>
  transaction(ctx, async (inner) => {
    await sql`set transaction isolation level repeatable read`.execute(inner.db)
    const { rows } = await sql<{ free: boolean }>`select pg_try_advisory_xact_lock(hashtext('analytics')) as free`.execute(inner.db)
    return rows[0]!.free ? work(inner) : undefined
  })
