import { randomUUID } from 'node:crypto'
import type { BcAvailability, BcBooking } from '@tablewire/contracts/channels/channel-api-objects'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChannel } from '../build/a-channel.ts'
import { aReservation, dayFromNow } from '../build/a-reservation.ts'
import { anArea, aShift } from '../build/a-venue.ts'
import { aContact, aShop, type Shop } from './a-shop.ts'

let shop: Shop
beforeAll(async () => void (shop = await aShop()))
afterAll(() => shop.close())

type Listed<T> = { total: number; data: T[] }
const times = ({ slots }: { slots: readonly { time: string }[] }): string[] => slots.map((slot) => slot.time)

test('a channel lists the venues it sells, and reads one', async () => {
  const { call, venue } = shop
  const other = await shop.openVenue({
    name: 'Bar 100% Übung',
    city: 'Berlin',
    countryCode: 'DE',
    book: { noticeMinutes: 61, cancellationWindowMinutes: 1441, bookableAreas: true },
  })
  const all = await call<Listed<{ id: string }>>('venues')
  expect(all.body.total).toBe(2)
  const found = await call<Listed<Record<string, unknown>>>('venues?filters[criteria]=100%25 ü&filters[city]=berl&filters[countryCode]=DE')
  expect(found.body).toMatchObject({
    total: 1,
    data: [
      {
        id: other.id,
        minAdvanceBooking: 2,
        minAdvanceOnlineCancelling: 25,
        bookableAreas: true,
        minCovers: 1,
        maxCovers: 20,
        rms: { name: 'Tablewire book' },
      },
    ],
  })
  expect((await call<Listed<unknown>>('venues?limit=1&offset=5')).body).toEqual({ total: 2, data: [], next: null })
  expect((await call(`venues/${venue.id}`)).body).toMatchObject({
    id: venue.id,
    timezone: 'Europe/Madrid',
    currency: 'EUR',
    city: 'Madrid',
    bookingMessage: null,
    confirmationMessage: null,
  })
  const { db } = shop.container
  await db
    .updateTable('venues')
    .set({ confirmationText: JSON.stringify({ en: 'See you soon', de: 'Bis bald' }) })
    .where('id', '=', venue.id)
    .execute()
  await sql`update channels set texts = ${JSON.stringify({ bookingMessage: { en: 'Dogs are welcome' } })}::jsonb where id = ${shop.channel.id}`.execute(
    db,
  )
  const inGerman = await call(`venues/${venue.id}`, undefined, { headers: { 'x-locale': 'de' } })
  expect(inGerman.body).toMatchObject({ bookingMessage: 'Dogs are welcome', confirmationMessage: 'Bis bald' })
  await sql`update channels set texts = '{}' where id = ${shop.channel.id}`.execute(db)
})

test('the whole way: areas, availability, hold, commit, read, change, list, cancel', async () => {
  const { call, venue, at } = shop
  const date = at('20:00')
  const areas = await call<Listed<{ id: string; name: string }>>(`areas?mzId=${venue.id}&date=${date}&partySize=4`)
  expect(areas.body.data.map((area) => area.name)).toEqual(['Main room', 'Terrace'])
  const open = await call<BcAvailability>(`availability?venueId=${venue.id}&date=${date}&partySize=4`)
  expect(times(open.body)).toEqual(['19:00', '19:15', '19:30', '19:45', '20:00', '20:15', '20:30', '20:45', '21:00'])
  expect(open.body.slots[4]).toEqual({ time: '20:00', startSec: date, requireCreditCard: false, amount: 0, type: 'book' })
  expect(open.body.openingTimes).toHaveLength(21)
  expect([open.body.nextAvailability, open.body.previousAvailability]).toEqual([null, null])

  const held = await call<{ id: string; holdingTime: number; expiresAt: number }>('pending-booking', {
    venueId: venue.id,
    date,
    partySize: 4,
  })
  expect(held).toMatchObject({ status: 201, body: { holdingTime: 300, venueMessage: null } })
  expect(Math.abs(held.body.expiresAt - Date.now() / 1000 - 300)).toBeLessThan(10)
  expect((await call(`booking/${held.body.id}`)).status).toBe(404)

  const address = { country: 'DE', city: 'Köln', street: 'Am Hof 3', region: null, postalCode: '50667' }
  const commit = () =>
    call<BcBooking>(
      `pending-booking/${held.body.id}`,
      { contact: aContact({ address }), notes: 'High chair', paymentGatewayToken: 'tok_never_kept' },
      { method: 'PUT' },
    )
  const booked = await commit()
  expect(booked.status).toBe(200)
  expect(booked.body).toMatchObject({
    id: held.body.id,
    venueId: venue.id,
    bookingChannelId: shop.channel.id,
    status: 'confirmed',
    partySize: 4,
    date,
    session: 'dinner',
    notes: 'High chair',
    cancelActor: null,
    canceledAt: null,
    contact: {
      firstname: 'Lena',
      lastname: 'Brandt',
      email: 'lena@example.test',
      telephone: '34600111222',
      locale: 'de',
      address,
      optInConsent: true,
    },
  })
  expect((await commit()).body).toEqual(booked.body)
  expect(
    await call(`pending-booking/${held.body.id}`, { contact: aContact({ email: 'other@example.test' }) }, { method: 'PUT' }),
  ).toMatchObject({ status: 409, body: { code: 'reservation.move_illegal' } })

  const later = at('21:30')
  const changed = await call<BcBooking>(
    `booking/${held.body.id}`,
    { date: later, partySize: 5, contact: { lastname: 'Brandt-Ruiz', address: { ...address, street: 'Am Hof 4' } }, status: 'confirmed' },
    { method: 'PUT' },
  )
  expect(changed.body).toMatchObject({
    status: 'confirmed',
    date: later,
    partySize: 5,
    notes: 'High chair',
    contact: { firstname: 'Lena', lastname: 'Brandt-Ruiz', email: 'lena@example.test', address: { ...address, street: 'Am Hof 4' } },
  })
  expect((await call(`booking/${held.body.id}`)).body).toEqual(changed.body)

  for (const query of ['email=LENA@example.test', `venueId=${venue.id}`, `date=${dayFromNow(3, venue)}`]) {
    const listed = await call<Listed<BcBooking>>(`booking?${query}`)
    expect(listed.body, query).toEqual({ total: 1, data: [changed.body], next: null })
  }
  const cancel = () =>
    call<BcBooking>(`booking/${held.body.id}/cancel`, { cancelActor: 'guest', cancelReason: 'Plans changed' }, { method: 'PUT' })
  const canceled = await cancel()
  expect(canceled.body).toMatchObject({ status: 'canceled', cancelActor: 'guest', cancelReason: 'Plans changed' })
  expect(Math.abs(canceled.body.canceledAt! - Date.now() / 1000)).toBeLessThan(10)
  expect((await cancel()).body).toEqual(canceled.body)
  expect(await call(`booking/${held.body.id}`, { partySize: 2 }, { method: 'PUT' })).toMatchObject({
    status: 409,
    body: { code: 'reservation.final' },
  })
})

test('a hold keeps its place, and gives it back when released or run out', async () => {
  const { call, at, container } = shop
  const venue = await shop.openVenue({ book: { areas: [anArea({ capacity: 4 })] } })
  const place = { venueId: venue.id, date: at('20:00'), partySize: 4 }
  const first = await call<{ id: string }>('pending-booking', place)
  expect(await call('pending-booking', place)).toMatchObject({ status: 409, body: { code: 'slot.taken' } })
  expect((await call(`pending-booking/${first.body.id}`, undefined, { method: 'DELETE' })).body).toEqual({
    id: first.body.id,
    released: true,
  })
  expect((await call(`pending-booking/${first.body.id}`, undefined, { method: 'DELETE' })).body).toEqual({
    id: first.body.id,
    released: false,
  })
  expect(await call(`pending-booking/${first.body.id}`, { contact: aContact() }, { method: 'PUT' })).toMatchObject({
    status: 409,
    body: { code: 'hold.expired' },
  })
  const second = await call<{ id: string }>('pending-booking', place)
  expect(second.status).toBe(201)
  await container.db
    .updateTable('reservations')
    .set({ holdExpiresAt: new Date(Date.now() - 1000).toISOString() })
    .where('id', '=', second.body.id)
    .execute()
  expect(await call(`pending-booking/${second.body.id}`, { contact: aContact() }, { method: 'PUT' })).toMatchObject({
    status: 409,
    body: { code: 'hold.expired' },
  })
  const booked = await call<BcBooking>('booking', { ...place, contact: aContact() })
  expect(booked).toMatchObject({ status: 201, body: { status: 'confirmed' } })
  expect(await call(`pending-booking/${booked.body.id}`, undefined, { method: 'DELETE' })).toMatchObject({
    status: 409,
    body: { code: 'reservation.move_illegal' },
  })
})

test('a hold whose venue was archived is told that the venue has closed', async () => {
  const { call, at, container } = shop
  const venue = await shop.openVenue()
  const held = await call<{ id: string }>('pending-booking', { venueId: venue.id, date: at('19:00', 3), partySize: 2 })
  expect(held.status).toBe(201)
  await container.db
    .updateTable('venues')
    .set({ archivedAt: new Date().toISOString(), archivedActive: true, active: false })
    .where('id', '=', venue.id)
    .execute()
  expect(await call(`pending-booking/${held.body.id}`, { contact: aContact() }, { method: 'PUT' })).toMatchObject({
    status: 422,
    body: { code: 'slot.closed', message: expect.stringContaining('not active') as string },
  })
})

test('where the venue confirms large parties itself, they wait, and no channel confirms them', async () => {
  const { call, at } = shop
  const venue = await shop.openVenue({ book: { shifts: [aShift({ requestFromParty: 6 })] } })
  const place = { venueId: venue.id, date: at('20:00'), partySize: 6 }
  const open = await call<BcAvailability>(`availability?venueId=${venue.id}&date=${place.date}&partySize=6`)
  expect(new Set(open.body.slots.map((slot) => slot.type))).toEqual(new Set(['request']))
  const held = await call<{ id: string }>('pending-booking', place)
  const asked = await call<BcBooking>(`pending-booking/${held.body.id}`, { contact: aContact() }, { method: 'PUT' })
  expect(asked.body.status).toBe('pending')
  expect(await call(`booking/${asked.body.id}`, { status: 'confirmed' }, { method: 'PUT' })).toMatchObject({
    status: 409,
    body: { code: 'reservation.move_illegal' },
  })
  expect((await call<BcBooking>('booking', { ...place, contact: aContact() })).body.status).toBe('pending')
  const small = await call<BcBooking>('booking', { ...place, partySize: 4, contact: aContact() })
  expect(small.body.status).toBe('confirmed')
  expect(await call(`booking/${small.body.id}`, { partySize: 7 }, { method: 'PUT' })).toMatchObject({
    status: 422,
    body: { code: 'slot.closed' },
  })
  expect((await call<BcBooking>(`booking/${asked.body.id}`, { status: 'canceled' }, { method: 'PUT' })).body).toMatchObject({
    status: 'canceled',
    cancelActor: 'channel',
  })
})

test('next and previous are named when nothing is open around the moment', async () => {
  const { call, at } = shop
  const closed = { id: '019ab000-0000-7000-8000-000000000001', name: 'Holiday', from: null, to: null, areaId: null }
  const venue = await shop.openVenue({
    book: { shifts: [aShift({ days: [1, 2, 3, 4, 5, 6, 7], from: '19:00', to: '22:00', lastSeating: '21:00', intervalMinutes: 30 })] },
  })
  const ask = async (time: string, days = 3) =>
    (await call<BcAvailability>(`availability?venueId=${venue.id}&date=${at(time, days)}&partySize=2`)).body
  const noon = await ask('12:00')
  expect(noon).toMatchObject({ slots: [], nextAvailability: { date: at('19:00') }, previousAvailability: null })
  expect(times(noon.nextAvailability!)).toEqual(['19:00', '19:30', '20:00', '20:30', '21:00'])
  expect(times({ slots: noon.openingTimes })).toEqual(['19:00', '19:30', '20:00', '20:30', '21:00'])
  const night = await ask('23:45')
  expect(night).toMatchObject({ slots: [], nextAvailability: { date: at('19:00', 4) }, previousAvailability: { date: at('19:00') } })
  const shut = await shop.openVenue({ book: { closures: [{ ...closed, fromOn: dayFromNow(2, venue), toOn: dayFromNow(8, venue) }] } })
  const week = (await call<BcAvailability>(`availability?venueId=${shut.id}&date=${at('20:00')}&partySize=2`)).body
  expect(week).toMatchObject({ slots: [], nextAvailability: { date: at('17:00', 9) }, previousAvailability: null })
})

test('an evening that runs past midnight stays one service day', async () => {
  const { call, at } = shop
  const venue = await shop.openVenue({
    book: {
      openingHours: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '18:00', to: '03:00' })),
      shifts: [aShift({ from: '18:00', to: '03:00', lastSeating: '01:30', intervalMinutes: 30 })],
    },
  })
  const { body } = await call<BcAvailability>(`availability?venueId=${venue.id}&date=${at('00:30', 4)}&partySize=2`)
  expect(times(body)).toEqual(['22:30', '23:00', '23:30', '00:00', '00:30', '01:00', '01:30'])
  const booked = await call<BcBooking>('booking', { venueId: venue.id, date: at('00:30', 4), partySize: 2, contact: aContact() })
  expect(booked.body).toMatchObject({ status: 'confirmed', session: 'dinner', date: at('00:30', 4) })
  expect((await call<Listed<BcBooking>>(`booking?venueId=${venue.id}&date=${dayFromNow(4, venue)}`)).body.total).toBe(1)
})

test('venues that sell by area want one named', async () => {
  const { call, at } = shop
  const [room, terrace, cellar] = [
    anArea({ capacity: 8 }),
    anArea({ name: 'Terrace', capacity: 2, byDefault: false }),
    anArea({ name: 'Cellar', byDefault: false, online: false }),
  ]
  const venue = await shop.openVenue({ book: { bookableAreas: true, areas: [room, terrace, cellar] } })
  const moment = `venueId=${venue.id}&date=${at('20:00')}`
  expect((await call<Listed<unknown>>(`areas?${moment}&partySize=4`)).body).toEqual({
    total: 1,
    data: [{ id: room.id, name: 'Main room', description: '' }],
  })
  expect(await call(`availability?${moment}&partySize=2`)).toMatchObject({ status: 422, body: { code: 'area.required' } })
  expect((await call<BcAvailability>(`availability?${moment}&partySize=2&areaId=${terrace.id}`)).body.slots).toHaveLength(9)
  expect(await call(`availability?${moment}&partySize=2&areaId=${cellar.id}`)).toMatchObject({
    status: 404,
    body: { code: 'area.not_found' },
  })
  const place = { venueId: venue.id, date: at('20:00'), partySize: 2, contact: aContact() }
  expect(await call('booking', place)).toMatchObject({ status: 422, body: { code: 'area.required' } })
  expect(await call('booking', { ...place, areaId: cellar.id })).toMatchObject({ status: 404, body: { code: 'area.not_found' } })
  const booked = await call<BcBooking>('booking', { ...place, areaId: terrace.id })
  expect(booked.body.areaId).toBe(terrace.id)
  expect(await call('booking', { ...place, areaId: terrace.id })).toMatchObject({ status: 409, body: { code: 'slot.taken' } })
  expect((await call<BcBooking>(`booking/${booked.body.id}`, { areaId: room.id }, { method: 'PUT' })).body.areaId).toBe(room.id)
})

test('the calendar names the days, the batch answers many exact starts and changes nothing', async () => {
  const { call, at, container } = shop
  const venue = await shop.openVenue({ book: { horizonDays: 40, shifts: [aShift({ days: [5, 6] })] } })
  const day = dayFromNow(10, venue)
  const month = day.slice(0, 7)
  const { body } = await call<{ days: { date: string; available: boolean }[] }>(`calendar?venueId=${venue.id}&month=${month}&partySize=2`)
  const weekday = (date: string) => new Date(`${date}T12:00:00Z`).getUTCDay()
  for (const { date, available } of body.days)
    expect(available, date).toBe(
      date > dayFromNow(0, venue)
        ? [5, 6].includes(weekday(date)) && date <= dayFromNow(40, venue)
        : available && date === dayFromNow(0, venue),
    )
  expect(
    (await call<{ days: { available: boolean }[] }>(`calendar?venueId=${venue.id}&month=2020-02&partySize=2`)).body.days.filter(
      (one) => one.available,
    ),
  ).toEqual([])

  const paused = await shop.openVenue()
  await container.db.updateTable('channelVenues').set({ state: 'paused' }).where('venueId', '=', paused.id).execute()
  const full = await shop.openVenue({ book: { areas: [anArea({ capacity: 2 })] } })
  await call('booking', { venueId: full.id, date: at('20:00'), partySize: 2, contact: aContact() })
  const slot = { date: at('20:00'), partySize: 2 }
  const [moved, moving] = [randomUUID(), randomUUID()]
  for (const [place, state] of [
    [moved, 'done'],
    [moving, 'moved'],
  ] as const) {
    const move = randomUUID()
    await sql`insert into company_moves (id, company_id, company_name, side, state, venues, url, ahead_before)
      values (${move}, ${randomUUID()}, 'x', 'source', ${state}, '{}', 'https://there.test', now())`.execute(container.db)
    await sql`insert into closed_places (place_id, turn, move_id, url) values (${place}, ${move}, ${move}, 'https://there.test')`.execute(
      container.db,
    )
  }
  const rows = await container.db.selectFrom('reservations').select('id').execute()
  const checked = await call<Listed<{ available: boolean; reason: string | null; url?: string }>>('availability/batch', {
    slots: [
      { ...slot, venueId: shop.venue.id },
      { ...slot, venueId: full.id },
      { ...slot, venueId: full.id, date: at('22:00') },
      { ...slot, venueId: paused.id },
      { ...slot, venueId: '019ab000-0000-7000-8000-00000000dead' },
      { ...slot, venueId: moved },
      { ...slot, venueId: moving },
      { ...slot, venueId: shop.venue.id, date: at('20:07') },
      { ...slot, venueId: shop.venue.id, partySize: 500 },
      { ...slot, venueId: shop.venue.id, date: 1 },
      { ...slot, venueId: shop.venue.id, areaId: full.areaId },
    ],
  })
  expect(checked.status).toBe(200)
  expect(checked.body.data.map((one) => one.reason)).toEqual([
    null,
    'area_capacity',
    null,
    'channel_paused',
    'venue_not_found',
    'venue_moved',
    'venue_moving',
    'no_shift',
    'party_max',
    expect.any(String),
    'area_not_found',
  ])
  expect(checked.body.data.map((one) => one.available)).toEqual([true, false, true, ...Array<boolean>(8).fill(false)])
  expect(checked.body.data.map(({ url }) => url).filter(Boolean)).toEqual(['https://there.test'])
  expect(await container.db.selectFrom('reservations').select('id').execute()).toHaveLength(rows.length)
})

test('a channel knows its own bookings only, also those of a venue that has paused it', async () => {
  const { call, at, container } = shop
  const venue = await shop.openVenue()
  const rival = await aChannel(container.db, { venues: [venue.id] })
  const mine = await call<BcBooking>('booking', { venueId: venue.id, date: at('20:00'), partySize: 2, contact: aContact() })
  const byPhone = await aReservation(container.db, venue)
  expect((await call<Listed<unknown>>(`booking?venueId=${venue.id}`)).body.total).toBe(1)
  expect((await call<Listed<unknown>>(`booking?venueId=${venue.id}`, undefined, { key: rival.key })).body.total).toBe(0)
  const tries: [string, unknown?, string?][] = [
    [`booking/${mine.body.id}`],
    [`booking/${mine.body.id}`, { partySize: 3 }, 'PUT'],
    [`booking/${mine.body.id}/cancel`, { cancelActor: 'guest' }, 'PUT'],
  ]
  for (const [path, body, method] of tries)
    expect((await call(path, body, { key: rival.key, ...(method ? { method } : {}) })).body['code'], path).toBe('reservation.not_found')
  expect((await call(`pending-booking/${mine.body.id}`, undefined, { method: 'DELETE', key: rival.key })).body['code']).toBe(
    'hold.not_found',
  )
  expect((await call(`booking/${byPhone.id}`)).body['code']).toBe('reservation.not_found')

  await container.db
    .updateTable('channelVenues')
    .set({ state: 'paused' })
    .where('venueId', '=', venue.id)
    .where('channelId', '=', shop.channel.id)
    .execute()
  expect((await call(`booking/${mine.body.id}`)).status).toBe(200)
  expect((await call(`venues/${venue.id}`)).body['code']).toBe('venue.not_found')
  expect(await call('pending-booking', { venueId: venue.id, date: at('20:00'), partySize: 2 })).toMatchObject({
    status: 403,
    body: { code: 'channel.not_linked' },
  })
  expect((await call(`booking/${mine.body.id}`, { date: at('21:00') }, { method: 'PUT' })).body['code']).toBe('slot.closed')
  expect((await call<BcBooking>(`booking/${mine.body.id}`, { partySize: 1 }, { method: 'PUT' })).body.partySize).toBe(1)
  expect((await call<BcBooking>(`booking/${mine.body.id}/cancel`, { cancelActor: 'guest' }, { method: 'PUT' })).body.status).toBe(
    'canceled',
  )
})

test('what comes through the widget is told apart from what a partner sends', async () => {
  const { call, venue, at, container } = shop
  const widget = await aChannel(container.db, { type: 'widget', venues: [venue.id] })
  const place = { venueId: venue.id, date: at('21:00', 6), partySize: 2, contact: aContact() }
  for (const [key, source] of [
    [widget.key, 'widget'],
    [shop.channel.key, 'channel'],
  ] as const) {
    const booked = await call<BcBooking>('booking', place, { key })
    const row = await container.db.selectFrom('reservations').select('source').where('id', '=', booked.body.id).executeTakeFirst()
    expect(row).toEqual({ source })
  }
})

test("it is too late to cancel inside the venue's window, to move to another evening, and to give seats back", async () => {
  const { call, at, container } = shop
  const venue = await shop.openVenue({ book: { cancellationWindowMinutes: 7 * 24 * 60 } })
  const booked = await call<BcBooking>('booking', { venueId: venue.id, date: at('20:00'), partySize: 2, contact: aContact() })
  expect(await call(`booking/${booked.body.id}/cancel`, { cancelActor: 'guest' }, { method: 'PUT' })).toMatchObject({
    status: 422,
    body: { code: 'reservation.cancel_too_late' },
  })
  expect((await call(`booking/${booked.body.id}`, { date: at('20:00', 30) }, { method: 'PUT' })).body['code']).toBe(
    'reservation.cancel_too_late',
  )
  expect((await call<BcBooking>(`booking/${booked.body.id}`, { date: at('20:30') }, { method: 'PUT' })).body.date).toBe(at('20:30'))
  expect((await call(`booking/${booked.body.id}`, { partySize: 1 }, { method: 'PUT' })).body['code']).toBe('reservation.cancel_too_late')
  expect((await call<BcBooking>(`booking/${booked.body.id}`, { partySize: 3 }, { method: 'PUT' })).body.partySize).toBe(3)
  await container.db.updateTable('reservations').set({ status: 'seated' }).where('id', '=', booked.body.id).execute()
  expect((await call(`booking/${booked.body.id}/cancel`, { cancelActor: 'guest' }, { method: 'PUT' })).body['code']).toBe(
    'reservation.move_illegal',
  )
  expect((await call<BcBooking>(`booking/${booked.body.id}`)).body.status).toBe('seated')
})

test('SE2: parties too large for a booking are told what the venue says to them', async () => {
  const { call } = shop
  const texts = { largeParty: { en: 'Write to events@example.test.', de: '' } }
  const hall = await shop.openVenue({ name: 'Hall', book: { texts, party: { min: 1, max: 6 } } })
  expect((await call<{ largePartyText: string | null }>(`venues/${hall.id}`)).body.largePartyText).toBe('Write to events@example.test.')
  const date = Math.floor(Date.parse(`${dayFromNow(2, hall)}T19:00:00Z`) / 1000)
  const ask = async (partySize: number) =>
    (await call<BcAvailability>(`availability?venueId=${hall.id}&date=${date}&partySize=${partySize}`)).body
  expect(await ask(7)).toMatchObject({ slots: [], largePartyText: 'Write to events@example.test.' })
  expect((await ask(6)).largePartyText).toBeNull()
})
