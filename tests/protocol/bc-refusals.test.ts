import type { BcBooking } from '@tablewire/contracts/channels/channel-api-objects'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anArea } from '../build/a-venue.ts'
import { type Answer, aContact, aShop, type Shop } from './a-shop.ts'

let shop: Shop
beforeAll(async () => void (shop = await aShop()))
afterAll(() => shop.close())

type Refused = { message: string; code: string; errors?: Record<string, string[]> }
const shape = ({ status, body }: Answer<Refused>) => [status, body.code, ...(body.errors ? [Object.keys(body.errors)] : [])]

/** What the database holds, for "nothing changed". */
const everything = async () => {
  const { db } = shop.container
  const counts = await Promise.all(
    (['reservations', 'reservationEvents', 'guests', 'auditEntries', 'idempotencyKeys'] as const).map((table) =>
      db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow(),
    ),
  )
  return counts.map(({ n }) => n)
}

test('every kind of bad input gets its documented error, and nothing changes', async () => {
  const { call, venue, at } = shop
  const place = { venueId: venue.id, date: at('20:00'), partySize: 2 }
  const booking = { ...place, contact: aContact() }
  const before = await everything()
  const refused: [unknown[], Promise<Answer<Refused>>][] = [
    [[400, 'request.invalid', ['partySize']], call('pending-booking', { ...place, partySize: 0 })],
    [[400, 'request.invalid', ['partySize']], call('pending-booking', { ...place, partySize: 10_000 })],
    [[400, 'request.invalid', ['partySize']], call('pending-booking', { ...place, partySize: 2.5 })],
    [[422, 'party.too_large'], call('pending-booking', { ...place, partySize: 21 })],
    [[422, 'slot.past'], call('pending-booking', { ...place, date: at('20:00', -1) })],
    [[422, 'slot.past'], call('pending-booking', { ...place, date: 0 })],
    [[422, 'slot.too_far'], call('pending-booking', { ...place, date: at('20:00', 400) })],
    [[422, 'slot.too_far'], call('pending-booking', { ...place, date: 7_258_118_399 })],
    [[400, 'request.invalid', ['date']], call('pending-booking', { ...place, date: place.date * 1000 })],
    [[400, 'request.invalid', ['date']], call(`availability?venueId=${venue.id}&date=${place.date * 1000}&partySize=2`)],
    [[400, 'request.invalid', ['date']], call('booking?date=0000-01-01')],
    [[400, 'request.invalid', ['date']], call('pending-booking', { ...place, date: '2026-11-21T20:00:00Z' })],
    [[422, 'slot.closed'], call('pending-booking', { ...place, date: at('20:07') })],
    [[422, 'slot.closed'], call('pending-booking', { ...place, date: at('05:00') })],
    [[404, 'venue.not_found'], call('pending-booking', { ...place, venueId: randomUUID() })],
    [[400, 'request.invalid', ['venueId']], call('pending-booking', { ...place, venueId: "' or 1=1" })],
    [[404, 'area.not_found'], call('pending-booking', { ...place, areaId: randomUUID() })],
    [[400, 'request.invalid', ['contact']], call('booking', place)],
    [
      [400, 'request.invalid', ['contact.firstname', 'contact.email']],
      call('booking', { ...place, contact: { firstname: ' ', lastname: 'B', email: 'nobody' } }),
    ],
    [[400, 'request.invalid', ['contact.telephone']], call('booking', { ...place, contact: aContact({ telephone: '12' }) })],
    [[400, 'request.invalid', ['contact.locale']], call('booking', { ...place, contact: aContact({ locale: 'tlh' }) })],
    [[400, 'request.malformed'], call('booking', '{"venueId": ')],
    [[413, 'request.too_large'], call('booking', { ...booking, notes: 'x'.repeat(5_000_000) })],
    [[415, 'request.media_type'], call('booking', JSON.stringify(booking), { headers: { 'content-type': 'application/xml' } })],
    [[401, 'channel_key.invalid'], call('booking', booking, { key: 'wrong' })],
    [[400, 'request.invalid', ['partySize']], call(`availability?venueId=${venue.id}&date=${place.date}`)],
    [[400, 'request.invalid', ['date']], call(`availability?venueId=${venue.id}&date=tomorrow&partySize=2`)],
    [[404, 'venue.not_found'], call(`availability?venueId=${randomUUID()}&date=${place.date}&partySize=2`)],
    [[400, 'request.invalid', ['venueId']], call(`areas?date=${place.date}&partySize=2`)],
    [[400, 'request.invalid', ['venueId']], call('booking?limit=10')],
    [[400, 'request.invalid', ['limit']], call(`booking?email=a@b.test&limit=1000`)],
    [[400, 'request.invalid', ['month']], call(`calendar?venueId=${venue.id}&month=2026-13&partySize=2`)],
    [[400, 'request.invalid', ['slots']], call('availability/batch', { slots: [] })],
    [[400, 'request.invalid', ['slots']], call('availability/batch', { slots: Array.from({ length: 201 }, () => place) })],
    [[404, 'hold.not_found'], call(`pending-booking/${randomUUID()}`, { contact: aContact() }, { method: 'PUT' })],
    [[404, 'hold.not_found'], call(`pending-booking/${randomUUID()}`, undefined, { method: 'DELETE' })],
    [[404, 'reservation.not_found'], call(`booking/${randomUUID()}/cancel`, { cancelActor: 'guest' }, { method: 'PUT' })],
    [[400, 'request.invalid', ['cancelActor']], call(`booking/${randomUUID()}/cancel`, {}, { method: 'PUT' })],
    [[400, 'request.invalid', ['partySize']], call(`booking/${randomUUID()}`, {}, { method: 'PUT' })],
    [[404, 'reservation.not_found'], call(`booking/${randomUUID()}`)],
    [[404, 'route.unknown'], call('bookings')],
  ]
  for (const [expected, answer] of refused) {
    const got = await answer
    expect(shape(got), JSON.stringify(got.body)).toEqual(expected)
    expect(got.body.message).toMatch(/^[A-Z].{5,}/)
  }
  expect(await everything()).toEqual(before)
})

test('refusals speak the language asked for', async () => {
  const { call, venue, at } = shop
  const answer = await call<Refused>(
    'booking',
    { venueId: venue.id, date: at('20:00'), partySize: 500, contact: aContact() },
    { headers: { 'x-locale': 'de' } },
  )
  expect(answer.body).toMatchObject({ code: 'party.too_large', message: expect.stringContaining('20') })
  expect(answer.body.message).not.toMatch(/largest/)
})

test('a refused field is told what it should be', async () => {
  const { call, venue, at } = shop
  const place = { venueId: venue.id, date: at('20:00'), partySize: 2 }
  const errorsOf = async (answer: Promise<Answer<{ errors?: unknown }>>) => (await answer).body.errors
  const milliseconds = ['This is a moment in Unix seconds, not in milliseconds']
  expect(await errorsOf(call('pending-booking', { ...place, date: place.date * 1000 }))).toEqual({ date: milliseconds })
  expect(await errorsOf(call(`availability?venueId=${venue.id}&date=${place.date * 1000}&partySize=2`))).toEqual({ date: milliseconds })
  expect(await errorsOf(call('availability/batch', { slots: Array.from({ length: 201 }, () => place) }))).toEqual({
    slots: ['Maximum number of entries: 200'],
  })
  expect(await errorsOf(call(`booking/${randomUUID()}`, {}, { method: 'PUT' }))).toEqual({
    partySize: ['At least one of these is needed: partySize, date, areaId, notes, contact, status'],
  })
})

test('guests of every language are booked: those of ours are written to in it, others in English', async () => {
  const { call, at } = shop
  const venue = await shop.openVenue()
  const localeOf = async (locale: string) =>
    (await call<BcBooking>('booking', { venueId: venue.id, date: at('20:00'), partySize: 2, contact: aContact({ locale }) })).body.contact
      .locale
  expect(await Promise.all(['pt', 'de', 'en-GB', 'ES'].map(localeOf))).toEqual([null, 'de', 'en', 'es'])
})

test('a call without a body may name a type all the same', async () => {
  const { call, at } = shop
  const venue = await shop.openVenue()
  const { body } = await call<{ id: string }>('pending-booking', { venueId: venue.id, date: at('20:00'), partySize: 2 })
  const released = await call(`pending-booking/${body.id}`, undefined, {
    method: 'DELETE',
    headers: { 'content-type': 'application/json' },
  })
  expect(released).toMatchObject({ status: 200, body: { id: body.id, released: true } })
})

test('the same key and body get the same answer once; another body or a twin at the same moment is refused', async () => {
  const { call, at, container } = shop
  const venue = await shop.openVenue()
  const body = { venueId: venue.id, date: at('20:00'), partySize: 2, contact: aContact() }
  const idempotencyKey = randomUUID()
  const first = await call<BcBooking>('booking', body, { idempotencyKey })
  const again = await call<BcBooking>('booking', body, { idempotencyKey })
  expect([again.status, again.body]).toEqual([201, first.body])
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect(await call('booking', { ...body, partySize: 3 }, { idempotencyKey })).toMatchObject({ status: 422, body: { code: 'key.reused' } })
  expect(await call('pending-booking', body, { idempotencyKey })).toMatchObject({ status: 422, body: { code: 'key.reused' } })
  const twin = randomUUID()
  const twins = await Promise.all(Array.from({ length: 8 }, () => call<BcBooking & Refused>('booking', body, { idempotencyKey: twin })))
  expect(new Set(twins.filter(({ status }) => status === 201).map((one) => one.body.id)).size).toBe(1)
  for (const { status, body: answer } of twins) expect(status === 201 || answer.code === 'key.in_flight', answer.code).toBe(true)
  expect(await container.db.selectFrom('reservations').select('id').where('venueId', '=', venue.id).execute()).toHaveLength(2)
})

test('a refusal is not kept under its key: when there is room, the same request succeeds', async () => {
  const { call, at } = shop
  const venue = await shop.openVenue({ book: { areas: [anArea({ capacity: 2 })] } })
  const body = { venueId: venue.id, date: at('20:00'), partySize: 2 }
  const held = await call<{ id: string }>('pending-booking', body)
  const idempotencyKey = randomUUID()
  expect((await call<Refused>('pending-booking', body, { idempotencyKey })).body.code).toBe('slot.taken')
  await call(`pending-booking/${held.body.id}`, undefined, { method: 'DELETE' })
  expect((await call('pending-booking', body, { idempotencyKey })).status).toBe(201)
})
