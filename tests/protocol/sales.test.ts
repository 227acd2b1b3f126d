import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aSystem, type TestSystem } from '../build/a-system.ts'
import { aTestApp, type TestApp } from '../build/a-test-app.ts'
import { aVenue, type TestVenue } from '../build/a-venue.ts'

let testApp: TestApp
let venue: TestVenue
let system: TestSystem
beforeAll(async () => {
  testApp = await aTestApp()
  venue = await aVenue(testApp.container.db, { name: 'Casa <i>Vieja</i>', externalId: 'casa-1' })
  system = await aSystem(testApp.container.db, { venues: [venue.id] })
})
afterAll(() => testApp.close())

type Link = { id: string; url: string; views: number; state: string }
const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
const ask = (method: string, url: string, more: object = {}) => testApp.ask({ method, url, token: system.key, ...more })
const make = async (body: object = {}): Promise<Link & { path: string }> => {
  const answer = await ask('POST', '/v1/rms/ai-sales', { body: { venueId: venue.externalId, ...body } })
  expect(answer.statusCode).toBe(201)
  const link = answer.json<{ data: Link }>().data
  return { ...link, path: new URL(link.url).pathname }
}
const open = (path: string, headers: Record<string, string> = browser) => testApp.app.inject({ method: 'GET', url: path, headers })
const send = (path: string, fields: Record<string, string> | string, headers: Record<string, string> = {}) =>
  testApp.app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...browser, ...headers },
    payload: typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(),
  })
const filled = (over: Record<string, string> = {}) => ({
  name: 'Noa',
  email: 'noa@example.com',
  phone: '+34 600 000 000',
  message: 'Hello',
  consent: 'yes',
  website: '',
  once: randomUUID(),
  ...over,
})
const written = async (id: string): Promise<number> =>
  (await ask('GET', `/v1/rms/ai-sales/${id}/enquiries`)).json<{ total: number }>().total

test('ON2: a system makes a link by its own id of the venue, once for a key, and lists it with the exact total', async () => {
  const headers = { 'idempotency-key': randomUUID() }
  const twice = await Promise.all([1, 2].map(() => ask('POST', '/v1/rms/ai-sales', { body: { venueId: 'casa-1' }, headers })))
  const done = twice.filter(({ statusCode }) => statusCode === 201)
  const again = await ask('POST', '/v1/rms/ai-sales', { body: { venueId: 'casa-1' }, headers })
  expect(again.json()).toEqual(done[0]!.json())
  const list = (await ask('GET', '/v1/rms/ai-saless')).json<{ data: Link[]; total: number }>()
  expect(list).toMatchObject({ total: 1, data: [{ state: 'active' }] })
  const other = await aSystem(testApp.container.db)
  const foreign = await testApp.ask({ method: 'GET', url: '/v1/rms/ai-saless', token: other.key })
  expect(foreign.json()).toMatchObject({ data: [], total: 0 })
  for (const body of [{}, { venueId: 'nobody' }, { venueId: 'casa-1', expiresInDays: 0 }, { venueId: 'casa-1', lang: 'xx' }])
    expect([400, 404]).toContain((await ask('POST', '/v1/rms/ai-sales', { body })).statusCode)
})

test('ON2: the page runs nothing, is not kept and not found by searches, and counts people roughly', async () => {
  const { id, path } = await make({ lang: 'nl' })
  const page = await open(path)
  expect(page.statusCode).toBe(200)
  expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex, nofollow' })
  expect(page.headers['content-security-policy']).toMatch(/^default-src 'none';.*form-action 'self'; frame-ancestors 'none'$/)
  expect(page.body).not.toMatch(/<script|<i>Vieja|\son\w+=/i)
  expect(page.body).toContain('<html lang="nl">')
  expect((await open(`${path}?lang=es`)).body).toContain('<html lang="es">')
  expect((await open(`${path}?lang=<b>`)).body).toContain('<html lang="nl">')
  await open(path, { 'user-agent': 'Slackbot-LinkExpanding 1.0' })
  await testApp.app.inject({ method: 'HEAD', url: path, headers: browser })
  expect((await ask('GET', `/v1/rms/ai-sales/${id}`)).json<{ data: Link }>().data.views).toBe(3)
})

test('ON2: whatever a form holds, the answer is a page, nothing is lost and nothing comes twice', async () => {
  const { id, path } = await make()
  for (const odd of [
    '',
    'name=a&name=b',
    'name[]=x&email[a]=1',
    '%00=%00',
    `message=${'x'.repeat(100_000)}`,
    '__proto__=1&constructor=2',
  ]) {
    const answer = await send(path, odd)
    expect([odd.slice(0, 20), answer.statusCode, answer.headers['content-type']]).toEqual([
      odd.slice(0, 20),
      422,
      'text/html; charset=utf-8',
    ])
  }
  expect(await written(id)).toBe(0)
})

test('ON2: what is wrong is said at its field, and what was typed stays', async () => {
  const { id, path } = await make()
  const headers = { 'x-forwarded-for': '203.0.113.7' }
  const wrong = await send(path, filled({ email: '"><script>', name: '<b>Noa</b>' }), headers)
  expect(wrong.statusCode).toBe(422)
  expect(wrong.body).toContain('aria-describedby="email-fault"')
  expect(wrong.body).toContain('value="&lt;b&gt;Noa&lt;/b&gt;"')
  expect(wrong.body).not.toContain('<script')
  const form = filled()
  const [first, second] = [await send(path, form, headers), await send(path, form, headers)]
  expect([first.statusCode, second.statusCode]).toEqual([303, 303])
  expect((await open(String(first.headers.location))).statusCode).toBe(200)
  expect(await written(id)).toBe(1)
  const many = []
  for (let at = 0; at < 8; at++) many.push((await send(path, filled(), headers)).statusCode)
  expect(many.at(-1)).toBe(429)
})

test('ON2: ended, expired and guessed read the same, and whoever guesses on is stopped', async () => {
  const { id, path } = await make()
  expect((await ask('POST', `/v1/rms/ai-sales/${id}/revoke`)).statusCode).toBe(200)
  const bare = (body: string, of: string): string => body.replaceAll(of, '')
  const ended = await open(path)
  const guess = `/sales/${'A'.repeat(43)}`
  const guessed = await open(guess)
  expect([ended.statusCode, guessed.statusCode]).toEqual([404, 404])
  expect(bare(ended.body, path)).toBe(bare(guessed.body, guess))
  expect((await send(path, filled())).statusCode).toBe(404)
  for (const odd of ['/sales/%00', '/sales/..%2f..%2fetc', `/sales/${'x'.repeat(250)}`, '/sales/%F0%9F%8D%B7'])
    expect([400, 404]).toContain((await open(odd)).statusCode)
  const tried = []
  for (let at = 0; at < 32; at++) tried.push((await open(`/sales/${'B'.repeat(43)}`)).statusCode)
  expect(tried.at(-1)).toBe(429)
  // Who has a link that is good still reads it.
  expect((await open((await make()).path)).statusCode).toBe(200)
})
