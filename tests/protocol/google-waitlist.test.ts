import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestVenue } from '../build/a-venue.ts'
import { fullHouse, type Move, moved, partyWaits, sitsAt } from './a-full-house.ts'
import { aGoogle, aPerson, aToken, type Google } from './a-google.ts'
import { aShop, type Shop } from './a-shop.ts'

let shop: Shop
let google: Google
beforeAll(async () => {
  shop = await aShop()
  google = await aGoogle(shop, { isDefault: true, capabilities: ['waitlist', 'specialRequest'] })
})
afterAll(() => shop.close())

const aFullHouse = (more?: Parameters<typeof fullHouse>[1]): Promise<TestVenue> => fullHouse(shop, more)
const sits = (venue: TestVenue, partySize: number): Promise<void> => sitsAt(shop, venue, partySize)
const addParty = (venue: TestVenue, partySize: number): Promise<{ id: string }> => partyWaits(shop, venue, partySize)
const move = (id: string, step: Move): Promise<void> => moved(shop, id, step)

const wanting = (venue: TestVenue, more: Record<string, unknown> = {}) => ({
  merchant_id: venue.id,
  service_id: 'reservation',
  party_size: 2,
  user_information: aPerson({ telephone: `+34 600 ${Math.floor(100_000 + Math.random() * 899_999)}` }),
  idempotency_token: aToken(),
  ...more,
})
const estimates = async (venue: TestVenue, party_size: unknown[] = [1, 2, 3, 4]) =>
  (await google.ask('BatchGetWaitEstimates', { merchant_id: venue.id, service_id: 'reservation', party_size })).body
const join = async (request: object) => {
  const { status, body } = await google.ask('CreateWaitlistEntry', request)
  expect(status).toBe(200)
  return body
}
const entryOf = async (waitlist_entry_id: string) => (await google.ask('GetWaitlistEntry', { waitlist_entry_id })).body.waitlist_entry
const causeOf = async (request: object) => (await join(request)).waitlist_business_logic_failure?.cause

test('GO1: estimates of each size that is seated, none of those that are not, and nothing of a list that is closed or not needed', async () => {
  const venue = await aFullHouse()
  const told = await estimates(venue, ['2', 4, 4, 30])
  expect(told.waitlist_status).toBe('OPEN')
  expect(told.wait_estimate.map(({ party_size }) => party_size)).toEqual([2, 4])
  expect(told.wait_estimate[0]).toMatchObject({
    wait_length: { parties_ahead_count: 0, estimated_seat_time_range: { start_seconds: expect.any(String) } },
    waitlist_confirmation_mode: 'WAITLIST_CONFIRMATION_MODE_SYNCHRONOUS',
  })
  await addParty(venue, 2)
  expect((await estimates(venue)).wait_estimate[0]!.wait_length.parties_ahead_count).toBe(1)
  expect(await estimates(await aFullHouse({ seated: 0 }))).toEqual({ waitlist_status: 'CLOSED_NO_WAIT' })
  expect(await estimates(await aFullHouse({ open: false }))).toEqual({ waitlist_status: 'CLOSED_OTHER' })
})

test('GO1: joined once for a token, seen in the house as Google’s, followed, and left as often as it is asked for', async () => {
  const venue = await aFullHouse()
  const request = wanting(venue, { additional_request: 'A pram' })
  const both = await Promise.all([join(request), join(request)])
  const [{ waitlist_entry_id: id }] = both as [{ waitlist_entry_id: string }, unknown]
  expect(both).toEqual([{ waitlist_entry_id: id }, { waitlist_entry_id: id }])
  expect(await join(request)).toEqual({ waitlist_entry_id: id })
  expect((await google.ask('CreateWaitlistEntry', { ...request, party_size: 3 })).status).toBe(400)
  const { rows } =
    await sql`select origin, kind, notes, party_size from waitlist_entries where venue_id = ${venue.id} and id = ${id}`.execute(
      shop.container.db,
    )
  expect(rows).toEqual([{ origin: 'google', kind: 'door', notes: 'A pram', partySize: 2 }])
  const second = await join(wanting(venue))
  expect(await entryOf(id)).toMatchObject({
    waitlist_entry_state: 'WAITING',
    wait_estimate: { party_size: 2, wait_length: { parties_ahead_count: 0 } },
  })
  expect((await entryOf(second.waitlist_entry_id)).wait_estimate!.wait_length.parties_ahead_count).toBe(1)
  expect((await google.ask('DeleteWaitlistEntry', { waitlist_entry_id: id })).body).toEqual({})
  expect((await google.ask('DeleteWaitlistEntry', { waitlist_entry_id: id })).body).toEqual({})
  const left = await entryOf(id)
  expect(left).toMatchObject({
    waitlist_entry_state: 'CANCELED',
    waitlist_entry_state_times: { created_time_seconds: expect.any(String), canceled_time_seconds: expect.any(String) },
  })
  expect(left.wait_estimate).toBeUndefined()
  expect((await entryOf(second.waitlist_entry_id)).wait_estimate!.wait_length.parties_ahead_count).toBe(0)
  // The house seats, or calls in vain.
  await shop.container.db.updateTable('reservations').set({ status: 'completed' }).where('venueId', '=', venue.id).execute()
  await move(second.waitlist_entry_id, 'ready')
  expect(await entryOf(second.waitlist_entry_id)).toMatchObject({ waitlist_entry_state: 'SERVICE_READY' })
  await move(second.waitlist_entry_id, 'seat')
  expect(await entryOf(second.waitlist_entry_id)).toMatchObject({
    waitlist_entry_state: 'SEATED',
    waitlist_entry_state_times: { service_readied_time_seconds: expect.any(String), seated_time_seconds: expect.any(String) },
  })
})

test('GO1: why nobody is put on a list, by its cause, and a failed try is tried anew under its token', async () => {
  const venue = await aFullHouse({ party: { min: 2, max: 3 } })
  const request = wanting(venue)
  await join(request)
  expect(await causeOf({ ...request, idempotency_token: aToken() })).toBe('EXISTING_WAITLIST_ENTRY')
  expect(await causeOf(wanting(venue, { party_size: 1 }))).toBe('BELOW_MIN_PARTY_SIZE')
  expect(await causeOf(wanting(venue, { party_size: 4 }))).toBe('ABOVE_MAX_PARTY_SIZE')
  expect(await causeOf(wanting(venue, { user_information: aPerson({ telephone: '+999 12' }) }))).toBe('PHONE_NUMBER_COUNTRY_UNSUPPORTED')
  expect(await causeOf(wanting(await aFullHouse({ open: false })))).toBe('WAITLIST_CLOSED')
  const empty = await aFullHouse({ seated: 0 })
  const tried = wanting(empty)
  expect(await causeOf(tried)).toBe('NO_WAIT')
  await sits(empty, 4)
  expect((await join(tried)).waitlist_entry_id).toEqual(expect.any(String))
  // It is about noon there.
  const later = { from: '15:00', to: '17:00', lastSeating: null }
  expect(await causeOf(wanting(await aFullHouse({ seated: 0, shift: later })))).toBe('MERCHANT_CLOSED')
})

test('GO1: bad input of the waitlist methods is a status, another account’s entry is unknown, and who is forgotten is nobody at Google', async () => {
  const venue = await aFullHouse()
  const good = wanting(venue)
  const wrong: [method: string, body: object, status: number][] = [
    ['BatchGetWaitEstimates', { merchant_id: venue.id, service_id: 'reservation' }, 400],
    ['BatchGetWaitEstimates', { merchant_id: venue.id, service_id: 'reservation', party_size: 2 }, 400],
    ['BatchGetWaitEstimates', { merchant_id: venue.id, service_id: 'reservation', party_size: [0] }, 400],
    ['BatchGetWaitEstimates', { merchant_id: 'nobody', service_id: 'reservation', party_size: [2] }, 400],
    ['CreateWaitlistEntry', { ...good, party_size: 0 }, 400],
    ['CreateWaitlistEntry', { ...good, service_id: 'other' }, 400],
    ['CreateWaitlistEntry', { ...good, user_information: undefined }, 400],
    ['CreateWaitlistEntry', { ...good, user_information: { user_id: '1', telephone: '+34600111222' } }, 400],
    ['CreateWaitlistEntry', { ...good, user_information: { user_id: '1', given_name: 'A' } }, 400],
    ['GetWaitlistEntry', {}, 404],
    ['GetWaitlistEntry', { waitlist_entry_id: crypto.randomUUID() }, 404],
    ['DeleteWaitlistEntry', { waitlist_entry_id: 'x' }, 404],
  ]
  for (const [method, body, status] of wrong) expect((await google.ask(method, body)).status, JSON.stringify(body)).toBe(status)
  const ofHouse = await addParty(venue, 2)
  expect((await google.ask('GetWaitlistEntry', { waitlist_entry_id: ofHouse.id })).status).toBe(404)
  const other = await aGoogle(shop, { environment: 'sandbox', capabilities: ['waitlist'] })
  const { waitlist_entry_id: id } = await join(good)
  expect((await other.ask('GetWaitlistEntry', { waitlist_entry_id: id })).status).toBe(404)
  expect((await other.ask('DeleteWaitlistEntry', { waitlist_entry_id: id })).status).toBe(404)
  await sql`select erase_waiting_of(${[venue.id]}::uuid[], ${(good.user_information as { email: string }).email}, null, now())`.execute(
    shop.container.db,
  )
  const { rows } = await sql`select user_id, token from google_waits where entry_id = ${id}`.execute(shop.container.db)
  expect(rows).toEqual([{ userId: null, token: null }])
  expect(await entryOf(id)).toMatchObject({ waitlist_entry_state: 'CANCELED' })
})
