import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aReservation, dayFromNow } from '../build/a-reservation.ts'
import { aUser } from '../build/a-user.ts'
import { anArea, aShift, type TestVenue } from '../build/a-venue.ts'
import { aGoogle, aPerson, aSlot, aToken, creation, type Google, type GoogleAnswer, slotTime } from './a-google.ts'
import { aShop, type Shop } from './a-shop.ts'

let shop: Shop
let google: Google
beforeAll(async () => {
  shop = await aShop()
  google = await aGoogle(shop, { capabilities: ['seatingSections'] })
})
afterAll(() => shop.close())

const create = (slot: object, more: Record<string, unknown> = {}) => google.ask('CreateBooking', creation(slot, more))
const book = async (slot: object, more: Record<string, unknown> = {}) => {
  const { status, body } = await create(slot, more)
  expect([status, body.booking_failure]).toEqual([200, undefined])
  return body.booking
}
const cancelOf = (booking_id: string) => ({ booking: { booking_id, status: 'CANCELED' } })
const moveOf = (booking_id: string, startSec: number) => ({ booking: { booking_id, slot: { start_sec: String(startSec) } } })
/** A no of the business: of the two parts of an answer only this one is there. */
const failure = (cause: string, { status, body }: GoogleAnswer): void => {
  expect([status, Object.keys(body), body.booking_failure.cause]).toEqual([200, ['booking_failure'], cause])
}
const openAt = async (venueId: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from reservations where venue_id = ${venueId} and status in ('confirmed', 'pending_confirmation', 'held')`.execute(
    shop.container.db,
  )
  return rows[0]!.n
}
const lookup = async (merchant_id: string, slot_time: object[]): Promise<boolean[]> => {
  const { status, body } = await google.ask('BatchAvailabilityLookup', { merchant_id, slot_time })
  expect(status).toBe(200)
  expect(body.slot_time_availability.map(({ slot_time: echoed }) => echoed)).toEqual(slot_time)
  return body.slot_time_availability.map(({ available }) => available)
}

test('GO1: a page of several days, parties and rooms of one merchant is one answer, a click another, and both say the same', async () => {
  const bar = anArea({ name: 'Bar', capacity: 2, byDefault: false })
  const venue = await shop.openVenue({ book: { areas: [anArea({ capacity: 4 }), bar] } })
  await aReservation(shop.container.db, venue, { date: dayFromNow(4, venue), time: '19:00', partySize: 2, areaId: bar.id })
  const asked = [3, 4, 5].flatMap((day) =>
    [2, 4].flatMap((party) =>
      [{ party_size: party }, { party_size: party, room_id: bar.id }].map((resource_ids) =>
        slotTime(shop.at('19:00', day, venue), party, {
          resource_ids,
          confirmation_mode: 'CONFIRMATION_MODE_SYNCHRONOUS',
          availability_tag: `${day}`,
        }),
      ),
    ),
  )
  const page = await lookup(venue.id, asked)
  expect(page).toEqual([true, true, true, false, true, false, true, false, true, true, true, false])
  for (const [index, slot] of asked.entries()) expect(await lookup(venue.id, [slot]), JSON.stringify(slot)).toEqual([page[index]])
})

test('GO1: a page of ten thousand slots is answered like any other, each once and in order, and others have their turn meanwhile', async () => {
  const venue = await shop.openVenue({ book: { areas: [anArea({ capacity: 4 })] } })
  await aReservation(shop.container.db, venue, { date: dayFromNow(6, venue), time: '19:00', partySize: 3 })
  const days = Array.from({ length: 40 }, (_, nth) => shop.at('19:00', 3 + nth, venue))
  const slots = Array.from({ length: 10_000 }, (_, nth) => slotTime(days[(nth * 7) % 40]!, 1 + (nth % 4)))
  const asking = lookup(venue.id, slots)
  const beside = { over: false, answered: 0 }
  void asking.finally(() => (beside.over = true))
  for (; !beside.over; beside.answered++) await google.ask('HealthCheck')
  const taken = days[3]
  expect(await asking).toEqual(slots.map((slot) => slot.start_sec !== String(taken) || slot.resource_ids['party_size'] === 1))
  expect(beside.answered).toBeGreaterThan(2)
})

test('GO1: what a lookup calls available can be booked, and nothing else can', async () => {
  const shift = aShift({ intervalMinutes: 30, lastSeating: '20:00', pacing: { covers: 12, parties: 3 }, requestFromParty: 8 })
  const areas = [anArea({ capacity: 9 }), anArea({ name: 'Terrace', capacity: 5, byDefault: false })]
  const venue = await shop.openVenue({ book: { shifts: [shift], areas, party: { min: 2, max: 9 } } })
  for (const [time, partySize] of [
    ['18:00', 6],
    ['19:00', 2],
    ['19:30', 5],
  ] as const)
    await aReservation(shop.container.db, venue, { date: dayFromNow(3, venue), time, partySize })
  const asked = ['16:30', '17:00', '17:30', '17:45', '18:00', '18:30', '19:00', '19:30', '20:00', '20:30'].flatMap((time) =>
    [1, 2, 4, 6, 8, 9, 10].map((party) => slotTime(shop.at(time, 3, venue), party)),
  )
  const available = await lookup(venue.id, asked)
  expect(new Set(available)).toEqual(new Set([true, false]))
  for (const [index, { start_sec, resource_ids }] of asked.entries()) {
    const answer = await create(aSlot(venue.id, Number(start_sec), resource_ids.party_size))
    if (!available[index]) failure('SLOT_UNAVAILABLE', answer)
    else {
      expect(answer.body.booking?.status, `${start_sec} ${resource_ids.party_size}`).toBe('CONFIRMED')
      await google.ask('UpdateBooking', cancelOf(answer.body.booking.booking_id))
    }
  }
})

test('GO1: before the notice, and after the cut-off of a shift, nothing is available and nothing booked, whatever a feed said', async () => {
  const venue = await shop.openVenue({ book: { noticeMinutes: 60 * 24 * 5 } })
  const [soon, later] = [shop.at('19:00', 4, venue), shop.at('19:00', 7, venue)]
  expect(await lookup(venue.id, [slotTime(soon), slotTime(later)])).toEqual([false, true])
  failure('SLOT_UNAVAILABLE', await create(aSlot(venue.id, soon)))
  const booking = await book(aSlot(venue.id, later))
  failure('SLOT_UNAVAILABLE', await google.ask('UpdateBooking', moveOf(booking.booking_id, soon)))
  const early = await shop.openVenue({ book: { cutOffMinutes: 60 * 24 * 3 } })
  const [tomorrow, week] = [shop.at('19:00', 1, early), shop.at('19:00', 7, early)]
  expect(await lookup(early.id, [slotTime(tomorrow), slotTime(week)])).toEqual([false, true])
  failure('SLOT_UNAVAILABLE', await create(aSlot(early.id, tomorrow)))
})

test('GO1: a booking of Google’s stands in the list the restaurant works with, and its cancellation as well', async () => {
  const venue = await shop.openVenue()
  const token = await shop.signIn(await aUser(shop.container.db, { roles: ['ROLE_SUPER_ADMIN', 'ROLE_ADMIN'] }))
  const booking = await book(aSlot(venue.id, shop.at('19:00', 3, venue)))
  const read = async () =>
    (await shop.ask({ method: 'GET', url: `/v1/reservations/${booking.booking_id}`, token })).json<{ data: { status: string } }>().data
  const listed = await shop.ask({
    method: 'GET',
    url: `/v1/reservations?filters[venueId]=${venue.id}&filters[from]=${dayFromNow(3, venue)}&filters[to]=${dayFromNow(3, venue)}`,
    token,
  })
  expect(listed.statusCode, listed.body).toBe(200)
  expect(listed.json<{ data: { id: string }[] }>().data.map(({ id }) => id)).toContain(booking.booking_id)
  expect((await read()).status).toBe('confirmed')
  await google.ask('UpdateBooking', cancelOf(booking.booking_id))
  expect((await read()).status).toBe('canceled')
})

test('GO1: an offer that nobody makes, of a slot that is there and of one that is gone', async () => {
  const venue = await shop.openVenue({ book: { areas: [anArea({ capacity: 2 })] } })
  const slot = aSlot(venue.id, shop.at('19:00', 3, venue))
  failure('OFFER_UNAVAILABLE', await create(slot, { offer_id: 'half-price' }))
  await book(slot)
  failure('SLOT_UNAVAILABLE', await create(slot, { offer_id: 'half-price' }))
  expect(await openAt(venue.id)).toBe(1)
})

test('GO1: the same token and another body at the same moment: one of them is booked, the other refused', async () => {
  const venue = await shop.openVenue()
  const idempotency_token = aToken()
  const people = Array.from({ length: 6 }, () => aPerson())
  const slot = aSlot(venue.id, shop.at('19:00', 3, venue))
  const answers = await Promise.all(people.map((user_information) => create(slot, { idempotency_token, user_information })))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400, 400, 400])
  expect(await openAt(venue.id)).toBe(1)
})

test('GO1: a create that comes once more after its booking ended books nothing and is answered alike', async () => {
  const venue = await shop.openVenue()
  const request = creation(aSlot(venue.id, shop.at('19:00', 3, venue)))
  const first = await google.ask('CreateBooking', request)
  await google.ask('UpdateBooking', cancelOf(first.body.booking.booking_id))
  expect((await google.ask('CreateBooking', request)).body).toEqual(first.body)
  await sql`delete from idempotency_keys`.execute(shop.container.db)
  // Long after: the same booking, as it stands.
  expect((await google.ask('CreateBooking', request)).body.booking).toMatchObject({
    booking_id: first.body.booking.booking_id,
    status: 'CANCELED',
  })
  expect(await openAt(venue.id)).toBe(0)
})

/** A booking of Google's that has come to that already. */
const endedAs = async (venue: TestVenue, status: (typeof endings)[number]): Promise<string> => {
  const { id } = await aReservation(shop.container.db, venue, { date: dayFromNow(3, venue), channelId: shop.channel.id, status })
  const row = { venueId: venue.id, reservationId: id, accountId: google.id, userId: 'u', requestHash: '', createdAt: new Date() }
  await shop.container.db.insertInto('googleBookings').values(row).execute()
  return id
}
const endings = ['seated', 'completed', 'no_show', 'expired', 'rejected', 'canceled'] as const
test.each(endings)('GO1: a booking that is %s is neither moved nor canceled: business failures, answered with 200', async (status) => {
  const venue = await shop.openVenue()
  const booking_id = await endedAs(venue, status)
  const cause = status === 'rejected' || status === 'canceled' ? 'BOOKING_ALREADY_CANCELLED' : 'BOOKING_NOT_CANCELLABLE'
  failure(cause, await google.ask('UpdateBooking', cancelOf(booking_id)))
  failure(cause, await google.ask('UpdateBooking', moveOf(booking_id, shop.at('20:00', 3, venue))))
  expect((await google.ask('GetBookingStatus', { booking_id })).status).toBe(200)
  expect((await google.ask('ListBookings', { user_id: 'u' })).body.bookings).toEqual([])
})

test('GO1: moves and cancellations of one booking at once each get an answer of the business', async () => {
  const venue = await shop.openVenue()
  const { booking_id } = await book(aSlot(venue.id, shop.at('19:00', 3, venue)))
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, nth) =>
      google.ask(
        'UpdateBooking',
        nth % 3 === 1 ? cancelOf(booking_id) : moveOf(booking_id, shop.at(nth % 2 ? '20:00' : '21:00', 3, venue)),
      ),
    ),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  for (const { body } of answers.filter(({ body: { booking } }) => !booking))
    expect(body.booking_failure.cause).toBe('BOOKING_ALREADY_CANCELLED')
  expect((await google.ask('GetBookingStatus', { booking_id })).body.booking_status).toBe('CANCELED')
})

test('GO1: a status that stands already changes nothing; a booking at a venue that has left is canceled, and not moved', async () => {
  const venue = await shop.openVenue()
  const booking = await book(aSlot(venue.id, shop.at('19:00', 3, venue)))
  const { booking_id } = booking
  const confirmed = { booking: { booking_id, status: 'CONFIRMED' } }
  expect((await google.ask('UpdateBooking', confirmed)).body.booking).toMatchObject({ booking_id, status: 'CONFIRMED', slot: booking.slot })
  expect((await google.ask('UpdateBooking', { booking: { booking_id, status: 'NO_SHOW' } })).status).toBe(400)
  expect((await google.ask('UpdateBooking', { booking: { booking_id } })).status).toBe(400)
  await shop.container.db.deleteFrom('channelVenues').where('venueId', '=', venue.id).execute()
  failure('SLOT_UNAVAILABLE', await google.ask('UpdateBooking', moveOf(booking_id, shop.at('20:00', 3, venue))))
  expect((await google.ask('UpdateBooking', cancelOf(booking_id))).body.booking.status).toBe('CANCELED')
  expect((await google.ask('UpdateBooking', confirmed)).body.booking_failure.cause).toBe('BOOKING_ALREADY_CANCELLED')
})

const methods = [
  'BatchAvailabilityLookup',
  'CheckAvailability',
  'CreateBooking',
  'UpdateBooking',
  'GetBookingStatus',
  'ListBookings',
  'SetMarketingPreference',
]
test('GO1: wrong credentials on every method: 401, and nothing is done', async () => {
  const venue = await shop.openVenue()
  const at = shop.at('19:00', 3, venue)
  const { booking_id, user_information } = await book(aSlot(venue.id, at))
  const bodies: Record<string, object> = {
    BatchAvailabilityLookup: { merchant_id: venue.id, slot_time: [slotTime(at)] },
    CheckAvailability: { slot: aSlot(venue.id, at) },
    CreateBooking: creation(aSlot(venue.id, at)),
    UpdateBooking: cancelOf(booking_id),
    GetBookingStatus: { booking_id },
    ListBookings: { user_id: user_information.user_id },
    SetMarketingPreference: { user_information, user_to_receive_marketing: true },
  }
  for (const method of methods)
    for (const authorization of [null, 'Basic bm9ib2R5Om5vdGhpbmc=']) {
      const answer = await google.ask(method, bodies[method], { authorization })
      expect([answer.status, answer.headers.get('www-authenticate')], method).toEqual([401, expect.stringMatching(/^Basic /)])
      expect(answer.body).toMatchObject({ error: { code: 401, status: 'UNAUTHENTICATED' } })
    }
  expect(await openAt(venue.id)).toBe(1)
  expect((await google.ask('GetBookingStatus', { booking_id })).body.booking_status).toBe('CONFIRMED')
})

test('GO1: more calls than agreed: 429 with when to come again, in Google’s words', async () => {
  const { db } = shop.container
  await db.updateTable('channels').set({ rateLimitPerMinute: 2 }).where('id', '=', shop.channel.id).execute()
  try {
    const answers: GoogleAnswer[] = []
    const seen = async () => {
      answers.push(await google.ask('GetBookingStatus', { booking_id: 'R1' }))
      return answers.at(-1)!.status
    }
    await expect.poll(seen, { timeout: 15_000, interval: 20 }).toBe(429)
    const { body, headers } = answers.at(-1)!
    expect(body).toMatchObject({ error: { code: 429, status: 'RESOURCE_EXHAUSTED' } })
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  } finally {
    await db.updateTable('channels').set({ rateLimitPerMinute: 100_000 }).where('id', '=', shop.channel.id).execute()
  }
})
