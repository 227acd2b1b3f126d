import type { Db } from '@tablewire/server/platform/db/schema'
import { newId } from '@tablewire/server/platform/id'
import type { Status } from '@tablewire/contracts/booking/reservations.rules'
import { aReservation, type ReservationOverrides } from './a-reservation.ts'
import type { TestVenue } from './a-venue.ts'

export type ReservationChange = {
  kind?: 'booked' | 'changed' | 'moved'
  move?: string | null
  from?: Status | null
  to?: Status
  actorKind?: string
  actorId?: string | null
  actorName?: string
  before?: object
  after?: object
  at?: string
  reservation?: ReservationOverrides
}

/** What every change of a reservation leaves behind, in one transaction: its history and the word to those who follow. Answers both ids. */
export const recordChange = async (
  db: Db,
  venue: TestVenue,
  { kind = 'booked', move = null, from = null, to = 'confirmed', before = {}, after = {}, ...more }: ReservationChange = {},
): Promise<{ reservationId: string; eventId: string }> => {
  const { id: reservationId } = await aReservation(db, venue, { source: 'channel', ...more.reservation })
  const eventId = newId()
  const { actorKind = 'channel', actorId = null, actorName = 'Partner', at = new Date().toISOString() } = more
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('reservationEvents')
      .values({
        venueId: venue.id,
        reservationId,
        id: eventId,
        kind,
        move,
        fromStatus: from,
        toStatus: to,
        side: 'channel',
        actorKind,
        actorId,
        actorName,
        reason: null,
        before: JSON.stringify(before),
        after: JSON.stringify(after),
        at,
      })
      .execute()
    const message = { type: 'reservation', venueId: venue.id, id: reservationId, kind, at }
    await trx
      .insertInto('liveMessages')
      .values({ venueId: venue.id, message: JSON.stringify(message) })
      .execute()
  })
  return { reservationId, eventId }
}
