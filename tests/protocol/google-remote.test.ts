import { buildApp } from '@tablewire/server/app/http'
import { openContainer } from '@tablewire/server/app/ports'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestVenue } from '../build/a-venue.ts'
import { aGoogle, aPerson, aSlot, askOf, creation, type Google, slotTime } from './a-google.ts'
import { aRemoteShop, type RemoteShop } from './a-remote-shop.ts'

let remote: RemoteShop
let google: Google
let venue: TestVenue
let systemId: string
beforeAll(async () => {
  remote = await aRemoteShop()
  google = await aGoogle(remote.shop)
  const system = await remote.connect()
  await remote.shop.container.db.updateTable('systems').set({ rwgEnabled: true }).where('id', '=', system.id).execute()
  systemId = system.id
  venue = await remote.openRemote(system)
})
afterAll(() => remote.close())

const available = async (startSec: number): Promise<boolean> =>
  (await google.ask('BatchAvailabilityLookup', { merchant_id: venue.id, slot_time: [slotTime(startSec)] })).body.slot_time_availability[0]!
    .available

test('GO1: a venue’s own system is asked, booked once whatever is repeated, changed and canceled', async () => {
  const { shop } = remote
  const at = shop.at('20:00', 5, venue)
  expect(await available(at)).toBe(true)
  const user_information = aPerson()
  const request = creation(aSlot(venue.id, at), { user_information })
  const answers = await Promise.all(Array.from({ length: 4 }, () => google.ask('CreateBooking', request)))
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  const { booking } = answers[0]!.body
  expect(booking).toMatchObject({ status: 'CONFIRMED', slot: { merchant_id: venue.id } })
  expect(remote.there(user_information.email)).toHaveLength(1)
  expect((await google.ask('CreateBooking', creation(aSlot(venue.id, at), { user_information }))).body).toMatchObject({
    booking_failure: { cause: 'SLOT_ALREADY_BOOKED_BY_USER' },
  })
  const to = shop.at('21:00', 5, venue)
  const moved = await google.ask('UpdateBooking', { booking: { booking_id: booking.booking_id, slot: { start_sec: String(to) } } })
  expect(moved.body).toMatchObject({ booking: { status: 'CONFIRMED', slot: { start_sec: String(to) } } })
  const canceled = await google.ask('UpdateBooking', { booking: { booking_id: booking.booking_id, status: 'CANCELED' } })
  expect(canceled.body).toMatchObject({ booking: { status: 'CANCELED' } })
  await expect.poll(() => remote.there(user_information.email).map(({ status }) => status), { timeout: 10_000 }).toEqual(['canceled'])
})

test('GO1: of two tokens of one guest at once, one books at the system, whichever process each comes to', async () => {
  const { shop } = remote
  const at = shop.at('20:30', 6, venue)
  const user_information = aPerson()
  // A system that takes its time, so that both are surely at work together.
  remote.rms.faults.set([{ kind: 'slow', probability: 1, on: 'create', ms: 400 }])
  const other = await openContainer(shop.container.ports.config, false)
  const second = await buildApp(other)
  try {
    await second.listen({ port: 0, host: '127.0.0.1' })
    const beside = { ask: askOf(second, google) }
    const answers = await Promise.all(
      [google, beside, google, beside].map(({ ask }) => ask('CreateBooking', creation(aSlot(venue.id, at), { user_information }))),
    )
    const made = answers.filter(({ body }) => body.booking)
    expect(made).toHaveLength(1)
    expect(answers.filter(({ body }) => body.booking_failure).map(({ body }) => body.booking_failure.cause)).toEqual(
      Array.from({ length: 3 }, () => 'SLOT_ALREADY_BOOKED_BY_USER'),
    )
    expect(remote.there(user_information.email)).toHaveLength(1)
  } finally {
    remote.rms.faults.set([])
    await second.close()
    await other.close()
  }
})

test('GO1: what the system has set for Google holds: hours before, amending, and whether at all', async () => {
  const { shop } = remote
  const at = shop.at('20:00', 2, venue)
  const set = (rwgConfig: object, rwgEnabled = true) =>
    shop.container.db
      .updateTable('systems')
      .set({ rwgConfig: JSON.stringify(rwgConfig), rwgEnabled })
      .where('id', '=', systemId)
      .execute()
  expect(await available(at)).toBe(true)
  const { booking } = (await google.ask('CreateBooking', creation(aSlot(venue.id, at)))).body
  await set({ minAdvanceBooking: 24 * 4 })
  expect(await available(at)).toBe(false)
  expect((await google.ask('CreateBooking', creation(aSlot(venue.id, at)))).body).toMatchObject({
    booking_failure: { cause: 'SLOT_UNAVAILABLE' },
  })
  await set({ minAdvanceOnlineCanceling: 24 * 4, amendType: 'cancel_and_rebook' })
  const cancel = { booking: { booking_id: booking.booking_id, status: 'CANCELED' } }
  expect((await google.ask('UpdateBooking', cancel)).body).toMatchObject({ booking_failure: { cause: 'OUTSIDE_CANCELLATION_WINDOW' } })
  const move = { booking: { booking_id: booking.booking_id, slot: { start_sec: String(shop.at('21:00', 2, venue)) } } }
  expect((await google.ask('UpdateBooking', move)).body).toMatchObject({ booking_failure: { cause: 'SLOT_UNAVAILABLE' } })
  await set({}, false)
  expect(await available(at)).toBe(false)
  await set({})
  expect((await google.ask('UpdateBooking', cancel)).body).toMatchObject({ booking: { status: 'CANCELED' } })
})

test('GO1: a system that takes too long has no place, before Google loses its patience', async () => {
  const at = remote.shop.at('20:00', 9, venue)
  remote.rms.faults.set([{ kind: 'slow', probability: 1, on: 'availability', ms: 4000 }])
  const startedAt = performance.now()
  expect(await available(at)).toBe(false)
  expect(performance.now() - startedAt).toBeLessThan(3500)
  remote.rms.faults.set([])
  await expect.poll(() => available(at), { timeout: 15_000, interval: 500 }).toBe(true)
})
