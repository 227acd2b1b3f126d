import type { BookingPage, SiteCheck } from '@tablewire/contracts/channels/booking-page'
import { bookingSnippet, type WidgetMode } from '@tablewire/contracts/channels/booking-link.rules'
import type {} from '@tablewire/server/features/widget/widget-rows'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Status } from '@tablewire/contracts/booking/reservations.rules'
import { aChannel, type TestChannel } from '../build/a-channel.ts'
import { aTestApp, type TestApp } from '../build/a-test-app.ts'
import { aReservation } from '../build/a-reservation.ts'
import { aVenue, type TestVenue } from '../build/a-venue.ts'
import { aUser } from '../build/a-user.ts'

type Answer = { status?: number; headers?: Record<string, string>; body?: string }
let testApp: TestApp
let venue: TestVenue
let channel: TestChannel
let token: string
let server: Server
let site: string
/** What the foreign site answers, by path. */
const pages = new Map<string, Answer>()

beforeAll(async () => {
  testApp = await aTestApp({ env: { PUBLIC_URL: 'https://hub.example' } })
  const { db } = testApp.container
  venue = await aVenue(db)
  channel = await aChannel(db, { type: 'widget', venues: [venue.id] })
  await db.updateTable('venues').set({ sdkAccess: true }).where('id', '=', venue.id).execute()
  server = createServer((request, response) => {
    const { status = 200, headers = {}, body = '' } = pages.get(new URL(request.url!, 'http://x').pathname) ?? { status: 404 }
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  testApp.container.config.channelServices.push(site)
})
// So many checks a minute are for one person.
beforeEach(async () => {
  token = await testApp.signIn(await aUser(testApp.container.db))
})
afterAll(async () => {
  server.close()
  await testApp.close()
})

const snippet = (mode: WidgetMode, over: Partial<Parameters<typeof bookingSnippet>[0]> = {}): string =>
  bookingSnippet({
    origin: 'https://hub.example',
    id: venue.id,
    channelId: null,
    mode,
    lang: null,
    theme: null,
    colors: null,
    label: 'Book <now>',
    ...over,
  })
const check = async (url: string): Promise<SiteCheck> => {
  const answer = await testApp.ask({ method: 'POST', url: `/v1/venues/${venue.id}/booking-page/checks`, token, body: { url } })
  expect([url, answer.statusCode]).toEqual([url, 200])
  return answer.json<{ data: SiteCheck }>().data
}
const codesAt = async (path: string): Promise<string[]> =>
  (await check(`${site}${path}`)).findings.map(({ code, level }) => `${level} ${code}`)
const read = async (): Promise<BookingPage> =>
  (await testApp.ask({ method: 'GET', url: `/v1/venues/${venue.id}/booking-page`, token })).json<{ data: BookingPage }>().data

test('WI1: what is pasted is found where it stands, in every mode', async () => {
  for (const mode of ['inline', 'popup', 'button'] as const) {
    pages.set('/', { body: `<h1>Trattoria</h1>${snippet(mode)}` })
    const { findings } = await check(site)
    expect(findings).toEqual([
      { code: 'link', level: 'good', said: mode },
      { code: 'script', level: 'good', said: (await read()).loader },
      { code: 'never_seen', level: 'note', said: null },
    ])
  }
  expect(snippet('inline')).toContain('>Book &lt;now&gt;</a>')
  pages.set('/plain', { body: snippet('page') })
  expect(await codesAt('/plain')).toEqual(['note link_plain', 'note never_seen'])
  pages.set('/frame', { body: `<iframe src="https://hub.example/book/${venue.id}"></iframe>` })
  expect(await codesAt('/frame')).toEqual(['good frame', 'note never_seen'])
})

test('WI1: what is missing, another one’s or forbidden is said', async () => {
  const other = await aVenue(testApp.container.db)
  const script = '<script src="https://hub.example/widget.js"></script>'
  const cases: Readonly<Record<string, [Answer, string[]]>> = {
    '/none': [{ body: '<h1>Nothing</h1>' }, ['fault link_missing']],
    '/comment': [{ body: `<!-- ${snippet('popup')} -->` }, ['fault link_missing']],
    '/noscript': [{ body: snippet('popup').replace(/<script.*/s, '') }, ['good link', 'fault script_missing']],
    '/manager': [
      { body: `<script src="https://www.googletagmanager.com/gtm.js?id=GTM-1"></script>` },
      ['warning link_missing', 'note tag_manager'],
    ],
    '/copied': [
      { body: `${snippet('popup').replace(/<script.*/s, '')}<script src="/js/tablewire-widget.js"></script>` },
      ['good link', 'warning script_copied'],
    ],
    '/other': [{ body: snippet('popup', { id: other.id }) }, ['warning link_foreign', 'good script']],
    '/channel': [{ body: snippet('popup', { channelId: other.id }) }, ['fault link_channel', 'good script']],
    '/policy': [
      { body: snippet('inline'), headers: { 'content-security-policy': "default-src 'self'" } },
      ['good link', 'good script', 'fault policy_script', 'fault policy_frame'],
    ],
    '/allowed': [
      { body: snippet('inline'), headers: { 'content-security-policy': "default-src 'self' https://hub.example" } },
      ['good link', 'good script', 'good policy_good'],
    ],
    '/isolated': [
      { body: snippet('inline') + script, headers: { 'cross-origin-embedder-policy': 'require-corp' } },
      ['good link', 'good script', 'fault isolated'],
    ],
  }
  for (const [path, [answer, expected]] of Object.entries(cases)) {
    pages.set(path, answer)
    expect([path, await codesAt(path)]).toEqual([path, [...expected, 'note never_seen']])
  }
})

test('WI1: where there is no page to look at, that is said; nothing private is opened, on the way neither', async () => {
  pages.set('/pdf', { headers: { 'content-type': 'application/pdf' } })
  pages.set('/loop', { status: 302, headers: { location: '/loop' } })
  pages.set('/inside', { status: 302, headers: { location: 'http://127.0.0.1:1/secret' } })
  pages.set('/metadata', { status: 301, headers: { location: 'https://169.254.169.254/latest' } })
  pages.set('/moved', { status: 301, headers: { location: '/' } })
  pages.set('/', { body: snippet('popup') })
  for (const [path, expected] of [
    ['/gone', 'fault status'],
    ['/pdf', 'fault not_html'],
    ['/loop', 'fault redirects'],
    ['/inside', 'fault refused'],
    ['/metadata', 'fault refused'],
    ['/moved', 'good link'],
  ] as const)
    expect([path, (await codesAt(path))[0]]).toEqual([path, expected])
  for (const url of ['localhost', 'http://10.0.0.1', 'https://[::1]/', 'https://printer.local', 'https://trattoria.example:22'])
    expect([url, (await check(url)).findings[0]!.code]).toEqual([url, 'refused'])
  for (const url of ['javascript:alert(1)', 'ftp://x.example', 'https://a:b@x.example', 'not an address at all'])
    expect([
      url,
      (await testApp.ask({ method: 'POST', url: `/v1/venues/${venue.id}/booking-page/checks`, token, body: { url } })).statusCode,
    ]).toEqual([url, 400])
})

test('WI1: a page that loads the frame is remembered once, without what its address asks; of a booking, where it came from', async () => {
  const open = (host: string, path: string, accept = 'text/html') =>
    testApp.app.inject({
      url: `/book/${venue.id}?frame=a1&host=${encodeURIComponent(host)}&path=${encodeURIComponent(path)}&loader=1.0`,
      headers: { accept },
    })
  const page = await open('https://www.trattoria.example', '/table?name=Noa#me')
  expect(page.body).toContain('name="path"')
  await open('https://www.trattoria.example', '/table?name=Ada')
  await open('https://www.trattoria.example', '/other', 'application/json')
  await open('https://evil.example\'"><b>', '/')
  await testApp.container.db
    .updateTable('channels')
    .set({ hosts: ['https://*.casa.example'] })
    .where('id', '=', channel.id)
    .execute()
  await open('https://stranger.example', '/')
  expect((await read()).sites).toMatchObject([
    { host: 'https://www.trattoria.example', path: '/table', loader: '1.0', bookings: 0, allowed: false },
  ])
  expect(JSON.stringify(await read())).not.toMatch(/Noa|Ada|stranger|evil/)
  expect(await codesAt('/')).toContain('fault host_not_allowed')
  await testApp.container.db
    .updateTable('channels')
    .set({ hosts: [site] })
    .where('id', '=', channel.id)
    .execute()
  await open(site, '/')
  expect(await codesAt('/')).toEqual(['good link', 'good script', 'good host_allowed', 'good seen', 'warning script_old'])
})

test('WI1: bookings are counted by the campaign that led to them, of this venue and the last 90 days', async () => {
  const { db, clock } = { db: testApp.container.db, clock: testApp.container.systemCtx('test').clock }
  const came = async (campaign: Record<string, string>, { daysAgo = 1, of = venue, status = 'confirmed' as Status } = {}) => {
    const { id } = await aReservation(db, of, { status })
    await db
      .insertInto('widgetBookings')
      .values({
        venueId: of.id,
        reservationId: id,
        channelId: channel.id,
        holdId: crypto.randomUUID(),
        lang: 'en',
        optInText: null,
        optInEdition: null,
        optInAt: null,
        optInPlace: null,
        host: null,
        path: null,
        campaign: JSON.stringify(campaign),
        createdAt: clock()
          .subtract({ hours: 24 * daysAgo })
          .toString(),
      })
      .execute()
  }
  const autumn = { utm_source: 'news', utm_medium: 'mail', utm_campaign: 'autumn' }
  await came(autumn)
  await came({ ...autumn, utm_content: 'noa@guest.example' })
  await came({ utm_source: ' ', utm_term: 'x' })
  await came({ utm_source: 'guide' })
  await came(autumn, { daysAgo: 91 })
  await came(autumn, { of: await aVenue(db) })
  // What waits for a mail, a payment or the house, or did so in vain, is no booking.
  for (const status of ['held', 'expired', 'requires_payment', 'pending_confirmation', 'rejected'] as const) await came(autumn, { status })
  expect((await read()).campaigns).toEqual([
    { source: 'news', medium: 'mail', campaign: 'autumn', bookings: 2 },
    { source: 'guide', medium: null, campaign: null, bookings: 1 },
  ])
})

test('WI1: why guests cannot book there yet is said, and a stranger learns nothing', async () => {
  const { db } = testApp.container
  const bare = await aVenue(db)
  const at = (id: string, by = token) => testApp.ask({ method: 'GET', url: `/v1/venues/${id}/booking-page`, token: by })
  expect((await at(bare.id)).json<{ data: BookingPage }>().data.obstacles).toEqual(['not_allowed', 'no_channel'])
  const stranger = await testApp.signIn(await aUser(db, { companyId: (await aVenue(db)).companyId, roles: ['ROLE_ADMIN'] }))
  expect((await at(venue.id, stranger)).statusCode).toBe(404)
})

test('WI1: the preview is a page with the very markup, and may be framed by us alone', async () => {
  const page = await testApp.app.inject({
    url: `/book/${venue.id}/site?mode=button&label=${encodeURIComponent('<b>"x"')}&in=de&theme=dark`,
  })
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('data-tw-mode="button" data-tw-lang="de" data-tw-theme="dark">&lt;b&gt;&quot;x&quot;</a>')
  expect(page.headers['content-security-policy']).toContain("frame-ancestors 'self'")
  expect(page.headers['x-frame-options']).toBeUndefined()
  expect((await testApp.app.inject({ url: '/book/nobody/site' })).statusCode).toBe(404)
})
