import { afterAll, beforeAll, expect, test } from 'vitest'
import { aReservation, dayFromNow } from '../build/a-reservation.ts'
import { aGoogle, aPerson, aSlot, creation, type Google, slotTime } from './a-google.ts'
import { aShop, type Shop } from './a-shop.ts'

let shop: Shop
let google: Google
beforeAll(async () => {
  shop = await aShop()
  google = await aGoogle(shop, { isDefault: true })
})
afterAll(() => shop.close())

test('GO1: a slot is its length as well: another one is not available, looked up or booked', async () => {
  const venue = await shop.openVenue()
  const start = shop.at('19:00', 3, venue)
  const lengths: [duration_sec: string | undefined, free: boolean][] = [
    ['5400', true],
    [undefined, true],
    ['0', true],
    ['7200', false],
    ['60', false],
    ['604800', false],
  ]
  const asked = lengths.map(([duration_sec]) => slotTime(start, 2, { duration_sec }))
  const { body } = await google.ask('BatchAvailabilityLookup', { merchant_id: venue.id, slot_time: asked })
  expect(body.slot_time_availability.map(({ available }) => available)).toEqual(lengths.map(([, free]) => free))
  for (const [duration_sec, free] of lengths.slice(2).toReversed()) {
    const { body: answer } = await google.ask('CreateBooking', creation({ ...aSlot(venue.id, start), duration_sec }))
    expect(answer).toMatchObject(free ? { booking: { status: 'CONFIRMED' } } : { booking_failure: { cause: 'SLOT_UNAVAILABLE' } })
  }
  const rows = await shop.container.db.selectFrom('reservations').select('id').where('venueId', '=', venue.id).execute()
  expect(rows).toHaveLength(1)
})

test('GO1: the list of a person is what is still to come', async () => {
  const venue = await shop.openVenue()
  const user_information = aPerson()
  const book = async (at: number) => (await google.ask('CreateBooking', creation(aSlot(venue.id, at), { user_information }))).body
  const [first, second] = [await book(shop.at('20:00', 4, venue)), await book(shop.at('19:00', 3, venue))]
  const canceled = await book(shop.at('19:00', 5, venue))
  await google.ask('UpdateBooking', { booking: { booking_id: canceled.booking.booking_id, status: 'CANCELED' } })
  const { body } = await google.ask('ListBookings', { user_id: user_information.user_id })
  expect(body.bookings.map(({ booking_id }: { booking_id: string }) => booking_id)).toEqual([
    second.booking.booking_id,
    first.booking.booking_id,
  ])
  const past = await aReservation(shop.container.db, venue, { date: dayFromNow(-2, venue), channelId: shop.channel.id })
  await shop.container.db
    .insertInto('googleBookings')
    .values({
      venueId: venue.id,
      reservationId: past.id,
      accountId: google.id,
      userId: user_information.user_id,
      requestHash: '',
      createdAt: new Date(),
    })
    .execute()
  expect((await google.ask('ListBookings', { user_id: user_information.user_id })).body.bookings).toHaveLength(2)
  expect((await google.ask('GetBookingStatus', { booking_id: past.id })).status).toBe(200)
  expect((await google.ask('ListBookings', { user_id: 'nobody' })).body).toEqual({ bookings: [] })
  expect((await google.ask('ListBookings', {})).status).toBe(400)
})
