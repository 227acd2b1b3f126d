import { ensureBrands } from '@tablewire/server/features/brands/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChannel } from '../build/a-channel.ts'
import { aGoogleAccount } from '../build/a-google-account.ts'
import { anArea } from '../build/a-venue.ts'
import { aGoogle, aPerson, aSlot, creation, type Google, slotTime } from './a-google.ts'
import { aShop, type Shop } from './a-shop.ts'

let shop: Shop
let google: Google
beforeAll(async () => {
  shop = await aShop()
  google = await aGoogle(shop)
})
afterAll(() => shop.close())

const create = (slot: object, more: Record<string, unknown> = {}) => google.ask('CreateBooking', creation(slot, more))
const book = async (slot: object, more: Record<string, unknown> = {}) => {
  const { status, body } = await create(slot, more)
  expect([status, body.booking_failure]).toEqual([200, undefined])
  return body.booking
}
const moveOf = (booking_id: string, startSec: number) => ({ booking: { booking_id, slot: { start_sec: String(startSec) } } })

test('GO1: of two bookings that one person moves to one start at the same moment, one goes there; nor does a new one beside a move', async () => {
  const venue = await shop.openVenue({ book: { areas: [anArea({ capacity: 40 })] } })
  for (const day of [3, 4, 5, 6]) {
    const user_information = aPerson()
    const [one, other] = [
      await book(aSlot(venue.id, shop.at('19:00', day, venue)), { user_information }),
      await book(aSlot(venue.id, shop.at('20:00', day, venue)), { user_information }),
    ]
    const to = shop.at('21:30', day, venue)
    // The same person by Google's id alone, under another address.
    const again = creation(aSlot(venue.id, to), { user_information: { ...user_information, email: `other-${user_information.email}` } })
    const answers = await Promise.all([
      google.ask('UpdateBooking', moveOf(one.booking_id, to)),
      google.ask('UpdateBooking', moveOf(other.booking_id, to)),
      google.ask('CreateBooking', again),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(answers.filter(({ body }) => body.booking_failure === undefined)).toHaveLength(1)
    const { bookings } = (await google.ask('ListBookings', { user_id: user_information.user_id })).body as unknown as {
      bookings: { slot: { start_sec: string } }[]
    }
    expect(bookings.filter(({ slot }) => slot.start_sec === String(to))).toHaveLength(1)
  }
})

test('GO1: an id that no index could hold is refused as what it is', async () => {
  const slot = aSlot(shop.venue.id, shop.at('19:00', 8))
  const long = 'é'.repeat(1900)
  expect((await create(slot, { idempotency_token: long })).status).toBe(400)
  expect((await create(slot, { user_information: aPerson({ user_id: long }) })).status).toBe(400)
  expect(
    (await create(slot, { user_information: aPerson({ user_id: 'é'.repeat(1200) }), idempotency_token: 'ü'.repeat(1200) })).status,
  ).toBe(200)
})

test('GO1: an account that sells none of a venue takes it from no other; one that does leaves it unavailable there, not unknown', async () => {
  const { db } = shop.container
  const venue = await shop.openVenue()
  await ensureBrands(db)
  const { id: brandId } = await db.selectFrom('brands').select('id').limit(1).executeTakeFirstOrThrow()
  await db
    .updateTable('companies')
    .set({ brandId })
    .where('id', '=', (eb) => eb.selectFrom('venues').select('companyId').where('id', '=', venue.id))
    .execute()
  const asked = [slotTime(shop.at('19:00', 3, venue))]
  const elsewhere = await aChannel(db)
  await aGoogleAccount(db, { channelId: elsewhere.id, brandId })
  expect(
    (await google.ask('BatchAvailabilityLookup', { merchant_id: venue.id, slot_time: asked })).body.slot_time_availability,
  ).toMatchObject([{ available: true }])
  await db.insertInto('channelVenues').values({ venueId: venue.id, channelId: elsewhere.id, state: 'live' }).execute()
  expect(
    (await google.ask('BatchAvailabilityLookup', { merchant_id: venue.id, slot_time: asked })).body.slot_time_availability,
  ).toMatchObject([{ available: false }])
  expect((await create(aSlot(venue.id, shop.at('19:00', 3, venue)))).body).toMatchObject({ booking_failure: { cause: 'SLOT_UNAVAILABLE' } })
})
