import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BcBooking } from '@tablewire/contracts/channels/channel-api-objects'
import { aChannel, type TestChannel } from '../build/a-channel.ts'
import { aTestApp, type TestApp } from '../build/a-test-app.ts'
import { aReceiver } from '../build/an-endpoint.ts'
import { ownHeaders } from '../build/own-headers.ts'
import { aUser } from '../build/a-user.ts'
import { aCompany, aVenue, type TestVenue } from '../build/a-venue.ts'

let testApp: TestApp
let receiver: Awaited<ReturnType<typeof aReceiver>>
let channel: TestChannel
let venue: TestVenue
let admin: string
beforeAll(async () => {
  testApp = await aTestApp({ work: true })
  receiver = await aReceiver(({ body }) => ({ status: 200, body: JSON.stringify({ challenge: body['challenge'] }) }))
  testApp.container.config.channelServices.push(receiver.origin)
  const { db } = testApp.container
  venue = await aVenue(db, { companyId: await aCompany(db) })
  channel = await aChannel(db, { venues: [venue.id] })
  admin = await testApp.signIn(await aUser(db, { roles: ['ROLE_SUPER_ADMIN', 'ROLE_ADMIN'] }))
})
afterAll(async () => {
  receiver.close()
  await testApp.close()
})

const contact = { firstname: 'Ana', lastname: 'Hook', email: 'ana@example.test' }
const evening = (days: number): number => Math.floor(Date.now() / 86_400_000 + days) * 86_400 + 18 * 3600
const bookings = () => receiver.received.filter(({ body }) => body['entity'] === 'booking')

test('HU3: a channel with its key registers an endpoint and hears what the venue does with its booking', async () => {
  const made = await testApp.ask({
    method: 'POST',
    url: '/v1/bc/webhooks',
    key: channel.key,
    body: { url: receiver.origin, auth: { kind: 'header', name: 'X-Partner', value: 'sesame' } },
  })
  expect(made.statusCode, made.body).toBe(201)
  const { id, secret } = made.json<{ id: string; secret: string }>()
  expect(secret).toMatch(/^whsec_/)
  expect((await testApp.ask({ method: 'GET', url: '/v1/bc/webhooks', key: channel.key })).body).not.toContain(secret)
  const verified = await testApp.ask({ method: 'POST', url: `/v1/bc/webhooks/${id}/verify`, key: channel.key })
  expect(verified.json()).toMatchObject({ endpoint: { state: 'active' }, outcome: { ok: true } })

  const body = { venueId: venue.id, partySize: 2, date: evening(2), contact }
  const booking = (await testApp.ask({ method: 'POST', url: '/v1/bc/booking', key: channel.key, body })).json<BcBooking>()
  expect(booking.status).toBe('confirmed')
  await testApp.ask({ method: 'PATCH', url: `/v1/reservations/${booking.id}`, token: admin, body: { partySize: 3 } })
  await testApp.ask({ method: 'POST', url: `/v1/reservations/${booking.id}/cancel`, token: admin, body: { reason: 'kitchen closed' } })
  while (bookings().length < 2) await sleep(10)
  expect(bookings().map(({ body: said, headers }) => [said['action'], said['entity_id'], said['data'], headers['x-partner']])).toEqual([
    ['update', booking.id, { partySize: 3 }, 'sesame'],
    ['canceled', booking.id, { status: 'canceled' }, 'sesame'],
  ])
  // What came of it is written a moment after it came.
  const sent = async () =>
    (await testApp.ask({ method: 'GET', url: `/v1/bc/webhook-deliveries?reservationId=${booking.id}`, key: channel.key })).json<{
      data: { state: string }[]
    }>().data
  while ((await sent()).some(({ state }) => state === 'waiting')) await sleep(10)
  expect((await sent()).map(({ state }) => state)).toEqual(['delivered', 'delivered'])
})

test('HU3: the people of a channel look after its webhooks, and after no other channel’s', async () => {
  const other = await aChannel(testApp.container.db)
  const foreign = await testApp.ask({
    method: 'POST',
    url: '/v1/webhooks/endpoints',
    token: admin,
    body: { channelId: other.id, url: `${receiver.origin}/other` },
  })
  const agent = await aUser(testApp.container.db, { roles: ['ROLE_BC_AGENT', 'ROLE_MANAGER'] })
  const token = await testApp.signIn(agent)
  const list = async () =>
    (await testApp.ask({ method: 'GET', url: '/v1/webhooks/endpoints', token })).json<{ data: { channelId: string }[] }>().data
  expect(await list()).toEqual([])
  await testApp.ask({ method: 'POST', url: `/booking-channels/${channel.id}/users`, token: admin, body: { email: agent.email } })
  expect((await list()).map(({ channelId }) => channelId)).toEqual([channel.id])
  const channels = await testApp.ask({ method: 'GET', url: '/v1/webhooks/channels', token })
  expect(channels.json<{ data: object[] }>().data).toMatchObject([{ id: channel.id, name: channel.name, endpoints: 1, dead: 0 }])
  const { id } = foreign.json<{ data: { id: string } }>().data
  for (const [method, path] of [
    ['GET', `endpoints/${id}`],
    ['POST', `endpoints/${id}/rotate-secret`],
    ['DELETE', `endpoints/${id}`],
  ] as const)
    expect((await testApp.ask({ method, url: `/v1/webhooks/${path}`, token })).statusCode).toBe(404)
  const create = await testApp.ask({
    method: 'POST',
    url: '/v1/webhooks/endpoints',
    token,
    body: { channelId: other.id, url: `${receiver.origin}/x` },
  })
  expect([create.statusCode, create.json<{ code: string }>().code]).toEqual([404, 'channel.not_found'])
})

test('HU3: of two who change an endpoint, the second is told; no address leads inside', async () => {
  const mine = await aChannel(testApp.container.db)
  const make = (url: string) =>
    testApp.ask({ method: 'POST', url: '/v1/webhooks/endpoints', token: admin, body: { channelId: mine.id, url } })
  for (const url of [
    'http://example.com/',
    'https://10.0.0.1/',
    'https://[::1]/',
    'https://u:p@example.com/',
    'https://db.internal/',
    'https://example.com:8444/',
    'nonsense',
  ])
    expect((await make(url)).json<{ code: string }>().code, url).toBe('webhook.address_refused')
  const { id } = (await make(`${receiver.origin}/a`)).json<{ data: { id: string } }>().data
  expect((await make(`${receiver.origin}/a`)).json<{ code: string }>().code).toBe('webhook.address_taken')
  const change = (version: number) =>
    testApp.ask({ method: 'PUT', url: `/v1/webhooks/endpoints/${id}`, token: admin, body: { ownChanges: true, version } })
  expect((await change(1)).statusCode).toBe(200)
  expect((await change(1)).json<{ code: string }>().code).toBe('webhook.version_stale')
})

test('HU3: no header of the connection or of ours can be set, and one that was is left out', async () => {
  const mine = await aChannel(testApp.container.db)
  const doors = [
    { url: '/v1/webhooks/endpoints', token: admin, body: { channelId: mine.id, url: `${receiver.origin}/headers` } },
    { url: '/v1/bc/webhooks', key: mine.key, body: { url: `${receiver.origin}/headers` } },
  ]
  const make = (door: (typeof doors)[number], name: string) =>
    testApp.ask({ method: 'POST', ...door, body: { ...door.body, auth: { kind: 'header', name, value: 'sesame' } } })
  for (const door of doors)
    for (const name of ownHeaders)
      expect([name, (await make(door, name)).json()]).toMatchObject([name, { errors: { 'auth.name': [expect.any(String)] } }])
  const { id } = (await make(doors[1]!, 'Authorization')).json<{ id: string }>()
  for (const authName of ownHeaders) {
    await testApp.container.db.updateTable('webhookEndpoints').set({ authName }).where('id', '=', id).execute()
    const verified = await testApp.ask({ method: 'POST', url: `/v1/bc/webhooks/${id}/verify`, key: mine.key })
    expect([authName, verified.json()]).toMatchObject([authName, { outcome: { ok: true } }])
    expect(JSON.stringify(receiver.received.at(-1)!.headers)).not.toContain('sesame')
  }
})
