import type { Reservation } from '@tablewire/contracts/booking/reservations'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Rms } from '../../sandbox/src/rms/serve-rms.ts'
import { dayFromNow, instantAt } from '../build/a-reservation.ts'
import { aUser } from '../build/a-user.ts'
import { anArea, aVenue, type TestVenue } from '../build/a-venue.ts'
import { aRemoteShop, type RemoteShop } from './a-remote-shop.ts'
import { type Shop } from './a-shop.ts'

let remote: RemoteShop
let rms: Rms
let shop: Shop
let venue: TestVenue
let token: string
beforeAll(async () => {
  remote = await aRemoteShop({ TABLEWIRE_WAITS: 'failed=800,firstRetry=100,longestRetry=1000' })
  ;({ rms, shop } = remote)
  const system = await remote.connect()
  venue = await remote.openRemote(system)
  token = await shop.signIn(await aUser(shop.container.db, { roles: ['ROLE_SUPER_ADMIN', 'ROLE_ADMIN'] }))
})
afterAll(() => remote.close())
beforeEach(() => rms.faults.set([]))

type ApiAnswer = { status: number; body: { data: Reservation; code?: string } }
const ask = async (method: string, path: string, body?: object): Promise<ApiAnswer> => {
  const answer = await shop.ask({ method, url: `/v1/reservations${path}`, token, body, headers: { 'idempotency-key': randomUUID() } })
  return { status: answer.statusCode, body: answer.json() }
}
let days = 40
const evening = (): string => instantAt(venue, dayFromNow(++days, venue), '20:00')
const create = (more: object = {}): Promise<ApiAnswer> =>
  ask('POST', '', {
    venueId: venue.id,
    startsAt: evening(),
    partySize: 2,
    guest: { firstName: 'Ana', lastName: 'Reis', phone: '+351911222333' },
    ...more,
  })
const there = (id: string | null | undefined) => rms.book.get(String(id))

test('RE3: the venue’s people book, change and cancel at their own system', async () => {
  const { status, body } = await create()
  expect(status).toBe(201)
  expect(body.data).toMatchObject({ status: 'confirmed', remote: { state: 'live', lastError: null, paymentUrl: null } })
  const remoteId = body.data.remote!.remoteId
  expect(there(remoteId)).toMatchObject({ partySize: 2, contact: { lastname: 'Reis' } })
  const changed = await ask('PATCH', `/${body.data.id}`, { partySize: 4, version: body.data.version, tags: ['vip'] })
  expect(changed.body.data).toMatchObject({ partySize: 4, tags: ['vip'], status: 'confirmed' })
  expect(there(remoteId)?.partySize).toBe(4)
  expect(await ask('PATCH', `/${body.data.id}`, { partySize: 3, version: body.data.version })).toMatchObject({
    status: 409,
    body: { code: 'reservation.changed_meanwhile' },
  })
  const canceled = await ask('POST', `/${body.data.id}/cancel`, { reason: 'kitchen closed' })
  expect(canceled.body.data).toMatchObject({ status: 'canceled', moves: [] })
  await expect.poll(() => there(remoteId)?.status).toBe('canceled')
  expect(await ask('POST', `/${body.data.id}/reopen`, {})).toMatchObject({ status: 409, body: { code: 'remote.decides' } })
})

test('RE2: what is the evening’s own stays here; what takes a place is the system’s', async () => {
  const { data } = (await create()).body
  expect((await ask('POST', `/${data.id}/seat`, {})).body.data).toMatchObject({ status: 'seated' })
  // A look at the system, which knows nothing of it, does not take it back.
  expect((await ask('PATCH', `/${data.id}`, { partySize: 3 })).body.data).toMatchObject({ partySize: 3 })
  expect((await ask('POST', `/${data.id}/complete`, {})).body.data).toMatchObject({ status: 'completed' })
})

test('HU4: refused by the system, nothing is booked and nothing changed', async () => {
  const startsAt = evening()
  rms.faults.set([{ kind: 'conflict', probability: 1, on: 'create', ms: 0, times: 1 }])
  expect(await create({ startsAt })).toMatchObject({ status: 409, body: { code: 'slot.taken' } })
  const { data } = (await create({ startsAt })).body
  rms.faults.set([{ kind: 'conflict', probability: 1, on: 'change', ms: 0, times: 1 }])
  expect(await ask('PATCH', `/${data.id}`, { partySize: 6 })).toMatchObject({ status: 409, body: { code: 'slot.taken' } })
  expect((await ask('GET', `/${data.id}`)).body.data).toMatchObject({ partySize: 2, version: data.version })
})

test('HU4: a guest whom the staff wanted told hears once how it ended, also when that took a while', async () => {
  const mailsTo = async (email: string): Promise<string[]> =>
    (await shop.container.db.selectFrom('mails').select('subject').where('recipient', '=', email).execute()).map(({ subject }) => subject)
  const guestOf = (email: string) => ({ notify: true, guest: { firstName: 'Ana', lastName: 'Reis', phone: '+351911222333', email } })
  const settled = async (id: string, status: string): Promise<void> => {
    await expect.poll(async () => (await ask('GET', `/${id}`)).body.data.status, { interval: 250 }).toBe(status)
  }
  const [atOnce, later, refused, unasked] = ['at-once', 'later', 'refused', 'unasked'].map((name) => `${name}-${randomUUID()}@example.test`)

  expect((await create(guestOf(atOnce!))).body.data.status).toBe('confirmed')
  rms.faults.set([{ kind: 'error_before', probability: 1, on: 'create', ms: 0 }])
  const both = await Promise.all([create(guestOf(later!)), create({ ...guestOf(unasked!), notify: false })])
  const [late, quiet] = both.map(({ body }) => body.data) as [Reservation, Reservation]
  expect([late.status, quiet.status]).toEqual(['pending_confirmation', 'pending_confirmation'])
  expect(await mailsTo(later!)).toEqual([])
  rms.faults.set([])
  await settled(late.id, 'confirmed')
  await settled(quiet.id, 'confirmed')

  rms.faults.set([{ kind: 'error_before', probability: 1, on: 'create', ms: 0 }])
  const lost = (await create(guestOf(refused!))).body.data
  expect(lost.status).toBe('pending_confirmation')
  rms.faults.set([{ kind: 'conflict', probability: 1, on: 'create', ms: 0 }])
  await settled(lost.id, 'rejected')
  for (const email of [atOnce, later, refused]) await expect.poll(() => mailsTo(email!)).toHaveLength(1)
  expect(await mailsTo(unasked!)).toEqual([])
  const waiting = await sql`select from remote_bookings where tell_guest and reservation_id in (${late.id}, ${lost.id})`.execute(
    shop.container.db,
  )
  expect(waiting.rows).toEqual([])
})

test('HU4: canceled twice over, the system that will not cancel has the last word', async () => {
  const { data } = (await create()).body
  const remoteId = data.remote!.remoteId!
  rms.book.change(remoteId, { status: 'completed' })
  expect((await ask('POST', `/${data.id}/cancel`, { reason: 'by mistake' })).body.data.status).toBe('canceled')
  await expect
    .poll(async () => (await ask('GET', `/${data.id}`)).body.data)
    .toMatchObject({
      status: 'completed',
      remote: { state: 'live', lastError: expect.stringContaining('not canceled at the system') },
    })
})

test('HU4: where the system requires it, the venue’s people say how long a party stays; our own book lets nobody choose', async () => {
  const hourly = await remote.openRemote(await remote.connect(), {
    name: 'By the Hour',
    externalId: 'by-the-hour',
    timeZone: 'Europe/London',
    countryCode: 'GB',
    book: { areas: [anArea({ name: 'Room' })] },
  })
  const startsAt = instantAt(hourly, dayFromNow(5, hourly), '19:00')
  const day = await shop.ask({
    method: 'GET',
    url: `/v1/venues/${hourly.id}/availability?date=${dayFromNow(5, hourly)}&partySize=2`,
    token,
  })
  expect(day.json()).toMatchObject({ data: { offered: { requiresDuration: true, durations: [{ value: 3600 }, { value: 5400 }, {}] } } })
  expect((await create({ venueId: hourly.id, startsAt })).status).toBeGreaterThanOrEqual(400)
  const { status, body } = await create({ venueId: hourly.id, startsAt, duration: 5400 })
  expect([status, body.data]).toMatchObject([201, { status: 'confirmed', duration: 5400, remote: { state: 'live' } }])
  expect(there(body.data.remote!.remoteId)).toMatchObject({ minutes: 90 })
  const local = await aVenue(shop.container.db)
  const refused = await create({ venueId: local.id, startsAt: instantAt(local, dayFromNow(5, local), '20:00'), duration: 5400 })
  expect(refused).toMatchObject({ status: 422, body: { code: 'duration.not_offered' } })
})
