import { afterAll, beforeAll, expect, test } from 'vitest'
import { aTestApp, type TestApp } from '../../../tests/build/a-test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await aTestApp({ env: { PUBLIC_URL: 'https://panel.house.test', PUBLIC_BOOKING_URL: 'https://book.house.test' } })
})
afterAll(() => testApp.close())

const at = (host: string, url: string) => testApp.ask({ method: 'GET', url, headers: { host, accept: 'text/html' } })

test('WI1: under the host name of guests there are their pages, and neither portal nor API', async () => {
  for (const path of [
    '/',
    '/login',
    '/reservations',
    '/v1/venues',
    '/v2/token',
    '/docs',
    '/openapi.json',
    '/metrics',
    '/booking-channels',
  ]) {
    const answer = await at('book.house.test', path)
    expect([path, answer.statusCode, answer.headers['content-type']]).toEqual([path, 404, 'text/plain; charset=utf-8'])
  }
  expect((await at('BOOK.house.test', '/healthz')).statusCode).toBe(200)
  expect((await at('book.house.test', '/book/nobody')).headers['content-type']).toContain('text/html')
  // The portal's name still answers what was sent before there was another one.
  expect((await at('panel.house.test', '/book/nobody')).headers['content-type']).toContain('text/html')
  expect((await at('panel.house.test', '/healthz')).statusCode).toBe(200)
})
