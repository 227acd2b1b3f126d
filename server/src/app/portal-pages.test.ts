import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import type { Brand } from '@tablewire/contracts/identity/brands'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aTestApp, type TestApp } from '../../../tests/build/a-test-app.ts'
import { aUser } from '../../../tests/build/a-user.ts'
import { defaultBrand } from '#src/features/brands/shipped-brands.ts'
import { fillPage, isPortalPage } from './portal-pages.ts'

let testApp: TestApp
let token: string
beforeAll(async () => {
  testApp = await aTestApp()
  token = await testApp.signIn(await aUser(testApp.container.db, { roles: ['ROLE_SUPER_ADMIN', 'ROLE_ADMIN'] }))
})
afterAll(() => testApp.close())

const template = readFileSync('portal/index.html', 'utf8')
const page = (over: Partial<Brand>): string => fillPage(template, { brand: { ...defaultBrand, ...over }, nonce: 'bm9uY2U=', lang: 'en' })

test('BR3: title, description, icon, theme colour, ground and mode of the brand stand in the page as it is sent', () => {
  const html = page({
    name: 'Blue Door',
    favicon: '/brand-pictures/a.png',
    theme: { mode: 'light', palette: { primary: '#0369A1', background: '#F0F9FF' }, buttonHover: {} },
  })
  expect(html).toContain('<title>Blue Door</title>')
  expect(html).toContain('<meta name="description" content="Blue Door - Manager" />')
  expect(html).toContain('<link rel="icon" href="/brand-pictures/a.png"')
  expect(html).toContain('<meta name="theme-color" content="#0369A1" />')
  expect(html).toContain('background-color: #F0F9FF;')
  expect(html).toContain('<html lang="en" data-mode="light" data-fixed-mode="false">')
  expect(page({ theme: { ...defaultBrand.theme, fixedMode: true } })).toContain('data-mode="dark" data-fixed-mode="true"')
  expect(page({ favicon: '', menuLogo: '', logo: '' })).toContain('<link rel="icon" href="data:,"')
  expect(html).not.toMatch(/%[A-Z_]+%/)
})

test.each([
  '</script><script>alert(1)</script>',
  '</title><img src=x onerror=alert(1)>',
  '<!--<script>',
  `"' onload="alert(1)" x='`,
  '%BRAND_JSON% %CSP_NONCE% $& $1',
  '🍷 Wein & Söhne',
  'مطعم النخيل',
  'line\u2028break\\',
])('BR3: a brand called %s breaks nothing', (name) => {
  const html = page({
    name,
    theme: { mode: 'dark', palette: { primary: 'red;}</style><script>', background: 'url(//evil.example)' }, buttonHover: {} },
  })
  expect(html.split('<script').length).toBe(template.split('<script').length)
  expect(html.split('</script>').length).toBe(template.split('</script>').length)
  expect(/<style[\s\S]*?<\/style>/.exec(html)![0]).not.toMatch(/evil|script/)
  const json = /<script type="application\/json" id="brand">([\s\S]*?)<\/script>/.exec(html)![1]!
  expect((JSON.parse(json) as Brand).name).toBe(name)
  const title = /<title>(.*?)<\/title>/s.exec(html)![1]!
  expect(title).not.toMatch(/[<>]/)
})

const send = (content: Buffer | string, type = 'application/octet-stream', use = 'logo') =>
  testApp.ask({ method: 'POST', url: `/v1/brand-pictures?use=${use}`, token, body: content, headers: { 'content-type': type } })

test('BR1: a logo is sent as it is, and served so that nothing in it can run', async () => {
  const answer = await send('<svg viewBox="0 0 8 8"><path d="M0 0h8v8z"/></svg>', 'image/png')
  expect(answer.statusCode, answer.body).toBe(201)
  const { path } = answer.json<{ data: { path: string } }>().data
  const shown = await testApp.ask({ method: 'GET', url: path })
  expect(shown.headers).toMatchObject({
    'content-type': 'image/svg+xml',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect(path).toBe(`/brand-pictures/${createHash('sha256').update(shown.rawPayload).digest('hex').slice(0, 40)}.svg`)
  for (const url of [
    '/brand-pictures/none.svg',
    `${path}x`,
    '/brand-pictures/..%2f..%2fsecret.key',
    '/brand-pictures/',
    path.replace('.svg', '.png'),
  ])
    expect((await testApp.ask({ method: 'GET', url })).statusCode, url).toBe(404)
})

test('BR1: what is no picture, too large, or sent elsewhere is refused in words', async () => {
  const refused = async (answer: Awaited<ReturnType<typeof send>>) => [answer.statusCode, answer.json<{ code: string }>().code]
  expect(await refused(await send(Buffer.alloc(5_000_000)))).toEqual([413, 'request.too_large'])
  expect(await refused(await send(Buffer.alloc(700_000)))).toEqual([413, 'picture.too_large'])
  expect(await refused(await send('<html>', 'image/png'))).toEqual([422, 'picture.type_refused'])
  expect(await refused(await send('x', 'text/html'))).toEqual([415, 'request.media_type'])
  expect(await refused(await send('x', 'multipart/form-data; boundary=x'))).toEqual([415, 'request.media_type'])
  expect(await refused(await send('', 'image/png'))).toEqual([400, 'request.invalid'])
  expect(await refused(await send('<svg viewBox="0 0 8 8"/>', 'image/png', 'banner'))).toEqual([400, 'request.invalid'])
  const elsewhere = { method: 'POST', url: '/v1/brands', token, body: Buffer.from('x'), headers: { 'content-type': 'image/png' } }
  expect(await refused(await testApp.ask(elsewhere))).toEqual([415, 'request.media_type'])
  expect((await testApp.ask({ ...elsewhere, url: '/v1/reservations' })).statusCode).toBe(415)
  const admin = await testApp.signIn(await aUser(testApp.container.db))
  expect(
    (
      await testApp.ask({
        method: 'POST',
        url: '/v1/brand-pictures?use=logo',
        token: admin,
        body: 'x',
        headers: { 'content-type': 'image/png' },
      })
    ).statusCode,
  ).toBe(403)
})

test.runIf(existsSync('portal/dist/index.html'))(
  'SH1: an address that is a page and a call is the page for whoever opens it, and the call for programs',
  async () => {
    const shown = await testApp.ask({ method: 'GET', url: '/venues?id=1', headers: { accept: 'text/html,application/xhtml+xml' } })
    expect([shown.statusCode, shown.headers['content-type'], shown.headers['vary']]).toEqual([200, 'text/html; charset=utf-8', 'accept'])
    for (const accept of ['application/json', '*/*']) {
      const call = await testApp.ask({ method: 'GET', url: '/venues', token, headers: { accept } })
      expect([call.statusCode, call.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
    }
    const program = await testApp.ask({ method: 'GET', url: '/v1/rms/venues', headers: { accept: 'text/html' } })
    expect(program.statusCode).toBe(401)
  },
)

const shared = [
  '/venues',
  '/users',
  '/groups',
  '/companies',
  '/booking-channels',
  '/customers',
  '/venues/01900000-0000-7000-8000-000000000107',
]
test.runIf(existsSync('portal/dist/index.html'))(
  'SH1: a look without a browser finds the page that shares its address with a call',
  async () => {
    const kindOf = async (url: string, accept: string, method = 'GET', headers = {}) => {
      const answer = await testApp.ask({ method, url, headers: { accept, ...headers } })
      return [url, answer.statusCode, String(answer.headers['content-type']).split(';')[0]]
    }
    for (const url of shared) {
      for (const method of ['GET', 'HEAD']) expect(await kindOf(url, '*/*', method)).toEqual([url, 200, 'text/html'])
      const refused = [url, 401, 'application/json']
      expect(await kindOf(url, '*/*', 'GET', { authorization: 'Bearer nonsense' })).toEqual(refused)
      expect(await kindOf(url, 'application/json')).toEqual(refused)
      expect(await kindOf(url, 'text/html;q=0, application/json')).toEqual(refused)
      expect(await kindOf(url, 'application/json, text/html; q=0.0')).toEqual(refused)
      expect(await kindOf(url, '*/*;q=0')).toEqual(refused)
    }
    expect(await kindOf('/venues', 'text/html;q=0.9, */*;q=0.8')).toEqual(['/venues', 200, 'text/html'])
    expect(await kindOf('/user-me', '*/*')).toEqual(['/user-me', 401, 'application/json'])
  },
)

test('every page of the portal is known as one, and nothing else is', () => {
  const routes = ['entry-routes', 'routes'].map((name) => readFileSync(`portal/src/app/${name}.tsx`, 'utf8')).join('\n')
  const paths = [...routes.matchAll(/^ +(?:path: |\.\.\.page\()'([^']+)'/gm)].map(([, path]) => path!)
  const pages = paths.filter((path) => path !== '$' && path !== '/kit').map((path) => path.replace('$token', 'a-token'))
  expect(pages.length).toBeGreaterThan(20)
  expect(pages.filter((path) => !isPortalPage(path))).toEqual([])
  for (const path of ['/nothing', '/login/x', '/v1/venues', '/settings', '/.env', '//login']) expect(isPortalPage(path), path).toBe(false)
})
