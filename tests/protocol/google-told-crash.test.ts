import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defineJob } from '@tablewire/server/platform/jobs/jobs'
import { type Google, serveGoogle } from '../../sandbox/src/google/serve-google.ts'
import { aServer, type TestServer } from '../build/a-server.ts'
import { anArea, type TestVenue } from '../build/a-venue.ts'
import { aGoogle, aPerson } from './a-google.ts'
import { connectMap, pointAtMap } from './a-map.ts'
import { aShop, type Shop } from './a-shop.ts'

let map: Google
let shop: Shop
let worker: TestServer | undefined
let token: string
let venue: TestVenue
let env: Record<string, string>
beforeAll(async () => {
  map = await serveGoogle({})
  env = {
    SYSTEM_SERVICES: `${map.origin},${new URL(map.keyFile.token_uri).origin}`,
    TABLEWIRE_SECRET_KEY: 'a key that outlives each of its processes',
    GOOGLE_UPDATES_PER_MINUTE: '6000',
  }
  shop = await aShop({ env })
  const account = await aGoogle(shop)
  connectMap(map, shop, account)
  venue = await shop.openVenue({ book: { areas: [anArea({ capacity: 200 })] } })
  map.list([{ merchant_id: venue.id, name: 'Casa', geo: { latitude: 40.4, longitude: -3.7 } }])
  token = await pointAtMap(map, shop, account)
})
afterAll(async () => {
  await worker?.stop()
  await shop.close()
  await map.close()
})

const bookings = 24
/** So many are on their way at once. */
const atOnce = 8
const work = async (): Promise<void> => {
  worker = await aServer({ databaseUrl: shop.container.ports.config.databaseUrl!, env })
  const ctx = shop.container.systemCtx('test')
  await ctx.ports.jobs.enqueue(ctx, defineJob('google_updates.tell', 0), {})
}
const waiting = async (): Promise<number> =>
  (await sql<{ n: number }>`select count(distinct ref)::integer as n from google_changes where kind = 'booking'`.execute(shop.container.db))
    .rows[0]!.n
const told = (): number => map.updates.received.filter(({ kind }) => kind === 'booking').length

test('GO1: kill -9 in the midst of notifications: what was not told is told afterwards, and nothing is lost', async () => {
  for (let nth = 0; nth < bookings; nth++) {
    const startSec = shop.at(nth % 2 ? '20:00' : '18:00', 3 + Math.floor(nth / 4), venue)
    const candidate = { serviceId: 'reservation', startSec, durationSec: 5400, partySize: 2 }
    const booked = await map.book({ merchantId: venue.id, candidate: candidate as never, person: aPerson() as never, token: `t${nth}` })
    if (!('id' in booked)) throw new Error(JSON.stringify(booked))
    const url = `/v1/reservations/${booked.id}/cancel`
    expect((await shop.ask({ method: 'POST', url, token, body: { reason: 'A burst pipe' } })).statusCode).toBe(200)
  }
  expect(await waiting()).toBe(bookings)
  map.faults.set([{ kind: 'slow', on: 'booking', probability: 1, ms: 1500 }])
  await work()
  await expect.poll(told, { interval: 20 }).toBeGreaterThan(atOnce)
  await worker!.kill()
  map.faults.set([])
  const before = told()
  const left = await waiting()
  expect([left > 0, left < bookings]).toEqual([true, true])
  // The lease of a process that died runs out by itself; nobody waits for it here.
  await sql`update google_update_states set leased_until = now()`.execute(shop.container.db)
  await work()
  await expect.poll(waiting).toBe(0)
  expect(map.memory.bookings.map(({ status }) => status)).toEqual(Array.from({ length: bookings }, () => 'CANCELED'))
  // Only what was on its way when it died may come twice.
  expect(told() - before).toBeLessThanOrEqual(left)
  expect(told()).toBeLessThanOrEqual(bookings + 2 * atOnce)
}, 240_000)
