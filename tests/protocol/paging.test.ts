import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChannel, type TestChannel } from '../build/a-channel.ts'
import { aTestApp, type TestApp } from '../build/a-test-app.ts'
import { aReservation } from '../build/a-reservation.ts'
import { aSystem, type TestSystem } from '../build/a-system.ts'
import { aUser } from '../build/a-user.ts'
import { aVenue, type TestVenue } from '../build/a-venue.ts'
import { aDelivery, anEndpoint } from '../build/an-endpoint.ts'

let testApp: TestApp
let channel: TestChannel
let system: TestSystem
let venue: TestVenue
beforeAll(async () => {
  testApp = await aTestApp()
  const { db } = testApp.container
  // Equal names, so that the id has to decide.
  const venues = await Promise.all(Array.from({ length: 7 }, (_, n) => aVenue(db, { name: n < 3 ? 'Same' : `Casa ${n}` })))
  venue = venues[0]!
  channel = await aChannel(db, { venues: venues.map(({ id }) => id) })
  system = await aSystem(db, { venues: venues.map(({ id }) => id) })
  for (let n = 0; n < 7; n++) await aReservation(db, venue, { channelId: channel.id, systemId: system.id, source: 'channel', partySize: 1 })
  for (let n = 0; n < 5; n++) {
    const body = { companyId: venue.companyId, name: `Brand ${n}` }
    await testApp.ask({ method: 'POST', url: '/v1/rms/brands', token: system.key, body })
  }
})
afterAll(() => testApp.close())

type Page = { total: number; data: { id: string }[]; next: string | null }
const ask = async (url: string, query: string): Promise<Page> => {
  const who = url.startsWith('/v1/bc') ? { key: channel.key } : { token: system.key }
  const answer = await testApp.ask({ method: 'GET', url: `${url}${url.includes('?') ? '&' : '?'}${query}`, ...who })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Page>()
}
/** All rows, two at a time, as somebody who only knows `next`. */
const walk = async (url: string): Promise<string[][]> => {
  const pages: string[][] = []
  for (let next: string | null = ''; next !== null && pages.length < 20;) {
    const page: Page = await ask(url, `limit=2${next ? `&after=${encodeURIComponent(next)}` : ''}`)
    pages.push(page.data.map(({ id }) => id))
    next = page.next
  }
  return pages
}

test.each([
  ['/v1/bc/venues', () => '/v1/bc/venues', 7],
  ['/v1/bc/booking', () => `/v1/bc/booking?venueId=${venue.id}`, 7],
  ['/v1/rms/venues', () => '/v1/rms/venues', 7],
  ['/v1/rms/booking', () => '/v1/rms/booking', 7],
  ['/v1/rms/company', () => '/v1/rms/company', 7],
  ['/v1/rms/brands', () => '/v1/rms/brands', 5],
])('%s is read to its last page by `next`, and nothing twice', async (_, urlOf, total) => {
  const url = urlOf()
  const whole = await ask(url, 'limit=200')
  expect([whole.total, whole.next]).toEqual([total, null])
  const pages = await walk(url)
  expect(pages.flat()).toEqual(whole.data.map(({ id }) => id))
  expect(pages).toHaveLength(Math.ceil(total / 2))
  const full = await ask(url, `limit=${total}`)
  expect([full.data.length, full.next]).toEqual([total, null])
  const who = url.startsWith('/v1/bc') ? { key: channel.key } : { token: system.key }
  const odd = await testApp.ask({ method: 'GET', url: `${url}${url.includes('?') ? '&' : '?'}after=nonsense`, ...who })
  expect([odd.statusCode, Object.keys(odd.json<{ errors: object }>().errors)]).toEqual([400, ['after']])
})

test('a channel reads its endpoints and deliveries to the last page', async () => {
  const { db } = testApp.container
  const endpoints = [await anEndpoint(db, channel.id), await anEndpoint(db, channel.id), await anEndpoint(db, channel.id)]
  for (let n = 0; n < 5; n++) await aDelivery(db, { endpointId: endpoints[n % 3]!.id, channelId: channel.id })
  for (const [url, total] of [['/v1/bc/webhooks', 3] as const, ['/v1/bc/webhook-deliveries', 5] as const]) {
    const whole = await ask(url, 'limit=200')
    expect([whole.total, whole.next]).toEqual([total, null])
    const pages = await walk(url)
    expect([pages.length, pages.flat()]).toEqual([Math.ceil(total / 2), whole.data.map(({ id }) => id)])
    expect((await testApp.ask({ method: 'GET', url: `${url}?after=nonsense`, key: channel.key })).statusCode).toBe(400)
  }
})

test('an address has room for the thousand venues that a filter takes', async () => {
  const url = await testApp.app.listen({ port: 0, host: '127.0.0.1' })
  const token = await testApp.signIn(await aUser(testApp.container.db, { roles: ['ROLE_SUPER_ADMIN', 'ROLE_ADMIN'] }))
  const ids = [venue.id, ...Array.from({ length: 999 }, () => crypto.randomUUID())]
  const listOf = (some: readonly string[]) =>
    fetch(`${url}/v1/reservations?filters[venueId]=${encodeURIComponent(some.join(','))}`, {
      headers: { authorization: `Bearer ${token}` },
    })
  const answer = await listOf(ids)
  expect([answer.status, ((await answer.json()) as Page).total]).toEqual([200, 7])
  expect((await listOf([...ids, crypto.randomUUID()])).status).toBe(400)
})
