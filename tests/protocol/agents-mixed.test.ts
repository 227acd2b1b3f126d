import type { DayAvailability } from '@tablewire/contracts/booking/availability'
import type { Reservation } from '@tablewire/contracts/booking/reservations'
import type { ServiceDay } from '@tablewire/contracts/estate/venues'
import { Permission, type Role } from '@tablewire/contracts/identity/roles'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChannel, type TestChannel } from '../build/a-channel.ts'
import { aReservation, dayFromNow } from '../build/a-reservation.ts'
import { aTestApp, type TestApp } from '../build/a-test-app.ts'
import { aSystem } from '../build/a-system.ts'
import { aUser, type TestUser } from '../build/a-user.ts'
import { aCompany, aVenue, type TestVenue } from '../build/a-venue.ts'

let testApp: TestApp
let office: string
let companyId: string
/** Of another company. */
let venue: TestVenue
let own: TestChannel
let foreign: TestChannel
let tomorrow: string
beforeAll(async () => {
  testApp = await aTestApp()
  const { db } = testApp.container
  office = await testApp.signIn(await aUser(db))
  companyId = await aCompany(db)
  venue = await aVenue(db, { name: 'Elsewhere' })
  own = await aChannel(db, { name: 'Own Guide', venues: [venue.id] })
  foreign = await aChannel(db, { name: 'Foreign Guide', venues: [venue.id] })
  tomorrow = dayFromNow(1, venue)
})
afterAll(() => testApp.close())

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const call = async (token: string, method: Method, url: string, body?: unknown) => {
  const answer = await testApp.ask({ method, url, token, ...(body === undefined ? {} : { body }) })
  const { data, code, total } = answer.json<{ data?: unknown; code?: string; total?: number }>()
  return { status: answer.statusCode, data, code, total, text: answer.body }
}
const dataOf = async <T>(token: string, url: string): Promise<T> => (await call(token, 'GET', url)).data as T
const agent = (roles: Role[], more: Partial<TestUser> = {}) =>
  aUser(testApp.container.db, { roles, permissions: [...Permission.options], ...more })
const bound = async (url: string, user: TestUser): Promise<string> => {
  expect((await call(office, 'POST', url, { email: user.email })).status).toBeLessThan(300)
  return testApp.signIn(user)
}
const ofChannel = async (channel = own) => bound(`/booking-channels/${channel.id}/users`, await agent(['ROLE_BC_AGENT', 'ROLE_MANAGER']))

test.each([['ROLE_ADMIN'], ['ROLE_POS'], ['ROLE_COMPANY_BOT'], ['ROLE_SUPER_ADMIN', 'ROLE_ADMIN']] as Role[][])(
  'AC6: %s %s of a company who is a system’s agent as well changes nothing in the houses of the system',
  async (...roles) => {
    const { db } = testApp.container
    const house = await aVenue(db)
    const booking = await aReservation(db, house)
    const system = await aSystem(db, { venues: [house.id] })
    const token = await bound(`/v1/systems/${system.id}/users`, await agent([...roles, 'ROLE_RMS_AGENT'], { companyId }))
    expect((await call(token, 'GET', `/venues/${house.id}`)).status).toBe(200)
    const writes = [
      ['PUT', `/venues/${house.id}`, { city: 'X' }],
      ['PUT', `/companies/${house.companyId}`, { name: 'X' }],
      ['POST', `/v1/rms/venues/${house.id}/credential`, {}],
      ['POST', `/v1/reservations/${booking.id}/cancel`, { side: 'venue' }],
      ['PUT', `/booking-channels/${foreign.id}/link-venues`, { venues: [house.id] }],
      ['POST', '/v1/brands', {}],
    ] as const
    for (const [method, url, body] of writes) expect([url, (await call(token, method, url, body)).status]).toEqual([url, 403])
  },
)

test('AC8: in his company nobody acts as an agent or changes his account, who sees houses of others; the platform does', async () => {
  const { db } = testApp.container
  const system = await aSystem(db)
  const partner = await aUser(db, { roles: ['ROLE_RMS_AGENT', 'ROLE_MANAGER'], companyId })
  await bound(`/v1/systems/${system.id}/users`, partner)
  const admin = await testApp.signIn(await aUser(db, { companyId }))
  expect(await call(admin, 'POST', `/users/${partner.id}/act-as`)).toMatchObject({ status: 403, code: 'acting.denied' })
  expect((await dataOf<{ id: string }[]>(admin, '/customers')).map(({ id }) => id)).not.toContain(partner.id)
  expect(await call(admin, 'PUT', `/users/${partner.id}`, { firstName: 'X' })).toMatchObject({ code: 'user.above' })
  expect(await call(admin, 'POST', `/users/${partner.id}/login-hash`)).toMatchObject({ code: 'acting.denied' })
  expect((await call(office, 'POST', `/users/${partner.id}/act-as`)).status).toBeLessThan(300)
})

test('AC6: people of a channel ask what their own channel is offered, and learn no number of the house or of another channel', async () => {
  const { db } = testApp.container
  const limits = JSON.stringify({ coversPerDay: 3 })
  await sql`update channels set limits = ${limits}::jsonb where id = any(${[own.id, foreign.id]}::uuid[])`.execute(db)
  await aReservation(db, venue, { source: 'channel', channelId: own.id, partySize: 2 })
  await aReservation(db, venue, { source: 'channel', channelId: foreign.id, partySize: 3 })
  await aReservation(db, venue, { partySize: 11 })
  const token = await ofChannel()
  const day = `/v1/venues/${venue.id}/availability?date=${tomorrow}&partySize=2&explain=1`
  expect(await call(token, 'GET', `${day}&channelId=${foreign.id}`)).toMatchObject({ status: 404, code: 'channel.not_found' })
  const asked = await dataOf<DayAvailability>(token, day)
  expect(asked.slots.length).toBeGreaterThan(0)
  for (const as of [`&channelId=${own.id}`, '&as=staff', '&as=channel']) expect(await dataOf(token, day + as)).toEqual(asked)
  const verdicts = asked.slots.flatMap(({ closedBy }) => closedBy ?? [])
  expect(verdicts.find(({ rule }) => rule === 'channel_covers')).toMatchObject({ limit: 3, used: 2 })
  expect(JSON.stringify(asked)).not.toContain(foreign.id)
  expect(Math.max(...asked.slots.flatMap(({ coversLeft, areas }) => [coversLeft ?? 0, ...areas.map((area) => area.coversLeft)]))).toBe(2)
  // A party the house has no room for is told so without the house's numbers.
  await sql`update channels set limits = '{}'::jsonb where id = ${own.id}`.execute(db)
  await aReservation(db, venue, { partySize: 400, time: '21:00' })
  const full = await dataOf<DayAvailability>(token, day)
  const counts = full.slots
    .flatMap(({ closedBy }) => closedBy ?? [])
    .filter(({ rule }) => ['area_capacity', 'pacing_covers', 'pacing_parties', 'pressure_release'].includes(rule))
  expect(counts.length).toBeGreaterThan(0)
  for (const { limit, used, opens } of counts) expect([limit, used, opens.covers]).toEqual([null, null, undefined])
})

test('AC6: the service view of a channel’s people counts their own bookings, beside no limit of the house', async () => {
  const url = `/v1/venues/${venue.id}/service?date=${tomorrow}`
  const mine = await dataOf<ServiceDay>(await ofChannel(), url)
  const all = await dataOf<ServiceDay>(office, url)
  const sum = ({ intervals }: ServiceDay): number => intervals.reduce((covers, interval) => covers + interval.covers, 0)
  expect([sum(mine), sum(all)]).toEqual([2, 416])
  expect(mine.intervals.some(({ coversMax, partiesMax }) => coversMax !== null || partiesMax !== null)).toBe(false)
})

test('AC6: a system’s agent asks for no channel’s terms', async () => {
  const { db } = testApp.container
  const house = await aVenue(db)
  const [system, channel] = [await aSystem(db, { venues: [house.id] }), await aChannel(db, { venues: [house.id] })]
  const token = await bound(`/v1/systems/${system.id}/users`, await agent(['ROLE_RMS_AGENT', 'ROLE_MANAGER']))
  const day = `/v1/venues/${house.id}/availability?date=${dayFromNow(1, house)}&partySize=2&explain=1`
  expect(await call(token, 'GET', `${day}&channelId=${channel.id}`)).toMatchObject({ status: 404, code: 'channel.not_found' })
  expect((await call(token, 'GET', day)).status).toBe(200)
})

test('CH1: where else a venue is sold, the people of a channel learn by no filter and no count', async () => {
  const token = await ofChannel()
  for (const url of ['/venues', '/v1/rms/venues', '/v1/licences']) {
    const found = async (channel: TestChannel) => (await call(token, 'GET', `${url}?filters[channelId]=${channel.id}`)).total
    expect([url, await found(own), await found(foreign)]).toEqual([url, 1, 0])
  }
  expect((await dataOf<{ activeChannels: number }[]>(token, '/venues'))[0]!.activeChannels).toBe(1)
  expect((await dataOf<{ activeChannels: number }>(token, `/venues/${venue.id}`)).activeChannels).toBe(1)
  expect((await dataOf<{ activeChannels: number }>(office, `/venues/${venue.id}`)).activeChannels).toBe(2)
  const keptBack = async (who: string) => (await dataOf<{ keptBack: unknown[] }>(who, `/venues/${venue.id}`)).keptBack.length
  expect([await keptBack(token), await keptBack(office)]).toEqual([0, venue.book.shifts.length])
  const { db } = testApp.container
  const tripadvisor = await aChannel(db, { name: 'Tripadvisor', venues: [venue.id] })
  await db.updateTable('venues').set({ tripadvisorId: '4711' }).where('id', '=', venue.id).execute()
  const live = async (who: string) => (await dataOf<{ live: boolean }[]>(who, '/venues/with-tripadvisor/installed')).map((row) => row.live)
  expect([await live(token), await live(await ofChannel(tripadvisor))]).toEqual([[false], [true]])
})

test('RE3: a guest’s past is told to a channel’s people as far as it came by their channel', async () => {
  const { db } = testApp.container
  const guestId = crypto.randomUUID()
  await db
    .insertInto('guests')
    .values({
      venueId: venue.id,
      id: guestId,
      firstName: 'Ana',
      lastName: 'García',
      email: null,
      phone: null,
      lang: null,
      notes: null,
      importBatchId: null,
    })
    .execute()
  const of = (channel: TestChannel, more: object) =>
    aReservation(db, venue, { source: 'channel', channelId: channel.id, guestId, date: dayFromNow(20, venue), ...more })
  const { id } = await of(own, {})
  await of(own, { status: 'no_show', time: '18:00' })
  await of(foreign, { status: 'completed', time: '18:15' })
  await aReservation(db, venue, { guestId, status: 'canceled', date: dayFromNow(20, venue), time: '18:30' })
  const past = async (token: string) => (await dataOf<Reservation>(token, `/v1/reservations/${id}`)).guestHistory
  expect(await past(await ofChannel())).toEqual({ visits: 0, noShows: 1, cancellations: 0, lastVisitOn: null })
  expect(await past(office)).toMatchObject({ visits: 1, noShows: 1, cancellations: 1 })
})

test('HU5: of a booking’s way a partner sees his own end, hop by hop', async () => {
  const { db } = testApp.container
  const system = await aSystem(db)
  const house = await aVenue(db)
  const channel = await aChannel(db, { venues: [house.id] })
  await db.updateTable('venues').set({ systemId: system.id }).where('id', '=', house.id).execute()
  const { id } = await aReservation(db, house, { source: 'channel', channelId: channel.id, systemId: system.id })
  const hop = async (from: string, to: string): Promise<string> => {
    const hopId = crypto.randomUUID()
    await sql`
      insert into traces (id, started_at, from_party, to_party, operation, channel_id, system_id, venue_id, reservation_id, request_id, outcome, duration_ms, url)
      values (${hopId}, now(), ${from}, ${to}, 'create', ${channel.id}, ${system.id}, ${house.id}, ${id}, 'one request', 'ok', 5, 'https://system.test/secret')`.execute(
      db,
    )
    return hopId
  }
  const [ours, theirs] = [await hop('channel', 'hub'), await hop('hub', 'system')]
  const seen = async (token: string) => {
    const { hops } = await dataOf<{ hops: { id: string }[] }>(token, `/v1/reservations/${id}/journey`)
    const open = await Promise.all(
      [ours, theirs].map(async (one) => (await call(token, 'GET', `/v1/reservations/${id}/journey/${one}`)).status),
    )
    return [hops.map((one) => one.id), open]
  }
  expect(await seen(await ofChannel(channel))).toEqual([[ours], [200, 404]])
  const ofSystem = await bound(`/v1/systems/${system.id}/users`, await agent(['ROLE_RMS_AGENT', 'ROLE_MANAGER']))
  expect(await seen(ofSystem)).toEqual([[theirs], [404, 200]])
  expect(await seen(office)).toEqual([
    [ours, theirs],
    [200, 200],
  ])
  await sql`update reservations set remote = true where id = ${id}`.execute(db)
  await sql`insert into remote_bookings (venue_id, reservation_id, system_id, remote_id, key, state) values (${house.id}, ${id}, ${system.id}, 'R-1', ${id}, 'stuck')`.execute(
    db,
  )
  const behind = async (token: string) => {
    const { waiting } = await dataOf<{ waiting: { kind: string }[] }>(token, `/v1/reservations/${id}/journey`)
    return [waiting.map(({ kind }) => kind), (await dataOf<Reservation>(token, `/v1/reservations/${id}`)).remote?.remoteId]
  }
  expect(await behind(await ofChannel(channel))).toEqual([[], null])
  expect(await behind(ofSystem)).toEqual([['system'], 'R-1'])
  expect(await behind(office)).toEqual([['system'], 'R-1'])
})

test('AC6: whoever is taken from a channel sees nothing of it from that moment, nor when the channel goes', async () => {
  const { db } = testApp.container
  const sees = async (token: string) => (await dataOf<unknown[]>(token, '/venues')).length
  const leaving = await agent(['ROLE_BC_AGENT', 'ROLE_MANAGER'])
  const channel = await aChannel(db, { venues: [venue.id] })
  const before = await testApp.signIn(leaving)
  expect(await sees(before)).toBe(0)
  const token = await bound(`/booking-channels/${channel.id}/users`, leaving)
  expect([await sees(before), await sees(token)]).toEqual([1, 1])
  await call(office, 'DELETE', `/booking-channels/${channel.id}/users/${leaving.id}`)
  expect([await sees(before), await sees(token)]).toEqual([0, 0])
  await bound(`/booking-channels/${channel.id}/users`, leaving)
  expect(await sees(token)).toBe(1)
  expect((await call(office, 'DELETE', `/booking-channels/${channel.id}`)).status).toBe(200)
  expect(await sees(token)).toBe(0)
})

test('VE1: nobody puts an archived venue on sale, by whichever call', async () => {
  const { db } = testApp.container
  const [kept, gone, channel] = [await aVenue(db), await aVenue(db), await aChannel(db)]
  expect((await call(office, 'POST', `/v1/venues/${gone.id}/archive`, { confirmed: true })).status).toBe(200)
  for (const url of [`/booking-channels/${channel.id}/link-venues`, `/v1/rms/booking-channels/${channel.id}/link-venues`])
    for (const venues of [[gone.id], [kept.id, gone.id]])
      expect([url, await call(office, 'PUT', url, { venues })]).toMatchObject([url, { status: 409, code: 'venue.archived' }])
  const single = await call(office, 'PUT', `/v1/rms/booking-channels/${channel.id}/link-venue/${gone.id}`)
  expect(single).toMatchObject({ code: 'venue.archived' })
  expect((await call(office, 'PUT', `/booking-channels/${channel.id}/unlink-venues`, { venues: [gone.id] })).status).toBe(200)
})
