import type { Db } from '@tablewire/server/platform/db/schema'
import { newId } from '@tablewire/server/platform/id'
import { sql } from 'kysely'
import { aReservation, type ReservationOverrides } from './a-reservation.ts'
import type { TestVenue } from './a-venue.ts'

export type Happening = {
  kind?: string
  move?: string | null
  from?: string | null
  to?: string
  actorKind?: string
  actorId?: string | null
  actorName?: string
  before?: object
  after?: object
  at?: string
  reservation?: ReservationOverrides
}

/** What every change of a reservation leaves behind, in one transaction: its history and the word to those who follow. Answers both ids. */
export const happen = async (
  db: Db,
  venue: TestVenue,
  { kind = 'booked', move = null, from = null, to = 'confirmed', before = {}, after = {}, ...more }: Happening = {},
): Promise<{ reservationId: string; eventId: string }> => {
  const { id: reservationId } = await aReservation(db, venue, { source: 'channel', ...more.reservation })
  const eventId = newId()
  const { actorKind = 'channel', actorId = null, actorName = 'Partner', at = new Date().toISOString() } = more
  await db.transaction().execute(async (trx) => {
    await sql`
      insert into reservation_events (venue_id, reservation_id, id, kind, move, from_status, to_status, side, actor_kind, actor_id, actor_name, before, after, at)
      values (${venue.id}, ${reservationId}, ${eventId}, ${kind}, ${move}, ${from}, ${to}, 'channel', ${actorKind}, ${actorId}, ${actorName},
        ${JSON.stringify(before)}::jsonb, ${JSON.stringify(after)}::jsonb, ${at}::timestamptz)`.execute(trx)
    await sql`insert into live_messages (venue_id, message) values (${venue.id}, ${JSON.stringify({ type: 'reservation', venueId: venue.id, id: reservationId, kind, at })}::jsonb)`.execute(
      trx,
    )
  })
  return { reservationId, eventId }
}
