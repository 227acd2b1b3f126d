import type { Status } from '@tablewire/contracts/booking/reservations.rules'
import type { ReservationRecord } from '@tablewire/server/features/reservations/reservation-rows'
import { builtInSystemId } from '@tablewire/server/features/venues/venue-rows'
import type { Db } from '@tablewire/server/platform/db/schema'
import { newId, newReference } from '@tablewire/server/platform/id'
import { Temporal } from 'temporal-polyfill'
import type { TestVenue } from './a-venue.ts'

/** The venue-local date that many days from now. */
export const dayFromNow = (days: number, { timeZone }: Pick<TestVenue, 'timeZone'>): string =>
  Temporal.Now.zonedDateTimeISO(timeZone).toPlainDate().add({ days }).toString()

/** The instant at which the venue's clock shows that time. */
export const instantAt = ({ timeZone }: Pick<TestVenue, 'timeZone'>, date: string, time: string): string =>
  Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(timeZone).toInstant().toString()

export type ReservationOverrides = Partial<ReservationRecord> & { date?: string; time?: string; minutes?: number }

/** A confirmed party of two, tomorrow at 20:00 for 90 minutes, written straight into the table beyond every limit of the book. */
export const aReservation = async (
  db: Db,
  venue: TestVenue,
  { date = dayFromNow(1, venue), time = '20:00', minutes = 90, ...overrides }: ReservationOverrides = {},
): Promise<ReservationRecord> => {
  const startsAt = Temporal.Instant.from(instantAt(venue, date, time))
  const now = Temporal.Now.instant()
  const status: Status = overrides.status ?? 'confirmed'
  const { search: _, ...row }: Partial<ReservationRecord> = overrides
  return db
    .insertInto('reservations')
    .values({
      venueId: venue.id,
      id: newId(),
      reference: newReference(),
      partySize: 2,
      startsAt: startsAt.toString(),
      endsAt: startsAt.add({ minutes }).toString(),
      startsLocal: `${date}T${time}`,
      serviceOn: date,
      areaId: venue.areaId,
      pacingAt: startsAt.toString(),
      pacingUntil: startsAt.add({ minutes: 15 }).toString(),
      coversMax: null,
      partiesMax: null,
      bookVersion: venue.book.version,
      override: true,
      source: 'phone',
      systemId: builtInSystemId,
      guestFirstName: 'Ana',
      guestLastName: 'García',
      guestEmail: 'ana@example.test',
      guestPhone: '+34600111222',
      holdExpiresAt: status === 'held' ? now.add({ minutes: 5 }).toString() : null,
      createdAt: now.toString(),
      updatedAt: now.toString(),
      ...row,
      status,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
