import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tellGoogle } from '@tablewire/server/features/google-updates/tell-google'
import { invalidateDays, storePushedDays } from '@tablewire/server/features/rms-client/api'
import type { Ctx } from '@tablewire/server/platform/ctx'
import { type Google, serveGoogle } from '../../sandbox/src/google/serve-google.ts'
import type { Rms } from '../../sandbox/src/rms/serve-rms.ts'
import { dayFromNow } from '../build/a-reservation.ts'
import { aConnectedSystem, anRms, aRemoteVenue, bookThere } from '../build/a-remote-venue.ts'
import type { TestVenue } from '../build/a-venue.ts'
import { aGoogle, aSlot, creation, type Google as Caller } from './a-google.ts'
import { pointAtMap } from './a-map.ts'
import { aShop, type Shop } from './a-shop.ts'

let map: Google
let rms: Rms
let shop: Shop
let venue: TestVenue
let account: Caller
beforeAll(async () => {
  ;[map, rms] = await Promise.all([serveGoogle({}), anRms()])
  shop = await aShop({ env: { SYSTEM_SERVICES: [map.origin, new URL(map.keyFile.token_uri).origin, rms.origin].join(',') } })
  const { db, ports } = shop.container
  const system = await aConnectedSystem({ db, secrets: ports.secrets, rms })
  await db.updateTable('systems').set({ rwgEnabled: true }).where('id', '=', system.id).execute()
  venue = await aRemoteVenue(db, system)
  await db.insertInto('channelVenues').values({ venueId: venue.id, channelId: shop.channel.id, state: 'live' }).execute()
  account = await aGoogle(shop)
  map.inventory.replaceAll(new Map(), 0)
  map.list([{ merchant_id: venue.id, name: 'Harbour Lights', geo: { latitude: 38.7, longitude: -9.1 } }])
  await pointAtMap(map, shop, account)
})
afterAll(async () => {
  await shop.close()
  await Promise.all([map.close(), rms.close()])
})

const ctxAt = (seconds: number): Ctx => ({
  ...shop.container.systemCtx('google_updates.tell'),
  clock: () => Temporal.Now.instant().add({ seconds }),
})
const changes = async (): Promise<string[]> =>
  (await sql<{ ref: string }>`select distinct ref from google_changes where kind = 'availability'`.execute(shop.container.db)).rows.map(
    ({ ref }) => ref,
  )
/** Until nothing is left to tell: what a call finds out may itself be news. */
const tell = async (seconds: number): Promise<void> => {
  for (let rounds = 0; rounds < 4; rounds++) await tellGoogle(ctxAt(seconds))
  expect(await changes()).toEqual([])
}
const openAt = (startSec: number): boolean | undefined =>
  map.inventory.slots({ merchantId: venue.id, fromSec: startSec, toSec: startSec + 1, partySize: 2 })?.some(({ open }) => open)
/** A table for two by telephone, until the restaurant has none left. */
const fill = (startSec: number): void => {
  for (let tries = 0; tries < 200; tries++)
    try {
      bookThere(rms, { startSec, contact: { ...guest, email: `guest-${tries}@example.test` } })
    } catch {
      return
    }
}
const guest = { firstname: 'Rui', lastname: 'Costa', telephone: '351911222333', locale: 'pt', optInConsent: false }

test('GO1: what a system gives away by itself Google is told, by its word and by what it is found to say', async () => {
  await sql`update books set rules = rules || '{"noticeMinutes": 30}' where venue_id = ${venue.id}`.execute(shop.container.db)
  await tell(25)
  const [first, second] = [shop.at('20:00', 4, venue), shop.at('20:00', 5, venue)]
  expect([openAt(first), openAt(second)]).toEqual([true, true])
  fill(first)
  fill(second)
  // Its notice that this evening changed, of whatever kind.
  await invalidateDays(ctxAt(60), venue.id, [dayFromNow(4, venue)])
  expect(await changes()).toEqual([dayFromNow(4, venue)])
  await tell(90)
  expect([openAt(first), openAt(second)]).toEqual([false, true])
  // What it pushes, or is found to say when somebody asks.
  const slotData = [{ startSec: second, openSpot: 0 }]
  await storePushedDays(ctxAt(120), { venueId: venue.id, days: [{ date: dayFromNow(5, venue), partySize: 2, slotData }] })
  expect(await changes()).toEqual([dayFromNow(5, venue)])
  await tell(150)
  expect(openAt(second)).toBe(false)
  expect(map.log.complaints().filter(({ code }) => code !== '404')).toEqual([])
})

test('GO1: the same answer again is no news, nor is a day nobody had asked about', async () => {
  await tell(180)
  const { db } = shop.container
  await sql`update remote_days set fetched_at = now() where venue_id = ${venue.id}`.execute(db)
  await sql`
    insert into remote_days (venue_id, on_date, party_size, area, slots, hash, fetched_at)
    values (${venue.id}, current_date + 200, 2, '', '[5400]', 'x', now())`.execute(db)
  expect(await changes()).toEqual([])
})

test('GO1: a booking at a system is heard of by several ways, and told as one', async () => {
  await tell(200)
  const at = shop.at('20:00', 8, venue)
  const day = dayFromNow(8, venue)
  await sql`update books set rules = rules || '{"noticeMinutes": 45}' where venue_id = ${venue.id}`.execute(shop.container.db)
  await tell(230)
  const replaces = () => map.updates.received.filter(({ kind }) => kind === 'availability')
  const before = replaces().length
  const { booking } = (await account.ask('CreateBooking', creation(aSlot(venue.id, at)))).body
  expect(booking.status).toBe('CONFIRMED')
  // The book's own row, the system's word, and what it is found to say when it is asked for the replace.
  await invalidateDays(ctxAt(240), venue.id, [day])
  await tell(260)
  await tell(280)
  expect(replaces().length - before).toBe(1)
  // What is something else is told as soon as it is known.
  fill(at)
  await invalidateDays(ctxAt(290), venue.id, [day])
  await tell(310)
  expect(replaces().length - before).toBe(2)
  expect(openAt(at)).toBe(false)
})
