import { type Pace, paceDays, type PaceQuery, paceWeeks } from '@tablewire/contracts/analytics/analytics'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod/mini'
import { bookedAhead, bookKeys, bookSlots, unpack } from '#src/features/day-sums/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { inTurn, type Narrowing, narrowingOf, type Span } from '#src/features/analytics-questions/api.ts'
import { addDays, daysBetween } from '#src/features/availability/api.ts'
import { conditions } from './count-days.ts'
import { narrowRows } from './row-filters.ts'

type Query = z.infer<typeof PaceQuery>

const yearDays = 364

/** Evenings of this year back to the first of the last eight weeks, and those of a year before. */
const spansFrom = (today: string): readonly Span[] => [
  { from: addDays(today, -7 * paceWeeks), to: addDays(today, paceDays - 1) },
  { from: addDays(today, -yearDays), to: addDays(today, paceDays - 1 - yearDays) },
]

/** What was on the books of each evening, by slot; days whose sums are out of date are counted from their reservations, in the same statement. */
const booksOf = async (ctx: Ctx, ask: Narrowing, { raw = false } = {}): Promise<ReadonlyMap<string, readonly number[]>> => {
  const spans = spansFrom(ask.today)
  const within = (day: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`(${sql.join(
      spans.map(({ from, to }) => sql`${day} between ${from}::date and ${to}::date`),
      sql` or `,
    )})`
  const which = sql`${conditions(ctx, ask, 'r')} ${ask.sizes ? sql`and r.party_size = any(${[...ask.sizes]}::int[])` : sql``}`
  const venueIds = sql`${ask.venues.map(({ id }) => id)}::uuid[]`
  const books =
    raw || ask.sizes
      ? sql`books as (${bookedAhead(sql`reservations r`, sql`${within(sql`r.service_on`)} and ${which}`)})`
      : sql`dirty as materialized (
          select distinct m.venue_id, m.service_on as day from analytics_dirty m where ${within(sql`m.service_on`)} and m.venue_id = any(${venueIds})
        ), books as (
          select ${bookKeys}, b.covers from analytics_books b where ${within(sql`b.day`)} and ${conditions(ctx, ask, 'b')}
            and not exists (select from dirty x where x.venue_id = b.venue_id and x.day = b.day)
          union all ${bookedAhead(sql`dirty x join reservations r on r.venue_id = x.venue_id and r.service_on = x.day`, which)})`
  const { rows } = await sql<{ day: string; covers: string }>`
    with ${books} select day::text as day, sum(covers)::text as covers from books group by day`.execute(ctx.db)
  return new Map(rows.map(({ day, covers }) => [day, unpack(covers, bookSlots)]))
}

/** The pace of venues that are worked out. `raw` counts from the reservations alone, as the tests do to compare. */
export const paceOf = async (ctx: Ctx, ask: Narrowing, { raw = false } = {}): Promise<Pace> => {
  const books = await booksOf(ctx, ask, { raw })
  const stood = (day: string, at: string) => ({ day, at, covers: books.get(day)?.[daysBetween(at, day) + 1] ?? 0 })
  const days = Array.from({ length: paceDays }, (_, ahead) => {
    const day = addDays(ask.today, ahead)
    const before = (by: number) => stood(addDays(day, -by), addDays(ask.today, -by))
    const now = stood(day, ask.today).covers
    const weeks = Array.from({ length: paceWeeks }, (__, week) => before(7 * (week + 1)))
    const usual = Math.round((weeks.reduce((sum, { covers }) => sum + covers, 0) / paceWeeks) * 100) / 100
    return { day, books: now, since: (books.get(day)?.[0] ?? 0) - now, year: before(yearDays), weeks, usual }
  })
  return {
    today: ask.today,
    venues: ask.venues.length,
    asOf: ctx.clock().toString(),
    days,
    yearKnown: days.some(({ year }) => year.covers > 0),
    rows: { dateBasis: 'meal', ...narrowRows(ask) },
  }
}

/** AN1: what is on the books of the evenings to come, beside what was there at the same distance before. */
export const readPace = async (ctx: Ctx, query: Query): Promise<Pace> => {
  const ask = await narrowingOf(ctx, query)
  return inTurn(ctx, ask, { days: 2 * paceDays + 7 * paceWeeks, work: () => paceOf(ctx, ask) })
}
