import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aReservation, dayFromNow } from '../build/a-reservation.ts'
import { anArea, aShift } from '../build/a-venue.ts'
import { aGoogle, aPerson, aSlot, creation, type Google, slotTime } from './a-google.ts'
import { aShop, type Shop } from './a-shop.ts'

let shop: Shop
let google: Google
beforeAll(async () => {
  shop = await aShop()
  google = await aGoogle(shop, { isDefault: true })
})
afterAll(() => shop.close())

const bookingsAt = async (venueId: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from reservations where venue_id = ${venueId} and status in ('confirmed', 'pending_confirmation')`.execute(
    shop.container.db,
  )
  return rows[0]!.n
}
const book = async (slot: object, more: Record<string, unknown> = {}) => {
  const { status, body } = await google.ask('CreateBooking', creation(slot, more))
  expect(status).toBe(200)
  return body
}
const cancelOf = (booking_id: string) => ({ booking: { booking_id, status: 'CANCELED' } })
/** As staff do it, in the table. */
const setStatus = (id: string, status: 'canceled' | 'seated' | 'rejected') =>
  shop.container.db.updateTable('reservations').set({ status }).where('id', '=', id).execute()

test('GO1: the address with the account or for the default one, with a slash or not, in any case', async () => {
  for (const path of [
    '/google/v3/HealthCheck',
    '/google/v3/HealthCheck/',
    '/google/v3/healthcheck',
    '/google/V3/HEALTHCHECK/',
    '/GOOGLE/v3/HealthCheck',
    `/Google/${google.key}/V3/HEALTHCHECK`,
    `/google/${google.key}/v3/HealthCheck`,
    `/google/${google.key.toUpperCase()}/v3/healthCheck/`,
  ])
    expect(await google.ask('HealthCheck', undefined, { path }), path).toMatchObject({ status: 200, body: {} })
  expect((await google.ask('BookTable', {})).status).toBe(404)
  expect((await google.ask('CreateBooking')).status).toBe(404)
  expect((await google.ask('HealthCheck', {})).status).toBe(404)
  expect((await google.ask('CreateOrder', {})).status).toBe(501)
  // Nothing is promised that was not agreed.
  for (const method of ['BatchGetWaitEstimates', 'CreateWaitlistEntry', 'GetWaitlistEntry', 'DeleteWaitlistEntry'])
    expect(await google.ask(method, {})).toMatchObject({ status: 501, body: { error: { code: 501, status: 'UNIMPLEMENTED' } } })
})

test('GO1: every call shows user name and password, and without them nothing is done', async () => {
  const venue = await shop.openVenue()
  const basic = (user: string, password: string) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  const wrong = [
    null,
    basic(google.username, 'wrong'),
    basic('someone', google.password),
    `Bearer ${shop.channel.key}`,
    'Basic ???',
    `Basic ${Buffer.from('nocolon').toString('base64')}`,
  ]
  for (const authorization of wrong) {
    const health = await google.ask('HealthCheck', undefined, { authorization })
    expect(health.status).toBe(401)
    expect(health.headers.get('www-authenticate')).toMatch(/^Basic /)
    expect((await google.ask('CreateBooking', creation(aSlot(venue.id, shop.at('19:00'))), { authorization })).status).toBe(401)
    expect((await google.ask('CreateBooking', undefined, { authorization, raw: '{"broken' })).status).toBe(401)
  }
  expect((await google.ask('HealthCheck', undefined, { path: '/google/nobody/v3/HealthCheck' })).status).toBe(401)
  expect(await bookingsAt(venue.id)).toBe(0)
})

test('GO1: a lookup answers each slot once, in order, as it was sent, with what is true now', async () => {
  const venue = await shop.openVenue({ book: { areas: [anArea({ capacity: 4 })] } })
  const full = shop.at('20:00', 3, venue)
  await aReservation(shop.container.db, venue, { date: dayFromNow(3, venue), time: '20:00', partySize: 3 })
  const asked = [
    slotTime(shop.at('18:00', 3, venue), 2, { confirmation_mode: 'CONFIRMATION_MODE_SYNCHRONOUS', availability_tag: 'a/b' }),
    slotTime(full),
    slotTime(shop.at('18:07', 3, venue)),
    slotTime(shop.at('18:00', -1, venue)),
    slotTime(shop.at('18:00', 400, venue)),
    slotTime(shop.at('18:00', 3, venue), 11),
    slotTime(full, 1, { resource_ids: { party_size: 1, room_id: '' } }),
    slotTime(shop.at('18:00', 3, venue), 2, { resource_ids: { party_size: 2, room_id: randomUUID() } }),
  ]
  const { status, body } = await google.ask('BatchAvailabilityLookup', { merchant_id: venue.id, slot_time: asked })
  expect(status).toBe(200)
  expect(body.slot_time_availability.map(({ slot_time }: { slot_time: object }) => slot_time)).toEqual(asked)
  expect(body.slot_time_availability.map(({ available }: { available: boolean }) => available)).toEqual([
    true,
    false,
    false,
    false,
    false,
    false,
    true,
    false,
  ])
})

test('GO1: proto3 JSON: int64 as number or text, either spelling of names, null and defaults; unknown fields in, none out', async () => {
  const venue = await shop.openVenue()
  const start = shop.at('19:00', 3, venue)
  const { body } = await google.ask('BatchAvailabilityLookup', {
    merchantId: venue.id,
    unknown: { deep: [1] },
    slot_time: [
      {
        serviceId: 'reservation',
        startSec: start,
        durationSec: 5400,
        resourceIds: { partySize: '2', extra: 1 },
        confirmation_mode: 1,
        x: 'y',
      },
      { service_id: 'reservation', start_sec: start, resource_ids: { party_size: 2 }, availability_tag: null },
    ],
  })
  expect(body.slot_time_availability).toEqual([
    {
      slot_time: { ...slotTime(start), confirmation_mode: 'CONFIRMATION_MODE_SYNCHRONOUS' },
      available: true,
    },
    { slot_time: { service_id: 'reservation', start_sec: String(start), resource_ids: { party_size: 2 } }, available: true },
  ])
})

test('GO1: a booking comes back whole, stands in the portal’s list, and its place is gone', async () => {
  const venue = await shop.openVenue({ book: { areas: [anArea({ capacity: 2 })] } })
  const slot = aSlot(venue.id, shop.at('19:00', 3, venue), 2, { confirmation_mode: 'CONFIRMATION_MODE_SYNCHRONOUS' })
  const user = aPerson({ email: 'Ana@Example.test', address: { country: 'ES', locality: 'Madrid' } })
  const { booking } = await book(slot, { user_information: user, additional_request: 'By the window' })
  expect(booking).toEqual({
    booking_id: booking.booking_id,
    slot,
    user_information: user,
    payment_information: { prepayment_status: 'PREPAYMENT_NOT_PROVIDED' },
    status: 'CONFIRMED',
  })
  const row = await shop.container.db.selectFrom('reservations').selectAll().where('id', '=', booking.booking_id).executeTakeFirstOrThrow()
  // Special requests are no part of this account's contract.
  expect(row).toMatchObject({
    status: 'confirmed',
    source: 'channel',
    channelId: shop.channel.id,
    partySize: 2,
    notes: null,
    guestPhone: '+34600111222',
  })
  expect((await google.ask('GetBookingStatus', { booking_id: booking.booking_id })).body).toEqual({
    booking_id: booking.booking_id,
    booking_status: 'CONFIRMED',
    prepayment_status: 'PREPAYMENT_NOT_PROVIDED',
  })
  const again = await google.ask('BatchAvailabilityLookup', { merchant_id: venue.id, slot_time: [slotTime(shop.at('19:00', 3, venue))] })
  expect(again.body.slot_time_availability[0]!.available).toBe(false)
  expect(await book(slot)).toMatchObject({ booking_failure: { cause: 'SLOT_UNAVAILABLE' } })
})

test('GO1: the same token is answered as before, also with other spellings and after its stored answer is gone', async () => {
  const venue = await shop.openVenue()
  const request = creation(aSlot(venue.id, shop.at('19:00', 3, venue)))
  const first = await google.ask('CreateBooking', request)
  expect((await google.ask('CreateBooking', request)).body).toEqual(first.body)
  const numbers = { ...request, slot: { ...request.slot, start_sec: shop.at('19:00', 3, venue) }, lease_ref: {} }
  expect((await google.ask('CreateBooking', numbers)).body).toEqual(first.body)
  await sql`delete from idempotency_keys`.execute(shop.container.db)
  const later = await google.ask('CreateBooking', request)
  expect(later.body.booking).toMatchObject({ booking_id: first.body.booking.booking_id, status: 'CONFIRMED' })
  expect(await bookingsAt(venue.id)).toBe(1)
})

test('GO1: the same token with another body fails without booking, now and later', async () => {
  const venue = await shop.openVenue()
  const request = creation(aSlot(venue.id, shop.at('19:00', 3, venue)))
  await google.ask('CreateBooking', request)
  const other = { ...request, slot: aSlot(venue.id, shop.at('21:00', 3, venue)) }
  expect((await google.ask('CreateBooking', other)).status).toBe(400)
  await sql`delete from idempotency_keys`.execute(shop.container.db)
  expect((await google.ask('CreateBooking', other)).status).toBe(400)
  expect(await bookingsAt(venue.id)).toBe(1)
})

test('GO1: a token that failed is tried anew', async () => {
  const venue = await shop.openVenue({ book: { areas: [anArea({ capacity: 2 })] } })
  const taken = await aReservation(shop.container.db, venue, { date: dayFromNow(3, venue), time: '19:00' })
  const request = creation(aSlot(venue.id, shop.at('19:00', 3, venue)))
  expect((await google.ask('CreateBooking', request)).body).toMatchObject({ booking_failure: { cause: 'SLOT_UNAVAILABLE' } })
  await setStatus(taken.id, 'canceled')
  expect((await google.ask('CreateBooking', request)).body).toMatchObject({ booking: { status: 'CONFIRMED' } })
})

test('GO1: a new token never brings back an earlier booking', async () => {
  const venue = await shop.openVenue()
  const slot = aSlot(venue.id, shop.at('19:00', 3, venue))
  const user = aPerson()
  const { booking } = await book(slot, { user_information: user })
  expect(await book(slot, { user_information: user })).toMatchObject({ booking_failure: { cause: 'SLOT_ALREADY_BOOKED_BY_USER' } })
  const sameMail = aPerson({ email: user.email.toUpperCase() })
  expect(await book(slot, { user_information: sameMail })).toMatchObject({ booking_failure: { cause: 'OVERLAPPING_RESERVATION' } })
  await google.ask('UpdateBooking', cancelOf(booking.booking_id))
  const { booking: second } = await book(slot, { user_information: user })
  expect(second.booking_id).not.toBe(booking.booking_id)
})

test('GO1: the same token many times at once books once and is answered alike', async () => {
  const venue = await shop.openVenue()
  const request = creation(aSlot(venue.id, shop.at('19:00', 3, venue)))
  const answers = await Promise.all(Array.from({ length: 12 }, () => google.ask('CreateBooking', request)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  expect(await bookingsAt(venue.id)).toBe(1)
})

test('GO1: whoever sends a call several times at once is answered the very same, also where somebody else is faster', async () => {
  const venue = await shop.openVenue({ book: { areas: [anArea({ capacity: 2 })] } })
  const slot = aSlot(venue.id, shop.at('19:00', 3, venue))
  const calls = [creation(slot), creation(slot), creation(slot)].map((one) =>
    Promise.all(Array.from({ length: 5 }, () => google.ask('CreateBooking', one))),
  )
  const answers = (await Promise.all(calls)).map((alike) => new Set(alike.map(({ body }) => JSON.stringify(body))))
  expect(answers.map(({ size }) => size)).toEqual([1, 1, 1])
  expect(answers.flatMap((alike) => [...alike]).filter((body) => body.includes('booking_id'))).toHaveLength(1)
  expect(await bookingsAt(venue.id)).toBe(1)
})

test('GO1: of two tokens of one person for one slot at once one books', async () => {
  const venue = await shop.openVenue()
  const slot = aSlot(venue.id, shop.at('19:00', 3, venue))
  const user_information = aPerson()
  const answers = await Promise.all(Array.from({ length: 6 }, () => book(slot, { user_information })))
  expect(answers.filter(({ booking }) => booking)).toHaveLength(1)
  expect(await bookingsAt(venue.id)).toBe(1)
})

test('GO1: contention fills a slot to the last cover and never beyond', async () => {
  const venue = await shop.openVenue({ book: { areas: [anArea({ capacity: 20 })] } })
  const slot = aSlot(venue.id, shop.at('19:00', 3, venue))
  const answers = await Promise.all(Array.from({ length: 40 }, () => book(slot)))
  expect(answers.filter(({ booking }) => booking)).toHaveLength(10)
  const causes = answers.flatMap(({ booking_failure }) => booking_failure?.cause ?? [])
  expect(new Set(causes)).toEqual(new Set(['SLOT_UNAVAILABLE']))
  expect(await bookingsAt(venue.id)).toBe(10)
})

test('GO1: a cancellation, its repetition, and one that the restaurant was quicker with', async () => {
  const venue = await shop.openVenue({ book: { areas: [anArea({ capacity: 2 })] } })
  const at = shop.at('19:00', 3, venue)
  const { booking } = await book(aSlot(venue.id, at))
  const canceled = await google.ask('UpdateBooking', cancelOf(booking.booking_id))
  expect(canceled.body).toMatchObject({ booking: { booking_id: booking.booking_id, status: 'CANCELED', slot: { merchant_id: venue.id } } })
  expect((await google.ask('UpdateBooking', cancelOf(booking.booking_id))).body).toEqual(canceled.body)
  const free = await google.ask('BatchAvailabilityLookup', { merchant_id: venue.id, slot_time: [slotTime(at)] })
  expect(free.body.slot_time_availability[0]!.available).toBe(true)
  const { booking: other } = await book(aSlot(venue.id, at))
  await setStatus(other.booking_id, 'canceled')
  expect((await google.ask('UpdateBooking', cancelOf(other.booking_id))).body).toEqual({
    booking_failure: { cause: 'BOOKING_ALREADY_CANCELLED', description: 'canceled' },
  })
  const { booking: third } = await book(aSlot(venue.id, at))
  await setStatus(third.booking_id, 'seated')
  expect((await google.ask('UpdateBooking', cancelOf(third.booking_id))).body).toMatchObject({
    booking_failure: { cause: 'BOOKING_NOT_CANCELLABLE' },
  })
})

test('GO1: after the venue’s window nothing is canceled online', async () => {
  const venue = await shop.openVenue({ book: { cancellationWindowMinutes: 60 * 24 * 10 } })
  const { booking } = await book(aSlot(venue.id, shop.at('19:00', 3, venue)))
  const late = { booking_failure: { cause: 'OUTSIDE_CANCELLATION_WINDOW' } }
  expect((await google.ask('UpdateBooking', cancelOf(booking.booking_id))).body).toMatchObject(late)
  const day = { booking: { booking_id: booking.booking_id, slot: { start_sec: String(shop.at('19:00', 5, venue)) } } }
  expect((await google.ask('UpdateBooking', day)).body).toMatchObject(late)
  expect((await google.ask('GetBookingStatus', { booking_id: booking.booking_id })).body.booking_status).toBe('CONFIRMED')
})

test('GO1: another time and party, together or alone, repeated alike; a move that fails leaves all as it was', async () => {
  const venue = await shop.openVenue({ book: { areas: [anArea({ capacity: 6 })] } })
  const [at, to, full] = [shop.at('18:00', 3, venue), shop.at('20:00', 3, venue), shop.at('19:00', 4, venue)]
  const { booking } = await book(aSlot(venue.id, at))
  const id = booking.booking_id
  const move = { booking: { booking_id: id, slot: { start_sec: String(to), duration_sec: '5400', resources: { party_size: 4 } } } }
  const moved = await google.ask('UpdateBooking', move)
  expect(moved.body.booking).toMatchObject({
    booking_id: id,
    status: 'CONFIRMED',
    slot: { merchant_id: venue.id, service_id: 'reservation', start_sec: String(to), duration_sec: '5400', resources: { party_size: 4 } },
    user_information: { user_id: booking.user_information.user_id },
  })
  expect((await google.ask('UpdateBooking', move)).body).toEqual(moved.body)
  await aReservation(shop.container.db, venue, { date: dayFromNow(4, venue), time: '19:00', partySize: 5 })
  const tooMuch = { booking: { booking_id: id, slot: { start_sec: String(full) } } }
  expect((await google.ask('UpdateBooking', tooMuch)).body).toMatchObject({ booking_failure: { cause: 'SLOT_UNAVAILABLE' } })
  for (const slot of [{ start_sec: String(at), duration_sec: '1800' }, { duration_sec: '1800' }])
    expect((await google.ask('UpdateBooking', { booking: { booking_id: id, slot } })).body).toMatchObject({
      booking_failure: { cause: 'SLOT_UNAVAILABLE' },
    })
  const far = { booking: { booking_id: id, slot: { start_sec: String(shop.at('19:00', -2, venue)) } } }
  expect((await google.ask('UpdateBooking', far)).body).toMatchObject({ booking_failure: { cause: 'SLOT_UNAVAILABLE' } })
  const row = await shop.container.db.selectFrom('reservations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ partySize: 4, status: 'confirmed' })
  expect(Date.parse(row.startsAt) / 1000).toBe(to)
  await google.ask('UpdateBooking', cancelOf(id))
  expect((await google.ask('UpdateBooking', move)).body).toMatchObject({ booking_failure: { cause: 'BOOKING_ALREADY_CANCELLED' } })
  const user_information = aPerson()
  const one = (await book(aSlot(venue.id, at), { user_information })).booking
  await book(aSlot(venue.id, to), { user_information })
  const onto = { booking: { booking_id: one.booking_id, slot: { start_sec: String(to) } } }
  expect((await google.ask('UpdateBooking', onto)).body).toMatchObject({ booking_failure: { cause: 'OVERLAPPING_RESERVATION' } })
})

test('GO1: what Google did not book it neither reads nor changes', async () => {
  const { id } = await aReservation(shop.container.db, shop.venue)
  for (const booking_id of [id, randomUUID(), 'R1', '', undefined]) {
    expect((await google.ask('GetBookingStatus', { booking_id })).status).toBe(404)
    expect((await google.ask('UpdateBooking', { booking: { booking_id, status: 'CANCELED' } })).status).toBe(400)
  }
  const row = await shop.container.db.selectFrom('reservations').select('status').where('id', '=', id).executeTakeFirstOrThrow()
  expect(row.status).toBe('confirmed')
})

test('GO1: bad input of every method is a status, and nothing is done', async () => {
  const venue = await shop.openVenue()
  const at = shop.at('19:00', 3, venue)
  const slot = aSlot(venue.id, at)
  const lookup = (slot_time: unknown, merchant_id: unknown = venue.id) => ['BatchAvailabilityLookup', { merchant_id, slot_time }] as const
  const create = (of: unknown, more = {}) => ['CreateBooking', { ...creation({}), slot: of, ...more }] as const
  const bad: (readonly [string, unknown])[] = [
    lookup([slotTime(at)], randomUUID()),
    lookup([slotTime(at)], 'm1'),
    lookup([slotTime(at)], null),
    lookup([]),
    lookup(undefined),
    lookup('slots'),
    lookup([slotTime(at, 0)]),
    lookup([slotTime(at, -2)]),
    lookup([slotTime(at, 2, { service_id: 'massage' })]),
    lookup([slotTime('soon')]),
    lookup([slotTime('99999999999999999999')]),
    lookup([{ service_id: 'reservation', resource_ids: { party_size: 2 } }]),
    lookup(Array.from({ length: 10_001 }, () => slotTime(at))),
    ['CheckAvailability', {}],
    ['CheckAvailability', { slot: { ...slot, resources: {} } }],
    create(undefined),
    create({}),
    create({ ...slot, merchant_id: randomUUID() }),
    create({ ...slot, service_id: '' }),
    create({ ...slot, start_sec: '0' }),
    create({ ...slot, start_sec: 1.5 }),
    create({ ...slot, resources: { party_size: 0 } }),
    create({ ...slot, resources: { party_size: 2.5 } }),
    create({ ...slot, duration_sec: '-1' }),
    create(slot, { user_information: undefined }),
    create(slot, { user_information: aPerson({ email: undefined }) }),
    create(slot, { user_information: aPerson({ email: 'nobody' }) }),
    create(slot, { user_information: aPerson({ given_name: ' ', family_name: '' }) }),
    create(slot, { user_information: aPerson({ given_name: 7 }) }),
    create(slot, { idempotency_token: 184 }),
    ['UpdateBooking', {}],
    ['UpdateBooking', { booking: [] }],
    ['ListBookings', { user_id: 7 }],
    ['SetMarketingPreference', { user_to_receive_marketing: 'true' }],
  ]
  for (const [method, body] of bad) {
    const answer = await google.ask(method, body)
    expect(answer.status, `${method} ${JSON.stringify(body).slice(0, 200)}`).toBe(400)
    expect(answer.body).toMatchObject({ error: { code: 400, status: 'INVALID_ARGUMENT' } })
  }
  for (const method of [
    'BatchAvailabilityLookup',
    'CheckAvailability',
    'CreateBooking',
    'UpdateBooking',
    'GetBookingStatus',
    'ListBookings',
    'SetMarketingPreference',
  ])
    for (const raw of ['{"slot":', '[]', '7', '"text"', 'null', '', '['.repeat(100_000)])
      expect((await google.ask(method, undefined, { raw, verb: 'POST' })).status, `${method} ${raw.slice(0, 20)}`).toBe(400)
  expect(await bookingsAt(venue.id)).toBe(0)
  // A start in the past is no slot, but a booking that comes too late.
  expect(await book(aSlot(venue.id, shop.at('19:00', -3, venue)))).toMatchObject({ booking_failure: { cause: 'SLOT_UNAVAILABLE' } })
})

test('GO1: a booking needs its token for repetitions only, and text of guests is text', async () => {
  const venue = await shop.openVenue()
  const user_information = aPerson({ given_name: '<b>Ana</b>\n\u0000', family_name: undefined, telephone: '+4900000' })
  const { booking } = await book(aSlot(venue.id, shop.at('19:00', 3, venue)), { user_information, idempotency_token: undefined })
  const row = await shop.container.db.selectFrom('reservations').selectAll().where('id', '=', booking.booking_id).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ guestFirstName: '<b>Ana</b>', guestLastName: '', guestPhone: null, notes: '☎ +4900000' })
})

test('GO1: a venue that is paused, closed to Google or beyond its own bounds', async () => {
  const venue = await shop.openVenue()
  const { db } = shop.container
  const available = async (days: number, party = 2): Promise<boolean> => {
    const { body } = await google.ask('BatchAvailabilityLookup', {
      merchant_id: venue.id,
      slot_time: [slotTime(shop.at('19:00', days, venue), party)],
    })
    return body.slot_time_availability[0]!.available
  }
  expect([await available(30), await available(3, 10), await available(3, 11)]).toEqual([true, true, false])
  await db.updateTable('venues').set({ rwgMaxDays: 20, maxPartySize: 12 }).where('id', '=', venue.id).execute()
  expect([await available(20), await available(21), await available(3, 12), await available(3, 13)]).toEqual([true, false, true, false])
  expect(await book(aSlot(venue.id, shop.at('19:00', 21, venue)))).toMatchObject({ booking_failure: { cause: 'SLOT_UNAVAILABLE' } })
  const { booking } = await book(aSlot(venue.id, shop.at('19:00', 3, venue)))
  await db.updateTable('channelVenues').set({ state: 'paused' }).where('venueId', '=', venue.id).execute()
  expect(await available(3)).toBe(false)
  expect(await book(aSlot(venue.id, shop.at('19:00', 3, venue)))).toMatchObject({ booking_failure: { cause: 'SLOT_UNAVAILABLE' } })
  // What is booked is still looked after.
  expect((await google.ask('UpdateBooking', cancelOf(booking.booking_id))).body).toMatchObject({ booking: { status: 'CANCELED' } })
})

test('GO1: a table that the venue confirms by hand is for accounts and slots that know of it', async () => {
  const shift = aShift({ requestFromParty: 6 })
  const venue = await shop.openVenue({ book: { shifts: [shift] } })
  const at = shop.at('19:00', 3, venue)
  const slow = { confirmation_mode: 'CONFIRMATION_MODE_ASYNCHRONOUS' }
  expect(await book(aSlot(venue.id, at, 6))).toMatchObject({ booking_failure: { cause: 'SLOT_UNAVAILABLE' } })
  expect(await book(aSlot(venue.id, at, 6, slow))).toMatchObject({ booking_failure: { cause: 'SLOT_UNAVAILABLE' } })
  expect(await bookingsAt(venue.id)).toBe(0)
  await shop.container.db
    .updateTable('googleAccounts')
    .set({ capabilities: ['asynchronousBookings'] })
    .where('id', '=', google.id)
    .execute()
  const knowing = await aGoogle(shop, { environment: 'sandbox', capabilities: ['asynchronousBookings'] })
  const { body } = await knowing.ask('BatchAvailabilityLookup', {
    merchant_id: venue.id,
    slot_time: [slotTime(at, 6, slow), slotTime(at, 6), slotTime(at, 2, slow)],
  })
  expect(body.slot_time_availability.map(({ available }: { available: boolean }) => available)).toEqual([true, false, true])
  const made = await knowing.ask('CreateBooking', creation(aSlot(venue.id, at, 6, slow)))
  expect(made.body).toMatchObject({ booking: { status: 'PENDING_MERCHANT_CONFIRMATION', slot: slow } })
  const waiting = await knowing.ask('UpdateBooking', {
    booking: { booking_id: made.body.booking.booking_id, slot: { start_sec: String(at) } },
  })
  expect(waiting.body.booking).toMatchObject({ status: 'PENDING_MERCHANT_CONFIRMATION', slot: slow })
  await setStatus(made.body.booking.booking_id, 'rejected')
  const { body: now } = await knowing.ask('GetBookingStatus', { booking_id: made.body.booking.booking_id })
  expect(now.booking_status).toBe('DECLINED_BY_MERCHANT')
})

test('GO1: requests, language, seating sections and consent count where the account has them', async () => {
  const other = await aShop()
  try {
    const able = await aGoogle(other, { capabilities: ['specialRequest', 'userLocale', 'seatingSections', 'marketingPreferences'] })
    const [room, terrace] = [anArea(), anArea({ name: 'Terrace', byDefault: false })]
    const venue = await other.openVenue({ book: { areas: [room, terrace] } })
    const user_information = aPerson({ language_code: 'de-AT' })
    const wanted = await able.ask('SetMarketingPreference', { user_information, user_to_receive_marketing: true })
    expect(wanted.body).toEqual({ user_information, user_to_receive_marketing: true })
    const slot = aSlot(venue.id, other.at('19:00', 3, venue), 2, { resources: { party_size: 2, room_id: terrace.id } })
    const made = await able.ask('CreateBooking', creation(slot, { user_information, additional_request: 'Birthday\nof <b>Leo</b>' }))
    const rowOf = ({ body }: typeof made) =>
      other.container.db.selectFrom('reservations').selectAll().where('id', '=', body.booking.booking_id).executeTakeFirstOrThrow()
    expect(await rowOf(made)).toMatchObject({ areaId: terrace.id, notes: 'Birthday\nof <b>Leo</b>', guestLang: 'de', guestOptIn: true })
    await able.ask('SetMarketingPreference', { user_information })
    const later = await able.ask('CreateBooking', creation(aSlot(venue.id, other.at('19:00', 4, venue)), { user_information }))
    expect(await rowOf(later)).toMatchObject({ areaId: room.id, guestOptIn: false })
    // Google names no length: a long wish books, and is kept as far as notes go, with a sign that there was more.
    const long = { additional_request: 'Nuts! '.repeat(2000) }
    const wordy = await able.ask('CreateBooking', creation(aSlot(venue.id, other.at('20:00', 4, venue)), long))
    expect((await rowOf(wordy)).notes).toMatch(/^(Nuts! ){100,}.*…$/)
    const gone = await able.ask('CreateBooking', creation(aSlot(venue.id, other.at('19:00', 5, venue)), { offer_id: 'two-for-one' }))
    expect(gone.body).toMatchObject({ booking_failure: { cause: 'OFFER_UNAVAILABLE' } })
  } finally {
    await other.close()
  }
  expect((await google.ask('SetMarketingPreference', { user_information: aPerson() })).status).toBe(501)
})

test('GO1: CheckAvailability of the days before tells whether a slot is left', async () => {
  const slot = aSlot(shop.venue.id, shop.at('19:00', 9))
  expect((await google.ask('CheckAvailability', { slot })).body).toEqual({ slot, count_available: 1 })
  const closed = aSlot(shop.venue.id, shop.at('04:00', 9))
  expect((await google.ask('CheckAvailability', { slot: closed })).body).toEqual({ slot: closed, count_available: 0 })
})

test('GO1: passwords end when their time is over; two are good at once', async () => {
  const { db } = shop.container
  await db
    .updateTable('googlePasswords')
    .set({ expiresAt: new Date(Date.now() + 1500) })
    .where('accountId', '=', google.id)
    .execute()
  const fresh = await aGoogle(shop, { environment: 'production', systemId: await aSystemId() })
  expect((await fresh.ask('HealthCheck')).status).toBe(200)
  await expect.poll(async () => (await google.ask('HealthCheck')).status, { timeout: 9000, interval: 300 }).toBe(401)
  await db
    .updateTable('googlePasswords')
    .set({ expiresAt: new Date(Date.now() + 86_400_000) })
    .where('accountId', '=', google.id)
    .execute()
  await expect.poll(async () => (await google.ask('HealthCheck')).status, { timeout: 9000, interval: 300 }).toBe(200)
})
const aSystemId = async (): Promise<string> => {
  const id = randomUUID()
  await shop.container.db
    .insertInto('systems')
    .values({ id, code: `s${id.slice(0, 8)}`, name: id })
    .execute()
  return id
}
