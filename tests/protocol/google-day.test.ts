import type { DayAvailability } from '@tablewire/contracts/booking/availability'
import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tellGoogle } from '@tablewire/server/features/google-updates/tell-google'
import { type Google, serveGoogle } from '../../sandbox/src/google/serve-google.ts'
import { dayFromNow } from '../build/a-reservation.ts'
import { anArea, type TestVenue } from '../build/a-venue.ts'
import { aGoogle, type Google as Caller, slotTime } from './a-google.ts'
import { aVisitor, connectMap, pointAtMap, type Visitor } from './a-map.ts'
import { aShop, type Shop } from './a-shop.ts'

let map: Google
let shop: Shop
let account: Caller
let token: string
let venue: TestVenue
beforeAll(async () => {
  map = await serveGoogle({})
  visit = aVisitor(map)
  const origins = [map.origin, new URL(map.keyFile.token_uri).origin, `sftp://127.0.0.1:${map.feeds.port}`]
  shop = await aShop({ work: true, env: { SYSTEM_SERVICES: origins.join(',') } })
  account = await aGoogle(shop, { environment: 'production' })
  connectMap(map, shop, account)
  venue = await shop.openVenue({ name: 'Casa Lua', book: { areas: [anArea({ capacity: 2 })] } })
  await sql`update venues set address = 'Calle Mayor 1', city = 'Madrid', latitude = 40.4168, longitude = -3.7038 where id = ${venue.id}`.execute(
    shop.container.db,
  )
  token = await pointAtMap(map, shop, { id: account.id, feeds: true })
}, 60_000)
afterAll(async () => {
  await shop.close()
  await map.close()
})

/** The guest's browser. */
let visit: Visitor
const hidden = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)].map(([, name, value]) => [name!, value!]))

/** When everything that changed so far is due. */
const tell = (): Promise<void> => {
  const ctx = shop.container.systemCtx('google_updates.tell')
  return tellGoogle({ ...ctx, clock: () => Temporal.Now.instant().add({ seconds: 12 }) })
}
const lookup = async (startSec: number): Promise<boolean> =>
  (await account.ask('BatchAvailabilityLookup', { merchant_id: venue.id, slot_time: [slotTime(startSec)] })).body.slot_time_availability[0]!
    .available
/** What the host sees in the portal: starts with room for two. */
const freeInPortal = async (time: string): Promise<boolean> => {
  const date = dayFromNow(4, venue)
  const answer = await shop.ask({ method: 'GET', url: `/v1/venues/${venue.id}/availability?date=${date}&partySize=2`, token })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ data: DayAvailability }>().data.slots.find(({ startsLocal }) => startsLocal.endsWith(time))!.open
}
const shown = (startSec: number): boolean | undefined =>
  map.inventory.slots({ merchantId: venue.id, fromSec: startSec, toSec: startSec + 1, partySize: 2 })?.some(({ open }) => open)

test('GO1: the acceptance day: feeds by SFTP, booked on the map, moved by the host, told to Google, canceled by the guest, and free again', async () => {
  const at = shop.at('20:00', 4, venue)
  const to = shop.at('21:30', 4, venue)
  const day = new Date(at * 1000).toISOString().slice(0, 10)

  // Morning: complete feeds arrive by SFTP, and the strict reader has nothing to say of them.
  const asked = await shop.ask({ method: 'POST', url: `/v1/google/accounts/${account.id}/feeds`, token, body: {} })
  expect(asked.statusCode, asked.body).toBe(201)
  await expect.poll(() => map.desk.files().map(({ state }) => state), { timeout: 30_000 }).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS'])
  expect(map.log.complaints()).toEqual([])
  expect(map.memory.merchants[venue.id]).toMatchObject({ name: 'Casa Lua' })
  expect([shown(at), await lookup(at), await freeInPortal('20:00')]).toEqual([true, true, true])

  // A guest finds the table on the map and books it: a page, a click, a form.
  const page = await visit(`/places/${venue.id}?date=${day}&size=2`)
  expect(page.status, page.text).toBe(200)
  const href = new RegExp(`href="([^"]*at=${at}[^"]*)"`).exec(page.text)?.[1]?.replaceAll('&amp;', '&')
  expect(href, page.text).toBeDefined()
  const form = await visit(href!)
  const guest = { given: 'Rui', family: 'Costa', email: 'rui@example.test', telephone: '+34 600 111 222' }
  const done = await visit(`/places/${venue.id}/book`, { ...hidden(form.text), ...guest })
  expect(done.status, done.text).toBe(303)
  expect((await visit(done.location)).text).toContain('Confirmed')
  type Row = { id: string; status: string; startsLocal: string; guest: { lastName: string } }
  const list = async (): Promise<Row[]> =>
    (
      await shop.ask({ method: 'GET', url: `/v1/reservations?filters[venueId]=${venue.id}&filters[date]=${dayFromNow(4, venue)}`, token })
    ).json<{ data: Row[] }>().data
  const [row] = await list()
  expect(row).toMatchObject({ status: 'confirmed', guest: { lastName: 'Costa' } })
  expect([await lookup(at), await freeInPortal('20:00')]).toEqual([false, false])
  await tell()
  expect(shown(at)).toBe(false)

  // The host moves it; Google is told by notification, and of the places that this changes.
  const moved = await shop.ask({
    method: 'PATCH',
    url: `/v1/reservations/${row!.id}`,
    token,
    body: { startsAt: new Date(to * 1000).toISOString() },
  })
  expect(moved.statusCode, moved.body).toBe(200)
  const notified = () => map.updates.received.filter(({ kind }) => kind === 'booking')
  expect(notified()).toEqual([])
  await tell()
  expect(notified().map(({ status }) => status)).toEqual([200])
  expect(map.memory.bookings[0]).toMatchObject({ status: 'CONFIRMED', startSec: to })
  expect((await visit(done.location)).text).toContain('21:30')
  expect([shown(at), shown(to), await lookup(at), await lookup(to)]).toEqual([true, false, true, false])

  // The guest thinks better of it, on the map.
  expect((await visit(`${done.location}/cancel`, {})).status).toBe(303)
  expect((await list())[0]).toMatchObject({ id: row!.id, status: 'canceled' })
  expect([await freeInPortal('21:30'), await lookup(to)]).toEqual([true, true])
  await tell()
  expect(shown(to)).toBe(true)
  // What Google did itself it was not told; and it has nothing to complain of in the whole day.
  expect(notified()).toHaveLength(1)
  expect(map.log.complaints()).toEqual([])
  expect((await sql`select error from google_changes`.execute(shop.container.db)).rows).toEqual([])
})
