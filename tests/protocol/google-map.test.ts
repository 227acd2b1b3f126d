import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Google, serveGoogle } from '../../sandbox/src/google/serve-google.ts'
import { anArea } from '../build/a-venue.ts'
import { aGoogle } from './a-google.ts'
import { aVisitor, type Visitor } from './a-map.ts'
import { aShop, type Shop } from './a-shop.ts'

let shop: Shop
let map: Google
let password: string
beforeAll(async () => {
  shop = await aShop()
  const account = await aGoogle(shop, { capabilities: ['specialRequest'] })
  const { port } = shop.app.server.address() as { port: number }
  const { username, key } = account
  password = account.password
  map = await serveGoogle({ partner: { server: `http://127.0.0.1:${port}/google/${key}`, username, password }, healthEveryMs: 50 })
})
afterAll(async () => {
  await map.close()
  await shop.close()
})
beforeEach(() => map.faults.set([]))

const places = { latitude: 40.4168, longitude: -3.7038, address: { country: 'ES', locality: 'Madrid' } }
const open = async (capacity = 40) => {
  const venue = await shop.openVenue({ book: { areas: [anArea({ capacity })] } })
  map.list([...Object.values(map.memory.merchants), { merchant_id: venue.id, name: `Casa ${venue.id.slice(-6)}`, geo: places }])
  return venue
}
const dayOf = (startSec: number): string => new Date(startSec * 1000).toISOString().slice(0, 10)
const hidden = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)].map(([, name, value]) => [name!, value!]))
const guest = (name: string) => ({
  given: 'Ana',
  family: name,
  email: `${name.toLowerCase()}@example.test`,
  telephone: '+34 600 111 222',
  wish: 'A window',
})

/** Page, click and form, as a person goes. */
const goTo = async (visit: Visitor, venueId: string, startSec: number): Promise<Record<string, string>> => {
  const page = await visit(`/places/${venueId}?date=${dayOf(startSec)}&size=2`)
  expect(page.status).toBe(200)
  const href = new RegExp(`href="([^"]*at=${startSec}[^"]*)"`).exec(page.text)?.[1]?.replaceAll('&amp;', '&')
  expect(href, page.text).toBeDefined()
  const form = await visit(href!)
  expect(form.status, form.text).toBe(200)
  return hidden(form.text)
}
const rowsOf = (venueId: string) =>
  shop.container.db
    .selectFrom('reservations')
    .select(['id', 'status', 'partySize', 'guestLastName', 'notes'])
    .where('venueId', '=', venueId)
    .execute()

test('GO1: a person looks, clicks, books, changes and cancels on the map, and the book follows', async () => {
  const venue = await open()
  const visit = aVisitor(map)
  const at = shop.at('20:00', 3, venue)
  const fields = await goTo(visit, venue.id, at)
  // Nobody is called by letters: it is said at the field, and what was typed stays.
  const nobody = await visit(`/places/${venue.id}/book`, { ...fields, ...guest('Vega'), telephone: 'abc' })
  expect(nobody.status).toBe(422)
  expect(nobody.text).toMatch(/value="abc" aria-invalid="true" aria-describedby="telephone-wrong"/)
  expect(nobody.text).toContain('This is no phone number')
  expect(nobody.text).toContain('value="Vega"')
  expect(await rowsOf(venue.id)).toEqual([])
  const done = await visit(`/places/${venue.id}/book`, { ...fields, ...guest('Vega') })
  expect(done.status, done.text).toBe(303)
  expect(await rowsOf(venue.id)).toMatchObject([{ status: 'confirmed', partySize: 2, guestLastName: 'Vega', notes: 'A window' }])
  expect((await visit(done.location)).text).toContain('Confirmed')
  // The same form once more is the same booking.
  expect(await visit(`/places/${venue.id}/book`, { ...fields, ...guest('Vega') })).toMatchObject({ status: 303, location: done.location })
  expect(await rowsOf(venue.id)).toHaveLength(1)
  const changed = await visit(`${done.location}/change`, { when: `${dayOf(at)}T21:00`, size: '4' })
  expect(changed.status, changed.text).toBe(303)
  expect(await rowsOf(venue.id)).toMatchObject([{ status: 'confirmed', partySize: 4 }])
  expect((await visit('/bookings')).text).toMatch(/To come[\s\S]*21:00/)
  expect((await visit(`${done.location}/cancel`, {})).status).toBe(303)
  expect(await rowsOf(venue.id)).toMatchObject([{ status: 'canceled' }])
  expect((await visit('/bookings')).text).toMatch(/Past and canceled[\s\S]*Canceled/)
  // Nobody sees or changes the bookings of somebody else.
  expect((await aVisitor(map)(done.location)).status).toBe(404)
  expect(map.log.complaints()).toEqual([])
  expect(map.log.figures().filter(({ errors }) => errors > 0)).toEqual([])
})

test('GO1: no answer after the work was done, and calls that come twice: one booking, and nobody complains', async () => {
  for (const kind of ['answer_lost', 'call_twice'] as const) {
    const venue = await open()
    const visit = aVisitor(map)
    const fields = await goTo(visit, venue.id, shop.at('20:00', 4, venue))
    map.faults.set([{ kind, on: 'CreateBooking', probability: 1, ms: 0, times: 2 }])
    const done = await visit(`/places/${venue.id}/book`, { ...fields, ...guest(kind) })
    expect(done.status, done.text).toBe(303)
    expect(await rowsOf(venue.id)).toMatchObject([{ status: 'confirmed' }])
    map.faults.set([{ kind, on: 'UpdateBooking', probability: 1, ms: 0, times: 2 }])
    expect((await visit(`${done.location}/cancel`, {})).status).toBe(303)
    expect(await rowsOf(venue.id)).toMatchObject([{ status: 'canceled' }])
  }
  expect(map.log.complaints()).toEqual([])
})

test('GO1: what is taken between the click and the form is said, with what was typed', async () => {
  const venue = await open(2)
  const [first, second] = [aVisitor(map), aVisitor(map)]
  const at = shop.at('20:00', 3, venue)
  const [one, other] = [await goTo(first, venue.id, at), await goTo(second, venue.id, at)]
  expect((await first(`/places/${venue.id}/book`, { ...one, ...guest('First') })).status).toBe(303)
  const late = await second(`/places/${venue.id}/book`, { ...other, ...guest('Second') })
  expect(late.status).toBe(409)
  expect(late.text).toContain('Somebody was faster')
  expect(late.text).toContain('value="second@example.test"')
  expect((await second(`/places/${venue.id}?date=${dayOf(at)}&size=2`)).text).not.toContain(`at=${at}&amp;`)
  expect(await rowsOf(venue.id)).toHaveLength(1)
})

test('GO1: an expired password: nothing is done, the map says so, and health checks set the partner aside until they are answered', async () => {
  const venue = await open()
  const visit = aVisitor(map)
  const fields = await goTo(visit, venue.id, shop.at('20:00', 5, venue))
  map.faults.set([{ kind: 'expired_password', on: '*', probability: 1, ms: 0 }])
  const refused = await visit(`/places/${venue.id}/book`, { ...fields, ...guest('Late') })
  expect(refused.status).toBe(409)
  expect(refused.text).toContain('HTTP 401')
  expect(await rowsOf(venue.id)).toEqual([])
  await expect.poll(() => map.log.suspended()).toBe(true)
  expect((await visit('/')).text).toContain('nothing can be booked until it does')
  expect((await visit('/partner')).text).toContain('Set aside until it answers again')
  map.faults.set([])
  await expect.poll(() => map.log.suspended()).toBe(false)
  expect((await visit(`/places/${venue.id}/book`, { ...fields, ...guest('Late') })).status).toBe(303)
})

test('GO1: a clock that runs ahead offers nothing that is over by its own time', async () => {
  const venue = await open()
  const at = shop.at('20:00', 1, venue)
  map.faults.set([{ kind: 'clock_skew', on: '*', probability: 1, ms: 2 * 86_400_000 }])
  const page = await aVisitor(map)(`/places/${venue.id}?date=${dayOf(at)}&size=2`)
  expect(page.text).toContain('No table for that day')
})
