import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tellGoogle } from '@tablewire/server/features/google-updates/tell-google'
import { type Google, serveGoogle } from '../../sandbox/src/google/serve-google.ts'
import { anArea, type TestVenue } from '../build/a-venue.ts'
import { aGoogle } from './a-google.ts'
import { connectMap, pointAtMap } from './a-map.ts'
import { aShop, type Shop } from './a-shop.ts'

let map: Google
let shop: Shop
let token: string
let venue: TestVenue
beforeAll(async () => {
  map = await serveGoogle({})
  shop = await aShop({ env: { SYSTEM_SERVICES: `${map.origin},${new URL(map.keyFile.token_uri).origin}` } })
  const account = await aGoogle(shop)
  connectMap(map, shop, account)
  venue = await shop.openVenue({ book: { areas: [anArea({ capacity: 2 })] } })
  await sql`update venues set address = 'Calle Mayor 1', city = 'Madrid' where id = ${venue.id}`.execute(shop.container.db)
  // The map asks its inventory once a feed has come.
  map.inventory.replaceAll(new Map(), 0)
  map.list([{ merchant_id: venue.id, name: 'Casa', geo: { latitude: 40.4, longitude: -3.7 } }])
  token = await pointAtMap(map, shop, account)
})
afterAll(async () => {
  await shop.close()
  await map.close()
})

/** When everything that changed so far is due. */
const tell = (): Promise<void> => {
  const ctx = shop.container.systemCtx('google_updates.tell')
  return tellGoogle({ ...ctx, clock: () => Temporal.Now.instant().add({ seconds: 12 }) })
}
const refused = async () => (await sql`select error from google_changes where error is not null`.execute(shop.container.db)).rows
const isOpenAt = (startSec: number): boolean =>
  map.inventory.slots({ merchantId: venue.id, fromSec: startSec, toSec: startSec + 1, partySize: 2 })?.some(({ open }) => open) === true

test('GO1: the day as it happens: booked on the map, moved and canceled by the restaurant, and Google takes every word of it', async () => {
  const at = shop.at('20:00', 4, venue)
  await sql`update books set rules = rules || '{"noticeMinutes": 30}' where venue_id = ${venue.id}`.execute(shop.container.db)
  await tell()
  expect(await refused()).toEqual([])
  expect(isOpenAt(at)).toBe(true)
  const candidate = { serviceId: 'reservation', startSec: at, durationSec: 5400, partySize: 2 }
  const person = { user_id: '1', given_name: 'Ana', family_name: 'Lima', telephone: '+34 600 111 222', email: 'ana@example.test' }
  const booked = await map.book({ merchantId: venue.id, candidate: candidate as never, person, token: 'once' })
  if (!('id' in booked)) throw new Error(JSON.stringify(booked))
  await tell()
  expect(isOpenAt(at)).toBe(false)
  expect(booked.told).toEqual([])

  const to = shop.at('21:30', 4, venue)
  const moved = await shop.ask({
    method: 'PATCH',
    url: `/v1/reservations/${booked.id}`,
    token,
    body: { startsAt: new Date(to * 1000).toISOString() },
  })
  expect(moved.statusCode).toBe(200)
  await tell()
  expect(map.memory.bookings[0]).toMatchObject({ status: 'CONFIRMED', startSec: to })
  const canceled = await shop.ask({ method: 'POST', url: `/v1/reservations/${booked.id}/cancel`, token, body: { reason: 'A burst pipe' } })
  expect(canceled.statusCode).toBe(200)
  await tell()
  expect(map.memory.bookings[0]).toMatchObject({ status: 'CANCELED' })
  expect(isOpenAt(to)).toBe(true)
  expect(await refused()).toEqual([])
  // A service comes with the feeds, of which there were none.
  expect(map.log.complaints().filter(({ code }) => code !== '404')).toEqual([])
})
