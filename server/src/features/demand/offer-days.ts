import { sql } from 'kysely'
import { addDays } from '#src/features/availability/api.ts'
import { venuesWithBooks, type VenueWithBook } from '#src/features/venues/api.ts'
import { stopwatchMs } from '#src/platform/clock.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { coversOffered } from './covers-offered.ts'

/** So far ahead a day is worked out, and so far back where a venue is looked at for the first time. */
const daysAhead = 120
const daysBack = 400
/** Ahead of which a venue is looked at again. */
const enoughAhead = 100
const venuesAtOnce = 20

type Due = { venueId: string; known: boolean; had: boolean }

/** Days from `from` on, in the place of what was there. Who keeps no book here, or is closed for good, offers nothing that is known. */
const offerOf = async (ctx: Ctx, venue: VenueWithBook, { known, had }: Due): Promise<void> => {
  const today = ctx.clock().toZonedDateTimeISO(venue.timeZone).toPlainDate().toString()
  const from = !known && had ? addDays(today, -daysBack) : today
  const keeps = !venue.remote && !venue.archived
  const days = keeps ? Array.from({ length: daysAhead + (from === today ? 0 : daysBack) + 1 }, (_, at) => addDays(from, at)) : []
  await sql`delete from offered_days where venue_id = ${venue.id} and day >= ${from}::date`.execute(ctx.db)
  await sql`
    insert into offered_days (venue_id, day, covers)
    select ${venue.id}, day, covers from unnest(${days}::date[], ${days.map((day) => coversOffered(venue, day))}::int[]) as u(day, covers)`.execute(
    ctx.db,
  )
  await sql`update offered_until set until_on = ${addDays(today, daysAhead)}::date, stale = false where venue_id = ${venue.id}`.execute(
    ctx.db,
  )
}

/** Some of the venues whose days are out of date; false = there are none. */
const offerSome = (ctx: Ctx): Promise<boolean> =>
  transaction(ctx, async (inner) => {
    const { rows } = await sql<Due>`
      select o.venue_id, o.until_on is not null as known,
        exists (
          select from reservations r
          where r.venue_id = o.venue_id and r.service_on < (${inner.clock().toString()}::timestamptz at time zone v.time_zone)::date
        ) as had
      from offered_until o join venues v on v.id = o.venue_id where o.stale or o.until_on < ${inner.clock().toString()}::timestamptz::date + ${enoughAhead}::integer
      limit ${venuesAtOnce} for update of o skip locked`.execute(inner.db)
    const due = new Map(rows.map((row) => [row.venueId, row]))
    for (const venue of await venuesWithBooks(inner, [...due.keys()])) await offerOf(inner, venue, due.get(venue.id)!)
    return rows.length > 0
  })

/** Works out what books offer, where they have changed, or until further ahead; until then whoever reads sees what was offered before. */
export const offerDays = async (ctx: Ctx, { forMs = 50_000 } = {}): Promise<void> => {
  const startedMs = stopwatchMs()
  while (stopwatchMs() - startedMs < forMs && (await offerSome(ctx))) await ctx.ports.jobs.backpressure()
}
