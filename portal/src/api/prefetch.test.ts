import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Endpoint } from '@tablewire/contracts/kit/endpoint'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { prefetch, prefetchedAnswer, prefetchedPages } from './prefetch.ts'
import { headersOf, pathOf } from './request.ts'

const list = { id: 'things.list', method: 'GET', path: '/things', envelope: 'page' } as unknown as Endpoint
const seen: string[] = []
let status = 200
const server = createServer((request, answer) => {
  seen.push([request.url, request.headers.authorization, request.headers['x-locale']].join(' '))
  answer.writeHead(status, { 'content-type': 'application/json' }).end('{"total":1,"data":[{"id":"a"}]}')
})
const page = { documentElement: { lang: 'en' } }
const ask = (token: string) => prefetchedAnswer(pathOf(list, { query: { limit: 5 } }), { method: 'GET', headers: headersOf({}, token) })

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const real = fetch
  // A page's addresses belong to its own host.
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => real(`http://127.0.0.1:${port}${path}`, init))
  vi.stubGlobal('document', page)
})
afterAll(() => {
  vi.unstubAllGlobals()
  server.close()
})
afterEach(() => {
  seen.length = 0
  status = 200
})

test('an answer asked for early is given once, to exactly the same request', async () => {
  prefetch(list, { query: { limit: 5 } }, 'mine')
  const answer = await ask('mine')
  expect([answer?.status, await answer?.json()]).toEqual([200, { total: 1, data: [{ id: 'a' }] }])
  expect(ask('mine')).toBeUndefined()
  expect(seen).toEqual(['/things?limit=5 Bearer mine en'])
})

test('another session, another language and another question are another request', async () => {
  prefetch(list, { query: { limit: 5 } }, 'mine')
  expect(ask('of-another')).toBeUndefined()
  page.documentElement.lang = 'de'
  expect(ask('mine')).toBeUndefined()
  page.documentElement.lang = 'en'
  expect(prefetchedAnswer('/things?limit=6', { method: 'GET', headers: headersOf({}, 'mine') })).toBeUndefined()
  expect(prefetchedPages(list, { inputs: [{ query: { limit: 5 } }], token: 'of-another' })).toBeUndefined()
  expect((await ask('mine'))?.status).toBe(200)
})

test('rows that have come are there at once, and belong to whoever uses them; a refusal is left to the call itself', async () => {
  const inputs = [{ query: { limit: 5 } }]
  prefetch(list, { query: { limit: 5 } }, 'mine')
  expect(prefetchedPages(list, { inputs, token: 'mine' })).toBeUndefined()
  await expect.poll(() => prefetchedPages(list, { inputs, token: 'mine' })?.pages).toEqual([{ total: 1, data: [{ id: 'a' }] }])
  prefetchedPages(list, { inputs, token: 'mine' })?.use()
  expect(prefetchedPages(list, { inputs, token: 'mine' })).toBeUndefined()
  status = 401
  prefetch(list, { query: { limit: 5 } }, 'ended')
  await expect.poll(() => seen.length).toBe(2)
  expect(prefetchedPages(list, { inputs, token: 'ended' })).toBeUndefined()
  expect((await ask('ended'))?.status).toBe(401)
})

test('whoever gives up waiting stops what was asked early', async () => {
  const leave = new AbortController()
  prefetch(list, { query: { limit: 5 } }, 'mine')
  const answer = prefetchedAnswer('/things?limit=5', { method: 'GET', headers: headersOf({}, 'mine'), signal: leave.signal })
  leave.abort()
  await expect(answer).rejects.toMatchObject({ name: 'AbortError' })
})
