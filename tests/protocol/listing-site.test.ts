import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ListingCopy } from '@tablewire/contracts/listing/copies'
import { probeAll } from '@tablewire/server/features/listing-copies/probe-sites'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Channel, serveChannel } from '../../sandbox/src/channel/serve-channel.ts'
import { aChannel, type TestChannel } from '../build/a-channel.ts'
import { aListedVenue } from '../build/a-listed-venue.ts'
import { aTestApp, type TestApp } from '../build/a-test-app.ts'
import { aUser } from '../build/a-user.ts'
import type { TestVenue } from '../build/a-venue.ts'

let hub: TestApp
let venue: TestVenue
let channel: TestChannel
let site: Channel
let token: string

beforeAll(async () => {
  hub = await aTestApp()
  const { db, config } = hub.container
  venue = await aListedVenue(db)
  channel = await aChannel(db, { venues: [venue.id] })
  token = await hub.signIn(await aUser(db, { companyId: venue.companyId }))
  const origin = await hub.app.listen({ port: 0, host: '127.0.0.1' })
  site = await serveChannel({ hub: origin, key: channel.key })
  config.channelServices = [site.origin]
  await site.register()
})
afterAll(async () => {
  await site.close()
  await hub.close()
})

const path = (): string => `/v1/listings/${venue.id}/copies`
const copy = async (): Promise<ListingCopy> =>
  (await hub.ask({ method: 'GET', url: path(), token })).json<{ data: { copies: ListingCopy[] } }>().data.copies[0]!
const probe = async (): Promise<ListingCopy> => {
  const answer = await hub.ask({ method: 'POST', url: `${path()}/${channel.id}/probe`, token })
  expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, ''])
  return answer.json<{ data: ListingCopy }>().data
}
const resolve = (ids: readonly string[], act: string) =>
  hub.ask({ method: 'POST', url: '/v1/listings/differences/resolve', token, body: { ids, act } })
const drift = (facts: unknown) => fetch(`${site.origin}/admin/places/${venue.id}/drift`, { method: 'PUT', body: JSON.stringify({ facts }) })
const publicPage = async (): Promise<string> => (await fetch(`${site.origin}/places/${venue.id}`)).text()

test('LI1: a partner site follows the feed, shows the venue and says so', async () => {
  await vi.waitUntil(async () => (await copy()).state === 'shown', { timeout: 20_000, interval: 200 })
  expect(await copy()).toMatchObject({ sentIsCurrent: true, readable: true, url: `${site.origin}/places/${venue.id}` })
  const page = await publicPage()
  expect(page).toContain('Casa Vieja')
  expect(page).toContain('12:00–23:00')
})

test('LI1: wrong hours there are found by the probe, and put right by asking once', async () => {
  const hours = [1, 2, 3, 4, 5].map((day) => ({ day, from: '12:00', to: '21:00' }))
  expect((await drift({ hours })).status).toBe(200)
  const found = await probe()
  expect(found).toMatchObject({
    state: 'differs',
    origin: 'probe',
    differences: [{ field: 'hours', changedBy: 'guest', theirs: { hours } }],
  })
  expect((await resolve([found.differences[0]!.id], 'overwrite')).json()).toMatchObject({ data: [{ outcome: 'done' }] })
  expect((await copy()).state).toBe('pending')
  await vi.waitUntil(async () => (await copy()).state === 'shown', { timeout: 20_000, interval: 200 })
  expect(await publicPage()).not.toContain('21:00')
})

test('LI1: the nightly round finds the same, and what a guest wrote there is text', async () => {
  await drift({ name: '<script>alert(1)</script>', phone: '+34 910 000 000' })
  expect(await probeAll(hub.container.systemCtx('test'))).toMatchObject({ read: 1, failed: 0 })
  const { differences, otherHouse } = await copy()
  expect(differences.map(({ field }) => field).toSorted()).toEqual(['name', 'phone'])
  expect(differences.find(({ field }) => field === 'name')!.theirs.name).toBe('<script>alert(1)</script>')
  expect(otherHouse).toBe(true)
  expect(await publicPage()).toContain('&lt;script&gt;')
  await drift(null)
  expect((await probe()).differences).toEqual([])
})

test('LI1: a change here is fetched and shown there, with an ETag for whoever has it', async () => {
  await hub.ask({ method: 'PUT', url: `/venues/${venue.id}`, token, body: { phoneNumber: '+34911111111' } })
  await vi.waitUntil(async () => (await publicPage()).includes('+34911111111'), { timeout: 20_000, interval: 200 })
  const url = `/v1/bc/venues/${venue.id}/listing`
  const answer = await hub.ask({ method: 'GET', url, key: channel.key })
  const etag = String(answer.headers['etag'])
  expect(etag).toMatch(/^"[\w-]+"$/)
  const again = await hub.ask({ method: 'GET', url, key: channel.key, headers: { 'if-none-match': `"other", W/${etag}` } })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  const older = await hub.ask({ method: 'GET', url, key: channel.key, headers: { 'if-none-match': '"other"' } })
  expect(older.statusCode).toBe(200)
})

type Answerer = (response: ServerResponse) => void
test.each<[string, Answerer, string]>([
  ['a page that hangs', () => undefined, 'slow'],
  ['a page without end', (response) => response.write('{"name":"'.padEnd(600_000, 'x')), 'unreadable'],
  ['an empty list', (response) => response.end('[]'), 'unreadable'],
  ['nothing', (response) => response.end('null'), 'unreadable'],
  ['maintenance', (response) => response.end('{"error":"back soon"}'), 'unreadable'],
  ['a page that is none', (response) => response.end('<html>'), 'unreadable'],
  ['a redirect', (response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end(), 'unreachable'],
  ['a page that is gone', (response) => response.writeHead(404).end('{}'), 'not_listed'],
  ['numbers that are none', (response) => response.end('{"latitude": 500}'), 'unreadable'],
])('LI1: %s changes nothing and is told', async (_what, answer, failure) => {
  const server = createServer((_request, response) => answer(response))
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { config, db } = hub.container
  config.channelServices = [site.origin, at]
  const before = await copy()
  await db
    .updateTable('listingSites')
    .set({ readUrl: `${at}/{venueId}` })
    .where('channelId', '=', channel.id)
    .execute()
  expect(await probe()).toMatchObject({ probeFailure: failure, observedAt: before.observedAt, state: before.state })
  config.channelServices = [site.origin]
  expect(await probe()).toMatchObject({ probeFailure: 'refused' })
  server.closeAllConnections()
  server.close()
})

test('LI1: an address for programs must be public, and name the venue behind the host', async () => {
  const set = (readUrl: string) => hub.ask({ method: 'PUT', url: '/v1/bc/listings/site', key: channel.key, body: { readUrl } })
  for (const readUrl of [
    'https://127.0.0.1/{venueId}',
    'https://guide.acme.com/venue',
    'https://{venueId}.acme.com/',
    'ftp://guide.acme.com/{venueId}',
  ])
    expect([readUrl, (await set(readUrl)).statusCode]).toEqual([readUrl, 400])
  expect((await set('https://guide.acme.com/{venueId}.json')).statusCode).toBe(200)
})

test('LI1: a report of a megabyte, of a strange venue and of none is refused', async () => {
  const send = (id: string, body: unknown) => hub.ask({ method: 'PUT', url: `/v1/bc/venues/${id}/listing`, key: channel.key, body })
  const observedAt = new Date().toISOString()
  expect((await send(venue.id, { observedAt, reason: 'x'.repeat(1_100_000) })).statusCode).toBe(413)
  const foreign = await aListedVenue(hub.container.db)
  expect((await send(foreign.id, { observedAt })).statusCode).toBe(404)
  expect((await send(crypto.randomUUID(), { observedAt })).statusCode).toBe(404)
  expect((await send(venue.id, { observedAt, url: 'javascript:alert(1)' })).statusCode).toBe(400)
})
