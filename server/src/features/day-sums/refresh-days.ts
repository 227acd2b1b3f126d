import { type RawBuilder, sql } from 'kysely'
import { stopwatchMs } from '#src/platform/clock.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { alone, recountDays } from './recount.ts'

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

/** Recounts days whose sums are older than their reservations, and takes exactly the marks it has seen away; false = there are none. */
const refreshSome = async (ctx: Ctx): Promise<boolean> => {
  const worked = await alone(ctx, async (inner) => {
    const marks = await marksOf(inner)
    if (marks.length === 0) return false
    const of = (field: keyof Mark): string[] => marks.map((mark) => mark[field])
    const days = (field: 'serviceOn' | 'createdOn'): RawBuilder<unknown> =>
      sql`select distinct * from unnest(${of('venueId')}::uuid[], ${of(field)}::date[]) as u(venue_id, day)`
    await recountDays(inner, { served: days('serviceOn'), made: days('createdOn') })
    await sql`
      delete from analytics_dirty m using unnest(${of('venueId')}::uuid[], ${of('serviceOn')}::date[], ${of('createdOn')}::date[]) as u(v, s, c)
      where m.venue_id = u.v and m.service_on = u.s and m.created_on = u.c`.execute(inner.db)
    return true
  })
  return worked ?? false
}

/** Recounts until nothing is marked, the time is over, or the process stops. Until then whoever reads counts the marked days from their reservations. */
export const refreshDays = async (ctx: Ctx, { forMs = 50_000 } = {}): Promise<void> => {
  const startedMs = stopwatchMs()
  while (ctx.ports.jobs.healthy() && stopwatchMs() - startedMs < forMs && (await refreshSome(ctx))) await ctx.ports.jobs.backpressure()
}
