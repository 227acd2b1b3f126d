import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChannel, ctxOfChannel, type TestChannel } from '../../../../tests/build/a-channel.ts'
import { aTestApp, type TestApp } from '../../../../tests/build/a-test-app.ts'
import { aUser } from '../../../../tests/build/a-user.ts'
import { aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import { writeHealth } from './channel-health.ts'

let testApp: TestApp
let venue: TestVenue
let channel: TestChannel
let token: string
beforeAll(async () => {
  testApp = await aTestApp()
  venue = await aVenue(testApp.container.db)
  channel = await aChannel(testApp.container.db, { venues: [venue.id] })
  token = await testApp.signIn(await aUser(testApp.container.db))
})
afterAll(() => testApp.close())

/** Evenings at the venue's own clock, far enough ahead. */
const startOn = (day: number, time: string): number =>
  Math.floor(Date.parse(`${new Date(Date.now() + day * 86_400_000).toISOString().slice(0, 10)}T${time}:00+01:00`) / 1000)
const book = (partySize: number, date: number, headers = {}) =>
  testApp.ask({
    method: 'POST',
    headers,
    url: '/v1/bc/booking',
    key: channel.key,
    body: { venueId: venue.id, partySize, date, contact: { firstname: 'Lena', lastname: 'Law', email: 'lena@example.test' } },
  })
const set = (limits: object | null) =>
  testApp.ask({ method: 'PUT', url: `/booking-channels/${channel.id}/venue/${venue.id}`, token, body: { limits } })
const free = { partyMin: null, partyMax: null, coversPerDay: null, leadMinutes: null }
const codeOf = (answer: { body: string }) => (JSON.parse(answer.body) as { code?: string }).code

test("CH2: a channel's own limits bind its bookings and what it is offered, beside the venue's", async () => {
  expect((await book(8, startOn(3, '19:00'))).statusCode).toBe(201)
  expect((await set({ ...free, partyMax: 4, leadMinutes: 7 * 1440 })).statusCode).toBe(200)
  expect(codeOf(await book(5, startOn(9, '19:00')))).toBe('party.too_large')
  expect(codeOf(await book(2, startOn(3, '19:15')))).toBe('slot.too_soon')
  const search = (day: number) =>
    testApp.ask({
      method: 'GET',
      url: `/v1/bc/availability?venueId=${venue.id}&partySize=2&date=${startOn(day, '19:00')}`,
      key: channel.key,
    })
  expect((await search(3)).json<{ slots: unknown[] }>().slots).toEqual([])
  expect((await search(9)).json<{ slots: unknown[] }>().slots.length).toBeGreaterThan(0)
  // The venue's own people are not bound, and can ask what the channel sees and why.
  const date = new Date(startOn(3, '19:00') * 1000).toISOString().slice(0, 10)
  const explained = await testApp.ask({
    method: 'GET',
    url: `/v1/venues/${venue.id}/availability?date=${date}&partySize=2&explain=1&channelId=${channel.id}`,
    token,
  })
  const { slots } = explained.json<{ data: { slots: { closedBy: { rule: string; setting: string }[] }[] } }>().data
  expect(slots[0]!.closedBy).toContainEqual(expect.objectContaining({ rule: 'notice', setting: `channels/${channel.id}/leadMinutes` }))
})

test('CH2: covers a day: many who book at once do not pass the limit together', async () => {
  await set({ ...free, coversPerDay: 10 })
  const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => book(2, startOn(12, `19:${index % 2 ? '15' : '00'}`))))
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(5)
  expect(new Set(answers.filter(({ statusCode }) => statusCode !== 201).map(codeOf))).toEqual(new Set(['channel.covers_used']))
  // What is left for the channel is said, not what is left in the house; to the venue as well.
  await set({ ...free, coversPerDay: 12 })
  expect((await book(4, startOn(12, '20:00'))).json()).toMatchObject({ message: 'This channel can book 2 more covers here that day.' })
  await writeHealth(ctxOfChannel(testApp.container.db, channel))
  const seen = await testApp.ask({ method: 'GET', url: `/v1/venues/${venue.id}/channels`, token })
  const told = seen
    .json<{ data: { channelId: string; lastError: object | null }[] }>()
    .data.find(({ channelId }) => channelId === channel.id)
  expect(told?.lastError).toMatchObject({ code: 'channel.covers_used', message: 'This channel can book 2 more covers here that day.' })
  // Another evening, and the venue's own people, are free.
  expect((await book(2, startOn(13, '19:00'))).statusCode).toBe(201)
  const staff = await testApp.ask({
    method: 'POST',
    url: '/v1/reservations',
    token,
    body: {
      venueId: venue.id,
      startsAt: new Date(startOn(12, '20:00') * 1000).toISOString(),
      partySize: 4,
      guest: { firstName: 'Lena', lastName: 'Law' },
    },
  })
  expect(staff.statusCode, staff.body).toBe(201)
  const mine = await testApp.container.db
    .selectFrom('reservations')
    .select('id')
    .where('channelCoversMax', '=', 10)
    .limit(1)
    .executeTakeFirstOrThrow()
  // Staff may make a channel's party larger than the channel could.
  const larger = await testApp.ask({ method: 'PATCH', url: `/v1/reservations/${mine.id}`, token, body: { partySize: 4 } })
  expect(larger.statusCode, larger.body).toBe(200)
})

test('CH1: what a channel did last at a venue, in words', async () => {
  await set({ ...free, partyMax: 3 })
  // With a key it is refused inside a transaction, which is over when the news is written.
  expect(codeOf(await book(4, startOn(14, '19:00'), { 'idempotency-key': 'too-many' }))).toBe('party.too_large')
  await testApp.ask({
    method: 'GET',
    url: `/v1/bc/availability?venueId=${venue.id}&partySize=2&date=${startOn(14, '19:00')}`,
    key: channel.key,
  })
  await writeHealth(ctxOfChannel(testApp.container.db, channel))
  const rows = await testApp.ask({ method: 'GET', url: `/v1/venues/${venue.id}/channels`, token })
  const row = rows
    .json<{ data: { channelId: string; lastError: { message: string }; lastBookingAt: string; lastSearchAt: string }[] }>()
    .data.find(({ channelId }) => channelId === channel.id)!
  expect(row.lastError.message).toContain('3')
  expect(row.lastBookingAt).toMatch(/Z$/)
  expect(row.lastSearchAt).toMatch(/Z$/)
})

test("CH2: guests read the venue's message with their hold, else the channel's, in their language", async () => {
  const hold = (locale: string) =>
    testApp.ask({
      method: 'POST',
      url: '/v1/bc/pending-booking',
      key: channel.key,
      headers: { 'x-locale': locale },
      body: { venueId: venue.id, partySize: 2, date: startOn(20, locale === 'de' ? '19:00' : '19:30') },
    })
  const text = (en: string, de = '') => ({ en, de, es: '', fr: '', nl: '' })
  await set(null)
  const texts = { about: text(''), steps: text(''), bookingMessage: text('See you', 'Bis dann') }
  await testApp.ask({ method: 'PUT', url: `/booking-channels/${channel.id}`, token, body: { texts } })
  expect((await hold('de')).json<{ venueMessage: string }>().venueMessage).toBe('Bis dann')
  const own = { bookingMessage: text('Ring the bell') }
  await testApp.ask({ method: 'PUT', url: `/booking-channels/${channel.id}/venue/${venue.id}`, token, body: own })
  expect((await hold('fr')).json<{ venueMessage: string }>().venueMessage).toBe('Ring the bell')
})
