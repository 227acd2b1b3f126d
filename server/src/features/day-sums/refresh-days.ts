import { type RawBuilder, sql } from 'kysely'
import { type Basis, dayOf } from '#src/features/reservations/api.ts'
import { stopwatchMs } from '#src/platform/clock.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { bookedAhead, bookKeys } from './books.ts'
import { counted, facts, keys, sums } from './facts.ts'

type Mark = { venueId: string; serviceOn: string; createdOn: string }

/** So many evenings of venues in one transaction: some thousand reservations. */
const daysAtOnce = 200

/** Marks of the oldest evenings, each once. */
const marksOf = async (ctx: Ctx): Promise<Mark[]> => {
  const { rows } = await sql<Mark>`
    select distinct m.venue_id, m.service_on::text as service_on, m.created_on::text as created_on from analytics_dirty m
    where (m.venue_id, m.service_on) in (
      select d.venue_id, d.service_on from analytics_dirty d group by d.service_on, d.venue_id order by d.service_on, d.venue_id limit ${daysAtOnce})`.execute(
    ctx.db,
  )
  return rows
}

const recount = async (ctx: Ctx, basis: Basis, days: RawBuilder<unknown>): Promise<void> => {
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

/**
 * Recounts days whose sums are older than their reservations, and takes their marks away; false = there are none, or another process is at it. All of it
 * sees one moment (`repeatable read`): what is written meanwhile leaves marks that are not seen here, and stay.
 */
const refreshSome = (ctx: Ctx): Promise<boolean> =>
  transaction(ctx, async (inner) => {
    await sql`set transaction isolation level repeatable read`.execute(inner.db)
    const { rows } = await sql<{ free: boolean }>`select pg_try_advisory_xact_lock(hashtext('analytics')) as free`.execute(inner.db)
    const marks = rows[0]!.free ? await marksOf(inner) : []
    if (marks.length === 0) return false
    const of = (field: keyof Mark): string[] => marks.map((mark) => mark[field])
    const days = (field: 'serviceOn' | 'createdOn'): RawBuilder<unknown> =>
      sql`select distinct * from unnest(${of('venueId')}::uuid[], ${of(field)}::date[]) as u(venue_id, day)`
    await recount(inner, 'meal', days('serviceOn'))
    await rebook(inner, days('serviceOn'))
    await recount(inner, 'creation', days('createdOn'))
    await sql`
      delete from analytics_dirty m using unnest(${of('venueId')}::uuid[], ${of('serviceOn')}::date[], ${of('createdOn')}::date[]) as u(v, s, c)
      where m.venue_id = u.v and m.service_on = u.s and m.created_on = u.c`.execute(inner.db)
    return true
  })

/** Recounts until nothing is marked, the time is over, or the process stops. Until then whoever reads counts the marked days from their reservations. */
export const refreshDays = async (ctx: Ctx, { forMs = 50_000 } = {}): Promise<void> => {
  const startedMs = stopwatchMs()
  while (ctx.ports.jobs.healthy() && stopwatchMs() - startedMs < forMs && (await refreshSome(ctx))) await ctx.ports.jobs.backpressure()
}
