import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Google, serveGoogle } from '../../sandbox/src/google/serve-google.ts'
import type { TestVenue } from '../build/a-venue.ts'
import { fullHouse, listOpen, moved, partyWaits } from './a-full-house.ts'
import { aGoogle } from './a-google.ts'
import { aVisitor, connectMap, type Visitor } from './a-map.ts'
import { aShop, type Shop } from './a-shop.ts'

let shop: Shop
let map: Google
beforeAll(async () => {
  shop = await aShop()
  map = await serveGoogle({ healthEveryMs: 50 })
  connectMap(map, shop, await aGoogle(shop, { capabilities: ['waitlist', 'specialRequest'] }))
})
afterAll(async () => {
  await map.close()
  await shop.close()
})
beforeEach(() => map.faults.set([]))

type House = Parameters<typeof fullHouse>[1]
/** A full house on the map, whose feed tells whom its list takes. */
const onMap = async (house: House = {}, rules: object = { min_party_size: 1, max_party_size: 8 }): Promise<TestVenue> => {
  const venue = await fullHouse(shop, house)
  const place = { merchant_id: venue.id, name: `Casa ${venue.id.slice(-6)}`, geo: { latitude: 51.47, longitude: 0, address: {} } }
  const lists = { ...map.memory.waitlists, [venue.id]: { supports_additional_request: true, ...rules } }
  map.list([...Object.values(map.memory.merchants), place], lists)
  return venue
}
const ana = { given: 'Ana', family: 'Vega', telephone: '+34 600 111 222', wish: 'A pram <b>' }
const formAt = async (visit: Visitor, { id }: TestVenue, size = 2): Promise<Record<string, string>> => {
  const { status, text } = await visit(`/places/${id}/wait?size=${size}`)
  expect(status, text).toBe(200)
  return { size: String(size), token: /name="token" value="([^"]+)"/.exec(text)![1]!, ...ana }
}
const joined = async (visit: Visitor, venue: TestVenue, more: Record<string, string> = {}): Promise<string> => {
  const done = await visit(`/places/${venue.id}/wait`, { ...(await formAt(visit, venue)), ...more })
  expect(done.status, done.text).toBe(303)
  return done.location
}
type Row = { id: string; origin: string; status: string; lastName: string; email: string | null; notes: string; partySize: number }
const listAt = async ({ id }: TestVenue): Promise<Row[]> =>
  (
    await sql<Row>`select id, origin, status, last_name, email, notes, party_size from waitlist_entries
      where venue_id = ${id} and origin = 'google' order by joined_at`.execute(shop.container.db)
  ).rows
const noErrors = (): void => {
  expect(map.log.complaints()).toEqual([])
  expect(map.log.figures().filter(({ method, errors }) => /Wait/.test(method) && errors > 0)).toEqual([])
}

test('GO1: a person sees how long one waits, joins, follows and leaves on the map, and the house’s list follows', async () => {
  const venue = await onMap()
  await partyWaits(shop, venue, 2)
  const visit = aVisitor(map)
  const place = await visit(`/places/${venue.id}?size=2`)
  expect(place.text).toMatch(
    /Waitlist of tonight[\s\S]*2 people: about \d+ (?:to \d+ )?minutes, 1 party before you\.[\s\S]*Join the waitlist/,
  )
  const fields = await formAt(visit, venue)
  const done = await visit(`/places/${venue.id}/wait`, fields)
  expect(done.status, done.text).toBe(303)
  expect(await listAt(venue)).toMatchObject([{ status: 'waiting', lastName: 'Vega', email: null, notes: 'A pram <b>', partySize: 2 }])
  // The same form once more is the same place.
  expect(await visit(`/places/${venue.id}/wait`, fields)).toMatchObject({ status: 303, location: done.location })
  expect(await listAt(venue)).toHaveLength(1)
  expect((await visit(done.location)).text).toMatch(/You are on the list[\s\S]*1 party before you\.[\s\S]*Leave the waitlist/)
  expect((await visit('/bookings')).text).toMatch(/Waiting[\s\S]*2 people: You are on the list/)
  const [entry] = await listAt(venue)
  await shop.container.db.updateTable('reservations').set({ status: 'completed' }).where('venueId', '=', venue.id).execute()
  await moved(shop, entry!.id, 'ready')
  expect((await visit('/bookings')).text).toContain('Your table is ready')
  expect((await visit(done.location)).text).toContain('Leave the waitlist')
  expect((await visit(`${done.location}/leave`, {})).status).toBe(303)
  expect(await listAt(venue)).toMatchObject([{ status: 'left' }])
  const left = await visit(done.location)
  expect(left.text).toContain('You are off the list')
  expect(left.text).not.toContain('Leave the waitlist')
  // Nobody sees or ends the waiting of somebody else.
  const other = aVisitor(map)
  expect((await other(done.location)).status).toBe(404)
  expect((await other(`${done.location}/leave`, {})).status).toBe(404)
  noErrors()
})

test('GO1: a phone of letters and a name of blanks are said at their fields, nothing typed is lost, and nobody is asked', async () => {
  const venue = await onMap()
  const visit = aVisitor(map)
  const fields = await formAt(visit, venue)
  const wrong = await visit(`/places/${venue.id}/wait`, { ...fields, given: '  ', telephone: 'abc' })
  expect(wrong.status).toBe(422)
  expect(wrong.text).toMatch(/name="given"[^>]*aria-invalid="true" aria-describedby="given-wrong" autofocus/)
  expect(wrong.text).toMatch(/value="abc" aria-invalid="true" aria-describedby="telephone-wrong">/)
  expect(wrong.text).toContain('Please write your first name.')
  expect(wrong.text).toContain('This is no phone number')
  for (const kept of ['value="Vega"', 'A pram &lt;b&gt;', `value="${fields['token']}"`, 'name="size" value="2"'])
    expect(wrong.text).toContain(kept)
  expect(await listAt(venue)).toEqual([])
  expect((await visit(`/places/${venue.id}/wait`, fields)).status).toBe(303)
})

test('GO1: why nobody is put on the list is said in words, before the form and after it', async () => {
  const at = async (venue: TestVenue, size = 2) => (await aVisitor(map)(`/places/${venue.id}?size=${size}`)).text
  const noWait = await onMap({ seated: 0 })
  expect(await at(noWait)).toContain('Nobody has to wait now: come by.')
  const closed = await onMap({ open: false })
  expect(await at(closed)).toContain('The waitlist is closed now.')
  expect(await aVisitor(map)(`/places/${closed.id}/wait?size=2`)).toMatchObject({ status: 409 })
  const small = await onMap({ party: { min: 2, max: 3 } }, { min_party_size: 2, max_party_size: 3 })
  expect(await at(small, 4)).toContain('Nobody is put on the waitlist for 4 people.')
  const noList = await shop.openVenue()
  map.list([...Object.values(map.memory.merchants), { merchant_id: noList.id, name: 'No list' }], map.memory.waitlists)
  expect(await at(noList)).not.toContain('Waitlist of tonight')
  expect((await aVisitor(map)(`/places/${noList.id}/wait?size=2`)).status).toBe(404)

  const venue = await onMap()
  const visit = aVisitor(map)
  await joined(visit, venue)
  const refused = async (person: Visitor, change: Record<string, string>, meanwhile?: () => Promise<void>) => {
    const fields = await formAt(person, venue)
    await meanwhile?.()
    const { status, text } = await person(`/places/${venue.id}/wait`, { ...fields, ...change })
    expect(status, text).toBe(409)
    expect(text).toContain('value="Vega"')
    return /role="alert">([^<]*)</.exec(text)?.[1]
  }
  expect(await refused(visit, {})).toBe('You wait there already.')
  const ben = aVisitor(map)
  expect(await refused(ben, { telephone: '+999 123456' })).toBe('The restaurant cannot call this number.')
  expect(await refused(ben, { size: '12' })).toBe('The waitlist does not take so many guests. Please call the restaurant.')
  const closes = (): Promise<void> => listOpen(shop, venue, false)
  expect(await refused(ben, { telephone: '+34 600 333 444' }, closes)).toBe('The waitlist is closed.')
  noErrors()
})

test('GO1: no answer after the work was done, and calls that come twice: one place; a partner that does not answer loses none', async () => {
  for (const kind of ['answer_lost', 'call_twice'] as const) {
    const venue = await onMap()
    const visit = aVisitor(map)
    const fields = await formAt(visit, venue)
    map.faults.set([{ kind, on: 'CreateWaitlistEntry', probability: 1, ms: 0, times: 2 }])
    const done = await visit(`/places/${venue.id}/wait`, fields)
    expect(done.status, done.text).toBe(303)
    expect(await listAt(venue)).toMatchObject([{ status: 'waiting' }])
    map.faults.set([{ kind: 'expired_password', on: 'GetWaitlistEntry', probability: 1, ms: 0 }])
    const unknown = await visit(done.location)
    expect(unknown.status).toBe(409)
    expect(unknown.text).toContain('this is what is remembered here')
    expect((await visit('/bookings')).text).toContain('You are on the list')
    map.faults.set([{ kind, on: 'DeleteWaitlistEntry', probability: 1, ms: 0, times: 2 }])
    expect((await visit(`${done.location}/leave`, {})).status).toBe(303)
    expect(await listAt(venue)).toMatchObject([{ status: 'left' }])
  }
  const venue = await onMap()
  map.faults.set([{ kind: 'expired_password', on: '*', probability: 1, ms: 0 }])
  expect((await aVisitor(map)(`/places/${venue.id}?size=2`)).text).toContain('the partner gave no good answer')
  await expect.poll(() => map.log.suspended()).toBe(true)
  expect((await aVisitor(map)(`/places/${venue.id}/wait?size=2`)).status).toBe(503)
  expect(map.log.complaints()).toEqual([])
})
