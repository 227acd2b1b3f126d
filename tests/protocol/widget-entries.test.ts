import type { BookingEntry, SiteCheck } from '@tablewire/contracts/channels/booking-page'
import { bookingSnippet } from '@tablewire/contracts/channels/booking-link.rules'
import { newId } from '@tablewire/server/platform/id'
import type { HousesStep, PageState } from '@tablewire/widget/page-state'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChannel, type TestChannel } from '../build/a-channel.ts'
import { aTestApp, type TestApp } from '../build/a-test-app.ts'
import { aUser } from '../build/a-user.ts'
import { aCompany, aVenue, type TestVenue } from '../build/a-venue.ts'

let testApp: TestApp
let companyId: string
let first: TestVenue
let second: TestVenue
let paused: TestVenue
/** Of the same company, sold by another channel only. */
let third: TestVenue
let foreign: TestVenue
let channel: TestChannel
let other: TestChannel
let foreignChannel: TestChannel

const sold = async (venue: TestVenue): Promise<TestVenue> => {
  await testApp.container.db.updateTable('venues').set({ sdkAccess: true }).where('id', '=', venue.id).execute()
  return venue
}
beforeAll(async () => {
  testApp = await aTestApp({ env: { PUBLIC_URL: 'https://hub.example' }, addresses: 200 })
  const { db } = testApp.container
  companyId = await aCompany(db, { name: 'Hijos de <Prueba>' })
  const at = async (name: string, more: Partial<TestVenue> = {}): Promise<TestVenue> =>
    sold(await aVenue(db, { companyId, name, city: 'Málaga', ...more }))
  first = await at('Alameda "Uno"')
  second = await at('Bodega <b>Dos</b>')
  third = await at('Cala Tres')
  paused = await at('Duna Cerrada', { active: false })
  foreign = await sold(await aVenue(db, { name: 'Of somebody else' }))
  channel = await aChannel(db, { type: 'widget', name: 'Internal name', venues: [first.id, second.id, paused.id] })
  other = await aChannel(db, { type: 'widget', venues: [third.id] })
  foreignChannel = await aChannel(db, { type: 'widget', venues: [foreign.id] })
})
afterAll(() => testApp.close())

const ask = (url: string, accept = 'application/json') => testApp.ask({ method: 'GET', url, headers: { accept } })
const pageAt = async (url: string): Promise<PageState & { step: HousesStep }> => (await ask(url)).json()
const namesAt = async (url: string): Promise<string[]> => (await pageAt(url)).step.houses.map(({ label }) => label)
const both = ['Alameda "Uno", Málaga', 'Bodega <b>Dos</b>, Málaga']

test('WI1: a company’s address lets its guests choose among what is open; the chosen one leads back', async () => {
  expect(await namesAt(`/book/${companyId}`)).toEqual([...both, 'Cala Tres, Málaga'])
  const { step, title } = await pageAt(`/book/${companyId}?lang=de&party=5&date=2030-01-02&utm_source=mail&evil=1`)
  expect(title).toBe('Hijos de <Prueba>')
  expect(step.find).toBeNull()
  const chosen = new URL(step.houses[0]!.href, 'https://hub.example')
  expect(chosen.pathname).toBe(`/book/${first.id}`)
  expect(Object.fromEntries(chosen.searchParams)).toEqual({
    all: companyId,
    lang: 'de',
    party: '5',
    date: '2030-01-02',
    utm_source: 'mail',
  })
  const { all } = await pageAt(step.houses[0]!.href)
  expect(all).toEqual({ label: 'Alle Restaurants', href: `/book/${companyId}?lang=de&utm_source=mail` })
  const { body, headers } = await ask(`/book/${companyId.toUpperCase()}`, 'text/html')
  expect(body).not.toMatch(/<b>Dos|<Prueba>/)
  expect(body).toContain('Bodega &lt;b>Dos')
  expect(headers['content-security-policy']).toContain('frame-ancestors *')
})

test('WI1: by a channel only what it sells is offered, under its own address as well; one alone is opened at once', async () => {
  expect(await namesAt(`/book/${companyId}?channel=${channel.id}`)).toEqual(both)
  expect(await namesAt(`/book/${channel.id}`)).toEqual(both)
  const { title, step } = await pageAt(`/book/${channel.id}?channel=${channel.id.toUpperCase()}`)
  expect(title).toBe('Where would you like to eat?')
  expect(step.houses[1]!.href).toBe(`/book/${second.id}?all=${channel.id}&channel=${channel.id}`)
  expect((await pageAt(step.houses[1]!.href)).all!.href).toBe(`/book/${channel.id}`)
  const only = await ask(`/book/${companyId}?channel=${other.id}`, 'text/html')
  expect([only.statusCode, only.headers.location]).toEqual([302, `/book/${third.id}?channel=${other.id}`])
})

test('WI1: the page to choose may stand where the pages of all that it offers may', async () => {
  const { db } = testApp.container
  const hosts = (id: string, names: string[]) => db.updateTable('channels').set({ hosts: names }).where('id', '=', id).execute()
  const framed = async (url: string): Promise<string> => {
    const { headers, body } = await ask(`${url}&frame=f&host=https://evil.example`)
    return `${/frame-ancestors [^;]*/.exec(String(headers['content-security-policy']))![0]} ${(JSON.parse(body) as PageState).carried.some(([name]) => name === 'host')}`
  }
  await hosts(channel.id, ['https://one.example'])
  expect(await framed(`/book/${channel.id}?lang=en`)).toBe("frame-ancestors 'self' https://one.example false")
  expect(await framed(`/book/${companyId}?channel=${channel.id}`)).toBe("frame-ancestors 'self' https://one.example false")
  expect(await framed(`/book/${companyId}?lang=en`)).toBe('frame-ancestors * true')
  await hosts(other.id, ['https://two.example'])
  expect(await framed(`/book/${companyId}?lang=en`)).toBe("frame-ancestors 'self' https://one.example https://two.example false")
  await hosts(channel.id, [])
  await hosts(other.id, [])
})

test('WI1: what is unknown, another one’s, paused or no channel of booking pages has no page to choose', async () => {
  const { db } = testApp.container
  const partner = await aChannel(db, { venues: [first.id, second.id] })
  const idle = await aChannel(db, { type: 'widget', active: false, venues: [first.id, second.id] })
  const alone = await sold(await aVenue(db, { active: false }))
  const lost = await ask(`/book/${newId()}`)
  for (const path of [
    partner.id,
    idle.id,
    alone.companyId,
    `${companyId}?channel=${foreignChannel.id}`,
    `${channel.id}?channel=${other.id}`,
    `${companyId}?channel=${newId()}`,
    `${companyId}?channel=x`,
    "%22%3E%3Cscript%3E'",
  ]) {
    const answer = await ask(`/book/${path}`)
    const { title, step } = answer.json<PageState>()
    expect([path, answer.statusCode, title, step]).toEqual([path, 404, lost.json<PageState>().title, lost.json<PageState>().step])
  }
  expect(JSON.stringify(await pageAt(`/book/${first.id}?all=//evil.example`))).not.toContain('"href":"//evil')
})

test('WI1: of many houses fifty are shown in a small page, and a word without accents finds the others', async () => {
  const { db } = testApp.container
  const many = await aCompany(db)
  const names = Array.from({ length: 70 }, (_one, index) => `Mesón número ${String(index).padStart(2, '0')} de la Calle Mayor`)
  const ids = await Promise.all(names.map(async (name) => (await sold(await aVenue(db, { companyId: many, name, city: 'Cádiz' }))).id))
  await aChannel(db, { type: 'widget', venues: ids })
  const url = `/book/${many}?lang=en&party=4&host=https://one.example&frame=abcdef`
  const { body } = await ask(url, 'text/html')
  expect(gzipSync(body).length).toBeLessThan(14_000)
  expect(body).toMatch(/<form method="get" action="\/book\/[^"]+"[^>]*>.*<input type="hidden" name="party" value="4".*name="q"/s)
  const { step } = await pageAt(url)
  expect([step.houses.length, step.found]).toEqual([50, 'Shown: 50 of 70'])
  const found = await pageAt(`${url}&q=${encodeURIComponent(' CADIZ 69 meson ')}`)
  expect(found.step.houses.map(({ label }) => label)).toEqual(['Mesón número 69 de la Calle Mayor, Cádiz'])
  expect(found.step.houses[0]!.href).not.toContain('q=')
  expect(found.languages[0]!.href).toContain('q=CADIZ+69+meson')
  const none = (await pageAt(`${url}&q=%3Cb%3E`)).step
  expect([none.houses.length, none.find!.typed, none.found]).toEqual([0, '<b>', 'No restaurant found. Please check how it is written.'])
})

test('WI1: who makes the code sees his own houses; nothing is told of others, whatever the id stands for', async () => {
  const { db } = testApp.container
  const entry = async (id: string, person: Parameters<typeof aUser>[1]) =>
    testApp.ask({ method: 'GET', url: `/v1/booking-entries/${id}`, token: await testApp.signIn(await aUser(db, person)) })
  const house = (venue: TestVenue) => ({ venueId: venue.id, name: venue.name, city: 'Málaga', own: true })
  const manager = { roles: ['ROLE_MANAGER' as const], permissions: ['channelManagement' as const], companyId }
  const { data } = (await entry(companyId, manager)).json<{ data: BookingEntry }>()
  expect(data).toMatchObject({ kind: 'company', origin: 'https://hub.example', total: 3, houses: [first, second, third].map(house) })
  expect(data.channels.map(({ id }) => id)).toEqual([channel.id, other.id])
  const small = (await entry(companyId, { ...manager, venues: [second.id] })).json<{ data: BookingEntry }>().data
  expect([small.houses, small.channels.map(({ id }) => id)]).toEqual([[house(second)], [channel.id]])
  const unknown = await entry(newId(), manager)
  expect(unknown.statusCode).toBe(404)
  for (const id of [foreign.companyId, foreignChannel.id, foreign.id, first.id])
    expect([id, (await entry(id, manager)).body.replaceAll(/"requestId[^,}]*/gi, '')]).toEqual([
      id,
      unknown.body.replaceAll(/"requestId[^,}]*/gi, ''),
    ])
  expect((await entry(companyId, { ...manager, companyId: foreign.companyId })).statusCode).toBe(404)
  expect((await entry(channel.id, { ...manager, venues: [third.id] })).statusCode).toBe(404)
  expect((await testApp.ask({ method: 'GET', url: `/v1/booking-entries/${companyId}` })).statusCode).toBe(401)
})

test('WI1: the check of a website knows these addresses for what they are', async () => {
  const { db, config } = testApp.container
  let body = ''
  const server: Server = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(body),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  config.channelServices.push(site)
  const token = await testApp.signIn(await aUser(db))
  const codesFor = async (id: string, channelId: string | null = null): Promise<string[]> => {
    body = bookingSnippet({
      origin: 'https://hub.example',
      id,
      channelId,
      mode: 'inline',
      lang: null,
      theme: null,
      colors: null,
      label: 'Book',
    })
    const answer = await testApp.ask({ method: 'POST', url: `/v1/venues/${first.id}/booking-page/checks`, token, body: { url: site } })
    return answer.json<{ data: SiteCheck }>().data.findings.map(({ code }) => code)
  }
  expect(await codesFor(companyId)).toEqual(['link', 'script', 'never_seen'])
  expect(await codesFor(channel.id)).toEqual(['link', 'script', 'never_seen'])
  expect(await codesFor(companyId, foreignChannel.id)).toEqual(['link_channel', 'script', 'never_seen'])
  for (const id of [foreign.companyId, foreignChannel.id, other.id])
    expect(await codesFor(id)).toEqual(['link_foreign', 'script', 'never_seen'])
  server.close()
})
