import type { BcAvailability, BcBooking } from '@tablewire/contracts/channels/channel-api-objects'
import type { TripadvisorSummary } from '@tablewire/contracts/estate/licences'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChannel, type TestChannel } from '../build/a-channel.ts'
import { aUser } from '../build/a-user.ts'
import { anArea, aVenue, type TestVenue } from '../build/a-venue.ts'
import { aContact, aShop, type Shop } from './a-shop.ts'

let shop: Shop
let tripadvisor: TestChannel
let venue: TestVenue
let foreign: TestVenue
let token: string
beforeAll(async () => {
  shop = await aShop()
  const { db } = shop.container
  ;[venue, foreign] = await Promise.all([aVenue(db, { book: { areas: [anArea({ capacity: 4 })] } }), aVenue(db)])
  tripadvisor = await aChannel(db, { name: 'Tripadvisor Europe', venues: [venue.id] })
  await sql`update venues set tripadvisor_id = '1234567' where id = ${venue.id}`.execute(db)
  token = await shop.signIn(await aUser(db, { roles: ['ROLE_SUPER_ADMIN', 'ROLE_ADMIN'] }))
})
afterAll(() => shop.close())

type Listed<T> = { total: number; data: T[] }
type Slot = { venueId: string; date: number; partySize: number; available: boolean; reason: string | null }
const call = <T>(path: string, body?: unknown, method?: string) =>
  shop.call<T>(path, body, { key: tripadvisor.key, ...(method ? { method } : {}) })
const read = async <T>(url: string): Promise<T> => {
  const answer = await shop.ask({ method: 'GET', url, token })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<T>()
}
const summary = async (): Promise<TripadvisorSummary> => (await read<{ data: TripadvisorSummary }>('/reports/tripadvisor-summary')).data
const listed = async (rows: Readonly<Record<string, string>>): Promise<{ id: string; partySize: number; status: string }[]> => {
  const query = new URLSearchParams(Object.entries(rows).map(([name, value]) => [`filters[${name}]`, value]))
  return (await read<Listed<{ id: string; partySize: number; status: string }>>(`/v1/reservations?limit=200&${query.toString()}`)).data
}
const available = async (...slots: object[]): Promise<boolean[]> => {
  const answer = await call<Listed<Slot>>('availability/batch', { slots })
  expect(answer.status).toBe(200)
  return answer.body.data.map((slot) => slot.available)
}

test('GO2: Tripadvisor asks what is free in the terms of the channel API, books, changes and cancels, and the place follows', async () => {
  const { at } = shop
  // The ids it goes by are those of the list it may sell, and nothing else is there.
  const venues = await call<Listed<{ id: string }>>('venues')
  expect(venues.body.data.map(({ id }) => id)).toEqual([venue.id])
  const [date, later] = [at('20:00', 3, venue), at('21:00', 3, venue)]
  const wanted = { venueId: venue.id, date, partySize: 4 }
  expect(await available(wanted, { ...wanted, venueId: foreign.id }, { ...wanted, partySize: 5 })).toEqual([true, false, false])
  const around = await call<BcAvailability>(`availability?venueId=${venue.id}&date=${date}&partySize=4`)
  expect(around.body.slots).toContainEqual({ time: '20:00', startSec: date, requireCreditCard: false, amount: 0, type: 'book' })
  expect((await call(`availability?venueId=${foreign.id}&date=${date}&partySize=2`)).status).toBe(404)
  const held = await call<{ id: string }>('pending-booking', wanted)
  expect(held.status).toBe(201)
  expect(await available(wanted)).toEqual([false])
  const booked = await call<BcBooking>(`pending-booking/${held.body.id}`, { contact: aContact() }, 'PUT')
  expect(booked.body).toMatchObject({ venueId: venue.id, bookingChannelId: tripadvisor.id, status: 'confirmed', partySize: 4, date })
  const changed = await call<BcBooking>(`booking/${held.body.id}`, { date: later, partySize: 2 }, 'PUT')
  expect(changed.body, JSON.stringify(changed.body)).toMatchObject({ date: later, partySize: 2 })
  expect(await available(wanted, { ...wanted, partySize: 2 })).toEqual([false, true])
  const canceled = await call<BcBooking>(`booking/${held.body.id}/cancel`, { cancelActor: 'guest' }, 'PUT')
  expect(canceled.body, JSON.stringify(canceled.body)).toMatchObject({ status: 'canceled' })
  expect(await available(wanted)).toEqual([true])
  // Another channel neither reads nor changes what came from there.
  expect((await shop.call(`booking/${held.body.id}`)).status).toBe(404)
})

test('CH4, GO2: each figure of the summary is what its rows are, and who has an id is listed with the link that Tripadvisor is given', async () => {
  const { at } = shop
  for (const [time, days, partySize] of [
    ['19:00', 5, 3],
    ['20:00', 6, 2],
    ['20:00', 9, 4],
  ] as const) {
    const held = await call<{ id: string }>('pending-booking', { venueId: venue.id, date: at(time, days, venue), partySize })
    expect((await call(`pending-booking/${held.body.id}`, { contact: aContact() }, 'PUT')).status).toBe(200)
  }
  // Held and never booked, and what others sell, is not Tripadvisor's.
  await call('pending-booking', { venueId: venue.id, date: at('20:00', 12, venue), partySize: 2 })
  const elsewhere = await shop.call<{ id: string }>('pending-booking', { venueId: shop.venue.id, date: at('20:00', 6), partySize: 7 })
  await shop.call(`pending-booking/${elsewhere.body.id}`, { contact: aContact() }, { method: 'PUT' })

  const told = await summary()
  expect(told).toMatchObject({ installed: 1, live: 1, bookings: 4, covers: 11, canceled: 1, noShows: 0 })
  const figure = (wanted: string) => told.figures.find(({ id }) => id === wanted)!
  const rows = await listed(figure('bookings').rows!)
  expect([rows.length, rows.reduce((sum, { partySize }) => sum + partySize, 0)]).toEqual([told.bookings, told.covers])
  expect(await listed(figure('covers').rows!)).toHaveLength(rows.length)
  const gone = figure('cancellationRate')
  expect(gone.parts).toEqual({ count: 1, of: 4 })
  expect((await listed(gone.rows!)).map(({ status }) => status)).toEqual(['canceled'])
  expect(figure('averageParty').value).toBe(2.75)
  // How far ahead: the middle of all four, from the rows themselves.
  const { rows: leads } = await sql<{ minutes: number }>`
    select percentile_cont(0.5) within group (order by extract(epoch from starts_at - created_at) / 60) as minutes from reservations
    where id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(shop.container.db)
  expect(Math.abs(figure('leadTimeMedianMinutes').value! - leads[0]!.minutes)).toBeLessThan(2)

  const { data } = await read<Listed<{ id: string; tripadvisorId: string; live: boolean; bookingUrl: string | null }>>(
    '/venues/with-tripadvisor/installed',
  )
  expect(data).toMatchObject([{ id: venue.id, tripadvisorId: '1234567', live: true }])
})
