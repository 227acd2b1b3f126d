import type { BcAvailability, BcBooking } from '@tablewire/contracts/channels/channel-api-objects'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aConnectedSystem } from '../build/a-remote-venue.ts'
import { anArea, type TestVenue } from '../build/a-venue.ts'
import type { TestSystem } from '../build/a-system.ts'
import { aRemoteShop, type RemoteShop } from './a-remote-shop.ts'
import { aContact } from './a-shop.ts'

let remote: RemoteShop
let standard: { system: TestSystem; hourly: TestVenue; garden: TestVenue }
let native: TestVenue
const at = (externalId: string) => ({
  name: externalId,
  externalId,
  timeZone: 'Europe/London',
  countryCode: 'GB',
  book: { areas: [anArea({ name: 'Room' })] },
})
beforeAll(async () => {
  remote = await aRemoteShop()
  const { shop, rms } = remote
  const system = await remote.connect()
  const hourly = await remote.openRemote(system, at('by-the-hour'))
  const garden = await remote.openRemote(system, at('quiet-garden'))
  standard = { system, hourly, garden }
  const other = await aConnectedSystem({ db: shop.container.db, secrets: shop.container.ports.secrets, rms }, { connector: 'sandbox' })
  native = await remote.openRemote(other, at('by-the-hour'))
})
afterAll(() => remote.close())

let days = 3
const evening = (venue: TestVenue, time = '19:00'): number => remote.shop.at(time, ++days, venue)
const contact = () => aContact({ email: `${randomUUID()}@example.test` })
const availability = async (venue: TestVenue, date: number, locale = 'en'): Promise<BcAvailability> =>
  (
    await remote.shop.call<BcAvailability>(`availability?venueId=${venue.id}&date=${date}&partySize=2`, undefined, {
      headers: { 'x-locale': locale },
    })
  ).body
const refused = (code: string, offered: string) => ({ status: 422, body: { code, message: expect.stringContaining(offered) as unknown } })

test('HU4: what a venue’s system lets guests choose is offered in their language, from the asked moment on', async () => {
  const date = evening(standard.hourly)
  for (const venue of [standard.hourly, native]) {
    expect(await availability(venue, date)).toMatchObject({
      requiresDuration: true,
      durations: [
        { value: 3600, label: '1 hour', endTime: '20:00' },
        { value: 5400, label: '1 hour, 30 minutes', endTime: '20:30' },
        { value: 10_800, label: 'The whole evening', endTime: '22:00' },
      ],
      bookingTypes: [
        { id: 'dinner', name: 'Dinner' },
        { id: 'tasting', name: 'Tasting menu' },
      ],
    })
    const inGerman = await availability(venue, date, 'de')
    expect(inGerman.durations.map(({ label }) => label)).toEqual(['1 Stunde', '1 Stunde, 30 Minuten', 'Der ganze Abend'])
    expect(inGerman.bookingTypes[1]).toEqual({ id: 'tasting', name: 'Degustationsmenü' })
  }
  expect(await availability(standard.garden, date)).toMatchObject({
    requiresDuration: false,
    bookingTypes: [{ id: 'dinner' }, { id: 'tasting' }],
  })
  expect(await availability(remote.shop.venue, remote.shop.at('20:00'))).toMatchObject({
    requiresDuration: false,
    durations: [],
    bookingTypes: [],
  })
})

test('HU4: what the guest chose is held, booked at the system, kept through a change and read at both sides', async () => {
  const { shop } = remote
  for (const [venue, key] of [
    [standard.hourly, standard.system.key],
    [native, null],
  ] as const) {
    const date = evening(venue)
    const guest = contact()
    const place = { venueId: venue.id, date, partySize: 2, duration: 10_800, bookingType: 'tasting' }
    const held = await shop.call<{ id: string }>('pending-booking', place)
    expect(held.status).toBe(201)
    const booked = await shop.call<BcBooking>(`pending-booking/${held.body.id}`, { contact: guest }, { method: 'PUT' })
    expect(booked).toMatchObject({ status: 200, body: { status: 'confirmed', duration: 10_800, bookingType: 'tasting' } })
    expect(remote.there(guest.email)).toMatchObject([{ startSec: date, endSec: date + 10_800, minutes: 180, occasion: 'tasting' }])
    const moved = await shop.call<BcBooking>(`booking/${held.body.id}`, { date: date + 1800 }, { method: 'PUT' })
    expect(moved).toMatchObject({ status: 200, body: { date: date + 1800, duration: 10_800, bookingType: 'tasting' } })
    expect(remote.there(guest.email)).toMatchObject([{ startSec: date + 1800, endSec: date + 1800 + 10_800, occasion: 'tasting' }])
    expect((await shop.call<BcBooking>(`booking/${held.body.id}`)).body).toMatchObject({ duration: 10_800, bookingType: 'tasting' })
    const row = await shop.container.db.selectFrom('reservations').selectAll().where('id', '=', held.body.id).executeTakeFirstOrThrow()
    expect(Date.parse(row.endsAt) - Date.parse(row.startsAt)).toBe(10_800_000)
    if (key === null) continue
    const told = await shop.app.inject({ url: `/v1/rms/booking/${held.body.id}`, headers: { authorization: `Bearer ${key}` } })
    expect(told.json()).toMatchObject({ data: { duration: 10_800, bookingType: 'tasting' } })
  }
})

test('HU4: a venue that has to know how long is not booked without, nor with what it does not offer', async () => {
  const { shop } = remote
  const place = { venueId: standard.hourly.id, date: evening(standard.hourly), partySize: 2 }
  expect(await shop.call('pending-booking', place)).toMatchObject(refused('duration.required', '3600, 5400, 10800'))
  expect(await shop.call('pending-booking', { ...place, duration: 4000 })).toMatchObject(refused('duration.not_offered', '3600'))
  const booking = { ...place, duration: 3600, bookingType: 'brunch', contact: contact() }
  expect(await shop.call('booking', booking)).toMatchObject(refused('booking_type.not_offered', 'dinner, tasting'))
  expect(await shop.call('booking', { ...booking, bookingType: 'dinner' })).toMatchObject({ status: 201, body: { status: 'confirmed' } })
  const german = await shop.call('pending-booking', place, { headers: { 'x-locale': 'de' } })
  expect(german.body).toMatchObject({ message: expect.stringContaining('wie lange') as unknown })

  // Nothing has to be chosen where nothing must be.
  const garden = { venueId: standard.garden.id, date: evening(standard.garden), partySize: 2 }
  expect(await shop.call('pending-booking', garden)).toMatchObject({ status: 201 })
  // The built-in book decides by itself how long its parties stay.
  const own = { venueId: shop.venue.id, date: shop.at('20:00'), partySize: 2 }
  expect(await shop.call('pending-booking', { ...own, duration: 3600 })).toMatchObject(refused('duration.not_offered', '–'))
  const labelled = await shop.call<BcBooking>('booking', { ...own, bookingType: 'menu-7', contact: contact() })
  expect(labelled).toMatchObject({ status: 201, body: { duration: null, bookingType: 'menu-7' } })
})

test('HU4: what the restaurant changes with its guest comes back', async () => {
  const { shop, rms } = remote
  const guest = contact()
  const date = evening(standard.hourly)
  const body = { venueId: standard.hourly.id, date, partySize: 2, duration: 3600, bookingType: 'dinner', contact: guest }
  const booked = await shop.call<BcBooking>('booking', body)
  expect(booked.status).toBe(201)
  const [there] = remote.there(guest.email)
  rms.book.change(there!.id, { minutes: 90, occasion: 'tasting' })
  const notice = { entity: 'booking', entityId: there!.id, action: 'update' }
  const headers = { authorization: `Bearer ${standard.system.key}` }
  const sent = await shop.app.inject({ method: 'POST', url: '/v1/webhooks/rms', headers, payload: notice })
  expect(sent.statusCode).toBe(200)
  const read = async () => (await shop.call<BcBooking>(`booking/${booked.body.id}`)).body
  await expect.poll(async () => (await read()).duration, { timeout: 30_000, interval: 100 }).toBe(5400)
  expect(await read()).toMatchObject({ bookingType: 'tasting', date })
})
