import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { TestVenue } from '../build/a-venue.ts'
import { aGoogle, aPerson, aSlot, creation, type Google, slotTime } from './a-google.ts'
import { aRemoteShop, type RemoteShop } from './a-remote-shop.ts'

let remote: RemoteShop
let google: Google
let venue: TestVenue
beforeAll(async () => {
  remote = await aRemoteShop()
  google = await aGoogle(remote.shop)
  const system = await remote.connect()
  await remote.shop.container.db.updateTable('systems').set({ rwgEnabled: true }).where('id', '=', system.id).execute()
  venue = await remote.openRemote(system)
  // What runs for the first time takes longer, and is nothing of the system’s.
  await google.ask('CreateBooking', creation(aSlot(venue.id, remote.shop.at('21:00', 4, venue))))
})
afterAll(() => remote.close())
afterEach(() => remote.rms.faults.set([]))

const timed = async <T>(work: Promise<T>): Promise<[T, number]> => {
  const startedAt = performance.now()
  const value = await work
  return [value, performance.now() - startedAt]
}
const mails = async (): Promise<number> => {
  const counted = sql<{ n: number }>`select count(*)::integer as n from pgboss.job where name = 'reservations.tell_guest'`
  return (await counted.execute(remote.shop.container.db)).rows[0]!.n
}
const standing = (email: unknown) => remote.there(email).filter(({ status }) => status !== 'canceled')

test('GO1: a system that does not confirm in time: a no within Google’s patience, no table stays there, and the token books anew', async () => {
  const user_information = aPerson()
  const before = await mails()
  const request = creation(aSlot(venue.id, remote.shop.at('20:00', 5, venue)), { user_information })
  remote.rms.faults.set([{ kind: 'slow', probability: 1, on: 'create', ms: 5000 }])
  const [answer, ms] = await timed(google.ask('CreateBooking', request))
  expect(answer.body).toEqual({ booking_failure: { cause: 'SLOT_UNAVAILABLE', description: 'not confirmed at once' } })
  expect(ms).toBeLessThan(3900)
  remote.rms.faults.set([])
  // It arrives there all the same, and is taken back; nobody writes to the guest about it.
  await expect.poll(() => remote.there(user_information.email).map(({ status }) => status), { timeout: 20_000 }).toEqual(['canceled'])
  expect(await mails()).toBe(before)
  const again = await google.ask('CreateBooking', request)
  expect(again.body.booking).toMatchObject({ status: 'CONFIRMED' })
  expect((await google.ask('CreateBooking', request)).body).toEqual(again.body)
  expect(standing(user_information.email)).toHaveLength(1)
})

test('GO1: a token whose try failed at the system is tried anew: one booking there, whatever went wrong', async () => {
  let day = 10
  for (const kind of ['error_before', 'busy', 'error_after', 'cut', 'garbage'] as const) {
    const user_information = aPerson()
    const request = creation(aSlot(venue.id, remote.shop.at('20:00', day++, venue)), { user_information })
    remote.rms.faults.set([{ kind, probability: 1, on: 'create', ms: 0, times: 1 }])
    const first = await google.ask('CreateBooking', request)
    expect([200, 503, 504], kind).toContain(first.status)
    // A synchronous slot is confirmed or refused, never left open.
    if (first.status === 200) expect(first.body.booking?.status ?? 'refused', kind).not.toBe('PENDING_MERCHANT_CONFIRMATION')
    remote.rms.faults.set([])
    const made = async () => (await google.ask('CreateBooking', request)).body.booking?.status
    await expect.poll(made, { timeout: 20_000, interval: 300 }).toBe('CONFIRMED')
    await expect.poll(() => standing(user_information.email).length, { timeout: 15_000 }).toBe(1)
  }
})

test('GO1: a slot that the restaurant answers by hand waits for a slow system', async () => {
  const { db } = remote.shop.container
  await db
    .updateTable('googleAccounts')
    .set({ capabilities: ['asynchronousBookings'] })
    .where('id', '=', google.id)
    .execute()
  const knowing = await aGoogle(remote.shop, { environment: 'sandbox', capabilities: ['asynchronousBookings'] })
  const slot = aSlot(venue.id, remote.shop.at('20:00', 20, venue), 2, { confirmation_mode: 'CONFIRMATION_MODE_ASYNCHRONOUS' })
  remote.rms.faults.set([{ kind: 'slow', probability: 1, on: 'create', ms: 4500 }])
  const [answer, ms] = await timed(knowing.ask('CreateBooking', creation(slot)))
  expect(answer.body.booking).toMatchObject({ status: 'PENDING_MERCHANT_CONFIRMATION', slot })
  expect(ms).toBeLessThan(3900)
  const { booking_id } = answer.body.booking
  const now = async () => (await knowing.ask('GetBookingStatus', { booking_id })).body.booking_status
  await expect.poll(now, { timeout: 20_000, interval: 300 }).toBe('CONFIRMED')
  await db.updateTable('googleAccounts').set({ capabilities: [] }).where('id', '=', google.id).execute()
})

test('GO1: a move that the system does not answer in time is a deadline; one that it refuses leaves all as it was', async () => {
  const at = (time: string) => remote.shop.at(time, 22, venue)
  const user_information = aPerson()
  const { booking } = (await google.ask('CreateBooking', creation(aSlot(venue.id, at('20:00')), { user_information }))).body
  const moveTo = (time: string) => ({ booking: { booking_id: booking.booking_id, slot: { start_sec: String(at(time)) } } })
  remote.rms.faults.set([{ kind: 'conflict', probability: 1, on: 'change', ms: 0, times: 1 }])
  expect((await google.ask('UpdateBooking', moveTo('20:30'))).body.booking_failure.cause).toBe('SLOT_UNAVAILABLE')
  const listed = async () => (await google.ask('ListBookings', { user_id: user_information.user_id })).body.bookings
  expect(await listed()).toMatchObject([{ status: 'CONFIRMED', slot: { start_sec: String(at('20:00')) } }])
  remote.rms.faults.set([{ kind: 'slow', probability: 1, on: 'change', ms: 5000 }])
  const [answer, ms] = await timed(google.ask('UpdateBooking', moveTo('21:00')))
  expect([answer.status, answer.body]).toMatchObject([504, { error: { code: 504, status: 'DEADLINE_EXCEEDED' } }])
  expect(ms).toBeLessThan(3900)
  remote.rms.faults.set([])
  // Repeated once the system has done it, the same change ends alike.
  await expect
    .poll(async () => (await google.ask('UpdateBooking', moveTo('21:00'))).body.booking?.slot, { timeout: 20_000, interval: 300 })
    .toMatchObject({ start_sec: String(at('21:00')) })
  expect(await listed()).toMatchObject([{ slot: { start_sec: String(at('21:00')) } }])
})

test('GO1: a lookup at a slow system keeps to its time, for many slots of many days and parties', async () => {
  remote.rms.faults.set([{ kind: 'slow', probability: 1, on: 'availability', ms: 4000 }])
  const slot_time = Array.from({ length: 100 }, (_, nth) => slotTime(remote.shop.at('20:00', 30 + (nth % 20), venue), 1 + (nth % 5)))
  const [answer, ms] = await timed(google.ask('BatchAvailabilityLookup', { merchant_id: venue.id, slot_time }))
  expect(answer.body.slot_time_availability.map(({ available }) => available)).toEqual(slot_time.map(() => false))
  expect(ms).toBeLessThan(1500)
})
