import type { BcAvailability, BcBooking } from '@tablewire/contracts/channels/channel-api-objects'
import type { LoggedCall, LoggedCallDetail } from '@tablewire/contracts/operations/call-log'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChannel, type TestChannel } from '../build/a-channel.ts'
import { aTestApp, type TestApp } from '../build/a-test-app.ts'
import { aSystem, type TestSystem } from '../build/a-system.ts'
import { aUser } from '../build/a-user.ts'
import { aVenue, type TestVenue } from '../build/a-venue.ts'
import { aContact } from './a-shop.ts'

let testApp: TestApp
let admin: string
let live: TestChannel
let system: TestSystem
let real: TestVenue
beforeAll(async () => {
  testApp = await aTestApp()
  const { db } = testApp.container
  admin = await testApp.signIn(await aUser(db, { roles: ['ROLE_SUPER_ADMIN', 'ROLE_ADMIN'] }))
  real = await aVenue(db)
  live = await aChannel(db, { name: 'Guide', venues: [real.id] })
  system = await aSystem(db, { name: 'Tables Inc' })
})
afterAll(() => testApp.close())

type Answered<T> = { status: number; body: T; headers: Record<string, unknown> }
type TestSetup = { channelId: string; xToken: string; venues: { id: string; name: string }[] }
const post = async <T>(url: string, body: unknown, caller: { token?: string; key?: string }): Promise<Answered<T>> => {
  const answer = await testApp.ask({ method: 'POST', url, body, ...caller })
  return { status: answer.statusCode, body: answer.json<T>(), headers: answer.headers }
}
const get = async <T>(url: string, caller: { token?: string; key?: string }): Promise<Answered<T>> => {
  const answer = await testApp.ask({ method: 'GET', url, ...caller })
  return { status: answer.statusCode, body: answer.json<T>(), headers: answer.headers }
}
const testKeyOf = async ({ id }: TestChannel): Promise<TestSetup> =>
  (await post<{ data: TestSetup }>(`/booking-channels/${id}/test-key`, undefined, { token: admin })).body.data

/** Five days ahead, at eight in the evening of Madrid or an hour off it. */
const evening = (): number => Math.floor(Date.now() / 86_400_000) * 86_400 + 5 * 86_400 + 19 * 3600
const booking = (venueId: string) => ({ venueId, partySize: 2, date: evening(), contact: aContact() })

test('a test key sees test venues only, each of which answers in its own way, and a live key sees none of them', async () => {
  const { xToken, venues } = await testKeyOf(live)
  expect(xToken).toMatch(/^test_/)
  const seen = await get<{ data: { id: string; name: string }[] }>('/v1/bc/venues', { key: xToken })
  expect(seen.body.data.map(({ name }) => name).toSorted()).toEqual([
    'Test restaurant',
    'Test restaurant with areas',
    'Test restaurant, fully booked',
    'Test restaurant, on request',
  ])
  expect(seen.headers['tablewire-mode']).toBe('test')
  const liveSees = await get<{ data: { id: string }[] }>('/v1/bc/venues', { key: live.key })
  expect(liveSees.body.data.map(({ id }) => id)).toEqual([real.id])
  expect(liveSees.headers['tablewire-mode']).toBeUndefined()
  const named = (name: string) => venues.find((venue) => venue.name === name)!.id
  const [plain, request, areas, full] = ['', ', on request', ' with areas', ', fully booked'].map((rest) => named(`Test restaurant${rest}`))
  expect((await post<BcBooking>('/v1/bc/booking', booking(plain!), { key: xToken })).body).toMatchObject({ status: 'confirmed' })
  expect((await post<BcBooking>('/v1/bc/booking', booking(request!), { key: xToken })).body).toMatchObject({ status: 'pending' })
  expect((await post('/v1/bc/booking', booking(areas!), { key: xToken })).body).toMatchObject({ code: 'area.required' })
  expect((await post('/v1/bc/booking', booking(full!), { key: xToken })).body).toMatchObject({ code: 'slot.taken' })
  const free = await get<BcAvailability>(`/v1/bc/availability?venueId=${full}&date=${evening()}&partySize=2`, { key: xToken })
  expect(free.body.slots).toEqual([])
  expect((await post('/v1/bc/booking', booking(plain!), { key: live.key })).status).toBe(404)
  expect((await post('/v1/bc/booking', booking(real.id), { key: xToken })).status).toBe(404)
})

test('HU5: a channel’s people see the calls of its test key too, in Traces and in Health, and nobody else’s', async () => {
  const { db, ports } = testApp.container
  const partner = await aChannel(db, { name: 'Paired Guide', venues: [real.id] })
  const foreign = await testKeyOf(await aChannel(db, { name: 'Foreign Guide' }))
  const paired = await testKeyOf(partner)
  const { xToken, venues } = paired
  const person = await aUser(db, { roles: ['ROLE_BC_AGENT', 'ROLE_MANAGER'], venues: [] })
  await post(`/booking-channels/${partner.id}/users`, { email: person.email }, { token: admin })
  for (const key of [xToken, foreign.xToken]) await post('/v1/bc/booking', booking(venues[0]!.id), { key })
  await ports.traces.stop()
  const token = await testApp.signIn(person)
  const names = async (path: string, of: 'channelName' | 'name') =>
    new Set((await get<{ data: Record<string, string>[] }>(path, { token })).body.data.map((one) => one[of]))
  expect(await names('/v1/traces?limit=200', 'channelName')).toEqual(new Set(['Paired Guide (test)']))
  expect(await names('/v1/connections', 'name')).toEqual(new Set(['Paired Guide', 'Paired Guide (test)']))
  const keysOf = async ({ channelId }: TestSetup) =>
    (await get<{ data: { id: string }[] }>(`/booking-channels/${channelId}/credentials`, { token: admin })).body.data.map(({ id }) => id)
  const [[own], [theirs]] = [await keysOf(paired), await keysOf(foreign)]
  expect(await names(`/v1/traces?filters[keyId]=${own}`, 'channelName')).toEqual(new Set(['Paired Guide (test)']))
  expect(await names(`/v1/traces?filters[keyId]=${theirs}`, 'channelName')).toEqual(new Set())
})

test('HU5: a reservation system’s people see what its test key asked too, its live key does not', async () => {
  const { db, ports } = testApp.container
  const made = (
    await post<{ data: { systemId: string; apiKey: string } }>(`/v1/systems/${system.id}/test-key`, undefined, { token: admin })
  ).body.data
  const person = await aUser(db, { roles: ['ROLE_RMS_AGENT', 'ROLE_MANAGER'], venues: [] })
  await post(`/v1/systems/${system.id}/users`, { email: person.email }, { token: admin })
  const key = made.apiKey
  await post('/v1/rms/company', { name: 'Tried out', countryCode: 'ES', externalId: null }, { token: key })
  await ports.traces.stop()
  const token = await testApp.signIn(person)
  const seen = (await get<{ data: { systemName: string }[] }>('/v1/traces?limit=200', { token })).body.data
  expect(seen.map(({ systemName }) => systemName)).toContain('Tables Inc (test)')
  const calls = (await get<{ data: unknown[] }>('/v1/rms/calls', { token: system.key })).body.data
  expect(JSON.stringify(calls)).not.toContain(made.systemId)
})

test('asked again, or by many at once, the channel keeps its one twin and its venues, and two keys are good', async () => {
  const other = await aChannel(testApp.container.db, { name: 'Hasty' })
  const all = await Promise.all(Array.from({ length: 5 }, () => testKeyOf(other)))
  expect(new Set(all.map(({ channelId }) => channelId)).size).toBe(1)
  const mode = await get<{ data: { keys: unknown[]; venues: unknown[] } }>(`/booking-channels/${other.id}/test-mode`, { token: admin })
  expect([mode.body.data.keys.length, mode.body.data.venues.length]).toEqual([2, 4])
  const good = await Promise.all(all.map(async ({ xToken }) => (await get('/v1/bc/venues', { key: xToken })).status))
  expect(good.filter((status) => status === 200)).toHaveLength(2)
  expect((await post(`/booking-channels/${all[0]!.channelId}/test-key`, undefined, { token: admin })).body).toMatchObject({
    code: 'test_mode.already',
  })
})

test('nobody brings a test and what is real together, by whatever door', async () => {
  const { channelId, venues } = await testKeyOf(live)
  const link = (channel: string, venue: string) =>
    testApp.ask({ method: 'PUT', url: `/booking-channels/${channel}/link-venues`, token: admin, body: { venues: [venue] } })
  expect((await link(live.id, venues[0]!.id)).json()).toMatchObject({ code: 'test_mode.apart' })
  expect((await link(channelId, real.id)).json()).toMatchObject({ code: 'test_mode.apart' })
  const { db } = testApp.container
  await expect(sql`update venues set test = true where id = ${real.id}`.execute(db)).rejects.toMatchObject({ code: 'TW031' })
  await expect(sql`update venues set system_id = ${system.id} where id = ${venues[0]!.id}`.execute(db)).rejects.toMatchObject({
    code: 'TW031',
  })
  await expect(sql`update channels set test = false, test_of = null where id = ${channelId}`.execute(db)).rejects.toMatchObject({
    code: 'TW031',
  })
})

test('nobody is written to for a booking at a test venue', async () => {
  const { xToken, venues } = await testKeyOf(live)
  const made = await post<BcBooking>('/v1/bc/booking', booking(venues.find(({ name }) => name === 'Test restaurant')!.id), { key: xToken })
  expect(made.body.status).toBe('confirmed')
  const { sendMessage } = await import('@tablewire/server/features/guest-messages/send-message')
  const ctx = testApp.container.systemCtx('test')
  await sendMessage(ctx, { reservationId: made.body.id, noticeId: crypto.randomUUID(), notice: 'booked', asked: true })
  expect(await testApp.container.db.selectFrom('mails').select('id').execute()).toEqual([])
})

test('a reservation system makes test venues with its test key and books there with the key of its channel; its own channels stay apart', async () => {
  const made = (
    await post<{ data: { systemId: string; apiKey: string; channelId: string; xToken: string } }>(
      `/v1/systems/${system.id}/test-key`,
      undefined,
      {
        token: admin,
      },
    )
  ).body.data
  expect(made.apiKey).toMatch(/^rms_test_/)
  const venue = await post<{ data: { id: string } }>(
    '/v1/rms/venues',
    { name: 'Try', countryCode: 'ES', timezone: 'Europe/Madrid', externalId: 'try-1' },
    { token: made.apiKey },
  )
  expect([venue.status, venue.headers['tablewire-mode']]).toEqual([201, 'test'])
  // With what another partner tries things out is not this one's matter.
  const theirs = (await testKeyOf(live)).channelId
  const channels = await get<{ data: { id: string }[] }>('/v1/rms/booking-channels', { token: made.apiKey })
  expect(channels.body.data.map(({ id }) => id)).toContain(made.channelId)
  expect(channels.body.data.map(({ id }) => id)).not.toContain(live.id)
  expect(channels.body.data.map(({ id }) => id)).not.toContain(theirs)
  const link = (channel: string) =>
    testApp.ask({ method: 'PUT', url: `/v1/rms/booking-channels/${channel}/link-venues`, token: made.apiKey, body: { venues: ['try-1'] } })
  expect((await link(theirs)).json()).toMatchObject({ code: 'channel.not_found' })
  expect((await link(made.channelId)).statusCode).toBe(200)
  const liveChannels = await get<{ data: { id: string }[] }>('/v1/rms/booking-channels', { token: system.key })
  expect(liveChannels.body.data.map(({ id }) => id)).not.toContain(made.channelId)
  expect((await get(`/v1/rms/venues/${venue.body.data.id}`, { token: system.key })).status).toBe(404)
  const again = (await post<{ data: { systemId: string } }>(`/v1/systems/${system.id}/test-key`, undefined, { token: admin })).body.data
  expect(again.systemId).toBe(made.systemId)
})

const settled = async <T>(read: () => Promise<T[]>, least: number): Promise<T[]> => {
  for (;;) {
    const rows = await read()
    if (rows.length >= least) return rows
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

test('a partner reads its own calls by key, with what was sent and answered, and nobody else’s', async () => {
  const { xToken, venues } = await testKeyOf(live)
  const calls = async (key: string, query = '') => (await get<{ data: LoggedCall[] }>(`/v1/bc/calls${query}`, { key })).body.data
  await get(`/v1/bc/venues/${venues[0]!.id}`, { key: xToken })
  await post('/v1/bc/booking', { ...booking(venues[0]!.id), partySize: 900 }, { key: xToken })
  const mine = await settled(() => calls(xToken, '?filters[key]=this'), 2)
  expect(mine.map(({ method, status, code, key }) => [method, status, code, key?.current])).toEqual([
    ['POST', 422, 'party.too_large', true],
    ['GET', 200, null, true],
  ])
  const whole = await get<{ data: LoggedCallDetail }>(`/v1/bc/calls/${mine[0]!.id}`, { key: xToken })
  expect(whole.body.data.request.body).toMatchObject({ partySize: 900 })
  expect(JSON.stringify(whole.body.data)).not.toContain(xToken)
  expect(JSON.stringify(whole.body.data)).not.toContain('@example.test')
  expect(whole.body.data.response.body).toMatchObject({ code: 'party.too_large' })
  expect((await get(`/v1/bc/calls/${mine[0]!.id}`, { key: live.key })).status).toBe(404)
  // Of a live key what changes something stands there, and what was refused.
  await get(`/v1/bc/venues/${real.id}`, { key: live.key })
  await post('/v1/bc/booking', booking(real.id), { key: live.key })
  const lives = await settled(() => calls(live.key), 1)
  expect(lives.every(({ method, outcome }) => method !== 'GET' || outcome !== 'ok')).toBe(true)
  const first = await get<{ data: LoggedCall[]; next: string | null }>('/v1/bc/calls?limit=1', { key: xToken })
  const second = await get<{ data: LoggedCall[] }>(`/v1/bc/calls?limit=1&after=${first.body.next}`, { key: xToken })
  expect(second.body.data[0]!.id).not.toBe(first.body.data[0]!.id)
})

test('a reservation system reads its own calls, and a new secret does not stand in them', async () => {
  await post('/v1/rms/company', { name: 'Group', countryCode: 'ES', externalId: null }, { token: system.key })
  await post('/v1/rms/company', { name: '', countryCode: 'ES', externalId: null }, { token: system.key })
  const calls = await settled(async () => (await get<{ data: LoggedCall[] }>('/v1/rms/calls', { token: system.key })).body.data, 2)
  expect(calls.slice(0, 2).map(({ path, status, key }) => [path, status, key?.label])).toEqual([
    ['/v1/rms/company', 400, system.key.slice(-4)],
    ['/v1/rms/company', 201, system.key.slice(-4)],
  ])
  const stranger = await aSystem(testApp.container.db)
  expect((await get<{ data: LoggedCall[] }>('/v1/rms/calls', { token: stranger.key })).body.data).toEqual([])
  expect((await get(`/v1/rms/calls/${calls[0]!.id}`, { token: stranger.key })).status).toBe(404)
  const { xToken } = await testKeyOf(live)
  const hooked = await post<{ secret: string }>('/v1/bc/webhooks', { url: 'https://hooks.example.com/x' }, { key: xToken })
  const logged = await settled(
    async () =>
      (await get<{ data: LoggedCall[] }>('/v1/bc/calls?filters[method]=POST', { key: xToken })).body.data.filter(
        ({ path }) => path === '/v1/bc/webhooks',
      ),
    1,
  )
  const whole = await get(`/v1/bc/calls/${logged[0]!.id}`, { key: xToken })
  expect(hooked.status).toBe(201)
  expect(JSON.stringify(whole.body)).not.toContain(hooked.body.secret)
})
