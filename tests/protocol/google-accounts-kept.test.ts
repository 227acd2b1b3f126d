import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { venueStandings } from '@tablewire/server/features/google-launch/venue-standings'
import { aChannel } from '../build/a-channel.ts'
import { aUser } from '../build/a-user.ts'
import { aVenue, type TestVenue } from '../build/a-venue.ts'
import { aGoogle, aPerson, aSlot, aToken, creation, slotTime } from './a-google.ts'
import { aShop, type Shop } from './a-shop.ts'

let shop: Shop
let token: string
beforeAll(async () => {
  shop = await aShop()
  token = await shop.signIn(await aUser(shop.container.db, { roles: ['ROLE_SUPER_ADMIN', 'ROLE_ADMIN'] }))
})
afterAll(() => shop.close())
// The installation has one account in each environment.
beforeEach(async () => void (await shop.container.db.deleteFrom('googleAccounts').execute()))

/** What Google would be told of a booking. */
const noticesOf = async (reservationId: string): Promise<number> =>
  (await sql`select from google_changes where kind = 'booking' and ref = ${reservationId}`.execute(shop.container.db)).rows.length
const canTell = async (accountId: string): Promise<void> => {
  const { db, ports } = shop.container.systemCtx('test')
  await db.updateTable('googleAccounts').set({ partnerId: '4711' }).where('id', '=', accountId).execute()
  const sealed = ports.secrets.seal('{}')
  await db.insertInto('googleSecrets').values({ accountId, name: 'oauthKey', sealed, setAt: new Date().toISOString() }).execute()
}

test('GO1: an account that books as another channel from now on keeps what it has booked', async () => {
  const google = await aGoogle(shop)
  await canTell(google.id)
  const venue = await shop.openVenue()
  const person = aPerson()
  const slot = aSlot(venue.id, shop.at('19:00', 5, venue))
  const request = { ...creation(slot), user_information: person, idempotency_token: aToken() }
  const made = (await google.ask('CreateBooking', request)).body.booking
  const later = (await google.ask('CreateBooking', creation(aSlot(venue.id, shop.at('20:00', 5, venue))))).body.booking

  const next = await aChannel(shop.container.db, { venues: [venue.id] })
  await shop.container.db.updateTable('channels').set({ product: 'google' }).where('id', '=', next.id).execute()
  const changed = await shop.ask({ method: 'PUT', url: `/v1/google/accounts/${google.id}`, token, body: { channelId: next.id } })
  expect(changed.statusCode, changed.body).toBe(200)
  await shop.container.db
    .updateTable('channelVenues')
    .set({ state: 'not_enabled' })
    .where('venueId', '=', venue.id)
    .where('channelId', '=', shop.channel.id)
    .execute()

  const status = await google.ask('GetBookingStatus', { booking_id: made.booking_id })
  expect([status.status, status.body.booking_status]).toEqual([200, 'CONFIRMED'])
  expect((await google.ask('ListBookings', { user_id: person.user_id })).body.bookings.map(({ booking_id: id }) => id)).toEqual([
    made.booking_id,
  ])
  // Said again, it is the same booking.
  expect((await google.ask('CreateBooking', request)).body.booking.booking_id).toBe(made.booking_id)
  const start = shop.at('21:00', 5, venue)
  const moved = await google.ask('UpdateBooking', { booking: { booking_id: made.booking_id, slot: { start_sec: String(start) } } })
  expect(moved.body.booking).toMatchObject({ status: 'CONFIRMED', slot: { start_sec: String(start) } })
  for (let nth = 0; nth < 2; nth++) {
    const gone = await google.ask('UpdateBooking', { booking: { booking_id: made.booking_id, status: 'CANCELED' } })
    expect([gone.status, gone.body.booking.status]).toEqual([200, 'CANCELED'])
  }
  expect(await noticesOf(made.booking_id)).toBe(0)

  const canceled = await shop.ask({ method: 'POST', url: `/v1/reservations/${later.booking_id}/cancel`, token, body: { reason: 'Closed' } })
  expect(canceled.statusCode, canceled.body).toBe(200)
  expect(await noticesOf(later.booking_id)).toBe(1)
})

const merge = async (kept: TestVenue, other: TestVenue): Promise<void> => {
  const merged = await shop.ask({ method: 'POST', url: `/v1/venues/${kept.id}/merge`, token, body: { other: other.id } })
  expect(merged.statusCode, merged.body).toBe(200)
}

test('GO1, VE1: by the id of a merged venue, which Google has until the next feed, the one that is kept is found', async () => {
  const google = await aGoogle(shop)
  await canTell(google.id)
  const kept = await shop.openVenue()
  const other = await aVenue(shop.container.db, { companyId: kept.companyId })
  await shop.container.db.insertInto('channelVenues').values({ venueId: other.id, channelId: shop.channel.id, state: 'live' }).execute()
  const start = shop.at('19:00', 6, kept)
  await merge(kept, other)

  const lookup = await google.ask('BatchAvailabilityLookup', { merchant_id: other.id, slot_time: [slotTime(start)] })
  expect(lookup.body.slot_time_availability.map(({ available }) => available)).toEqual([true])
  const slot = aSlot(other.id, start)
  const made = (await google.ask('CreateBooking', creation(slot))).body.booking
  expect(made.slot['merchant_id']).toBe(other.id)
  const row = await shop.container.db
    .selectFrom('reservations')
    .select('venueId')
    .where('id', '=', made.booking_id)
    .executeTakeFirstOrThrow()
  expect(row.venueId).toBe(kept.id)
  const next = String(shop.at('20:00', 6, kept))
  const moved = await google.ask('UpdateBooking', { booking: { ...made, slot: { ...slot, start_sec: next } } })
  expect(moved.body.booking).toMatchObject({ status: 'CONFIRMED', slot: { merchant_id: other.id, start_sec: next } })
  const gone = await google.ask('UpdateBooking', { booking: { booking_id: made.booking_id, status: 'CANCELED' } })
  expect(gone.body.booking.status).toBe('CANCELED')
  const canceled = (await google.ask('CreateBooking', creation(slot))).body.booking
  await shop.ask({ method: 'POST', url: `/v1/reservations/${canceled.booking_id}/cancel`, token, body: { reason: 'Closed' } })
  await sql`delete from google_changes where kind <> 'booking'`.execute(shop.container.db)
  expect(await noticesOf(canceled.booking_id)).toBe(1)
})

test('GO1: whom Google has asked is known by account, also where two book as one channel', async () => {
  const called = await aGoogle(shop)
  const quiet = await aGoogle(shop, { environment: 'sandbox' })
  const venue = await shop.openVenue()
  await called.ask('BatchAvailabilityLookup', { merchant_id: venue.id, slot_time: [slotTime(shop.at('19:00', 3, venue))] })
  const ctx = shop.container.systemCtx('test')
  const lookups = async () => {
    const standings = await venueStandings(ctx, venue.id)
    return [called, quiet].map(({ id }) => standings.find(({ accountId }) => accountId === id)?.lastLookupAt ?? null)
  }
  await expect.poll(async () => (await lookups())[0], { timeout: 5000 }).not.toBeNull()
  expect((await lookups())[1]).toBeNull()
})
