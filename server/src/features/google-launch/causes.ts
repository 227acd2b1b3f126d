import type { GoogleCause } from '@tablewire/contracts/google/google-launch'
import { sql } from 'kysely'
import { isOfPartner } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'

export type Span = { venueId: string; day: string; timeZone: string }
const causesMost = 5
/** What is done to a venue and alters nothing that guests are offered. */
const beside = ['venue.credential_issued', 'venue.moved', 'venue.tables_written']

/**
 * What happened at a venue within a span of time that may have altered what it offers on a day: bookings of that day and the night before, those that were
 * moved from or to it, and settings of the venue, its book and its channels.
 */
export const causesIn = async (
  ctx: Ctx,
  { venueId, day, timeZone, from, to }: Span & { from: string; to: string },
): Promise<GoogleCause[]> => {
  const { rows } = await sql<GoogleCause>`
    select case when e.subject = 'reservation' then 'booking' else 'setting' end as kind, e.at, e.action, e.actor_name as by, r.id as reservation_id, r.reference
    from audit_entries e left join reservations r on e.subject = 'reservation' and r.venue_id = e.venue_id and r.id::text = e.subject_id
    where e.venue_id = ${venueId} and e.at > ${from}::timestamptz - interval '1 second' and e.at <= ${to}::timestamptz
      and (e.subject = 'book' or (e.subject = 'venue' and e.action like 'venue.%' and e.action <> all(${beside}))
        or (e.subject = 'channel' and e.action like 'channel.%') or (e.subject = 'reservation' and e.action not like '%confirmation%' and (
        r.service_on between ${day}::date - 1 and ${day}::date
        or ((e.before ->> 'startsAt')::timestamptz at time zone ${timeZone})::date between ${day}::date - 1 and ${day}::date)))
    order by e.at desc, e.id desc limit ${causesMost}`.execute(ctx.db)
  // Partners learn that something changed, not whose it was: it may have come by another channel.
  return isOfPartner(ctx) ? rows.map((row) => ({ ...row, by: null, reservationId: null, reference: null })) : rows
}
