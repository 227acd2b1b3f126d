import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCtx, aDb, type OpenDb, recordingPorts } from '../../../../tests/build/a-ctx.ts'
import { aReservation, type ReservationOverrides } from '../../../../tests/build/a-reservation.ts'
import { aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import { newId } from '#src/platform/id.ts'
import { expireAsks } from './expire-asks.ts'

let open: OpenDb
beforeAll(async () => {
  open = await aDb()
})
afterAll(() => open.close())

const aGuest = async (venue: TestVenue, email: string | null, phone: string | null): Promise<string> => {
  const id = newId()
  await sql`insert into guests (venue_id, id, first_name, last_name, email, phone) values (${venue.id}, ${id}, 'Ana', 'Many', ${email}, ${phone})`.execute(
    open.db,
  )
  return id
}
type Person = { guestId: string; email: string | null; phone: string | null }
const booked = (venue: TestVenue, { guestId, email, phone }: Person, over: ReservationOverrides = {}) =>
  aReservation(open.db, venue, { source: 'widget', override: false, guestId, guestEmail: email, guestPhone: phone, ...over })
const outcomes = async (tries: Promise<unknown>[]): Promise<Record<string, number>> => {
  const said: Record<string, number> = {}
  for (const one of await Promise.allSettled(tries)) {
    const name = one.status === 'fulfilled' ? 'made' : String((one.reason as { code?: string }).code)
    said[name] = (said[name] ?? 0) + 1
  }
  return said
}

test('WI1: a contact has so many bookings to come at a venue, whatever is sent at once and by whichever of both it is known', async () => {
  const venue = await aVenue(open.db)
  await sql`insert into booking_checks (venue_id, contact_most) values (${venue.id}, 3)`.execute(open.db)
  const one = { guestId: await aGuest(venue, 'many@guests.test', '+34600000001'), email: 'many@guests.test', phone: '+34600000001' }
  const other = { guestId: await aGuest(venue, 'second@guests.test', '+34600000001'), email: 'second@guests.test', phone: '+34600000001' }
  const at = (n: number): ReservationOverrides => ({ date: `2031-05-0${1 + (n % 9)}`, time: `1${n % 9}:00`, partySize: 1, override: true })
  expect(await outcomes(Array.from({ length: 12 }, (_, n) => booked(venue, n % 2 ? one : other, at(n))))).toEqual({ made: 3, TW228: 9 })
  // What the house takes by telephone is its own matter, and elsewhere nothing is known of it.
  expect(await outcomes([booked(venue, one, { ...at(1), source: 'phone' })])).toEqual({ made: 1 })
  const elsewhere = await aVenue(open.db)
  expect(await outcomes([booked(elsewhere, { ...one, guestId: await aGuest(elsewhere, one.email, one.phone) }, at(2))])).toEqual({
    made: 1,
  })
})

test('WI1: of requests of large parties a day takes three and a guest one, also at once; nobody holds more than two places by mail', async () => {
  const venue = await aVenue(open.db)
  const people = await Promise.all(
    Array.from({ length: 8 }, async (_, n) => ({
      guestId: await aGuest(venue, `ask${n}@guests.test`, null),
      email: `ask${n}@guests.test`,
      phone: null,
    })),
  )
  const ask = { status: 'pending_confirmation', override: true, date: '2031-06-01', partySize: 30 } as const
  expect(await outcomes(people.map((person) => booked(venue, person, ask)))).toEqual({ made: 3, TW230: 5 })
  const again = people.map((person) => booked(venue, person, { ...ask, date: '2031-06-02' }))
  expect(await outcomes(again)).toMatchObject({ TW229: 3 })
  const holder = people[7]!
  const keep = (n: number) =>
    booked(venue, holder, { status: 'held', date: `2031-07-0${n}`, holdExpiresAt: new Date(Date.now() + 600_000).toISOString() })
  expect(await outcomes([1, 2, 3, 4].map(keep))).toMatchObject({ made: 2 })
})

test('WI1: a request that nobody answers in the time of the venue is declined, with the reason in its guest’s language', async () => {
  const venue = await aVenue(open.db)
  const waits = await aVenue(open.db)
  await sql`insert into booking_checks (venue_id, ask_hours) values (${venue.id}, 24)`.execute(open.db)
  const ask = { source: 'widget', status: 'pending_confirmation', override: true, guestLang: 'de', date: '2031-06-01' } as const
  const yesterday = new Date(Date.now() - 25 * 3_600_000).toISOString()
  const late = await aReservation(open.db, venue, { ...ask, createdAt: yesterday })
  const fresh = await aReservation(open.db, venue, ask)
  const other = await aReservation(open.db, waits, { ...ask, createdAt: yesterday })
  const { ports } = recordingPorts()
  await expireAsks(aCtx(open.db, { ports }))
  const rows = await open.db
    .selectFrom('reservations')
    .select(['id', 'status', 'cancelReason'])
    .where('id', 'in', [late.id, fresh.id, other.id])
    .execute()
  expect(rows.find(({ id }) => id === late.id)).toMatchObject({
    status: 'rejected',
    cancelReason: 'Nicht innerhalb von 24 Stunden beantwortet',
  })
  expect(rows.filter(({ status }) => status === 'pending_confirmation')).toHaveLength(2)
})
