import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asChannel, asUser, type Caller } from '../build/a-caller.ts'
import { dayFromNow, instantAt } from '../build/a-reservation.ts'
import { aServer, firstAdmin, type TestServer } from '../build/a-server.ts'
import { type TestDatabase, testDatabase } from '../build/database.ts'
import { type RawAnswer, rawBytes, rawCall } from '../build/raw-call.ts'
import { aSmallVenue, type SmallVenue } from '../build/small-venue.ts'

/** The real server in a process of its own, spoken to over bare sockets. */
let server: TestServer
let database: TestDatabase
let db: pg.Client
let house: SmallVenue
let admin: Caller & { token: string }
let key: string

beforeAll(async () => {
  database = await testDatabase()
  server = await aServer({ databaseUrl: database.url, env: { LOG_LEVEL: 'debug' } })
  house = await aSmallVenue(server.url, 1)
  key = house.channels[0]!.key
  admin = await asUser(server.url, firstAdmin)
  db = new pg.Client(database.url)
  await db.connect()
})
afterAll(async () => {
  await db?.end()
  await server?.stop()
  await database?.drop()
})

const json = 'content-type: application/json'
const portalIsBuilt = (): boolean => existsSync(join(import.meta.dirname, '../../portal/dist/index.html'))
const asAdmin = () => `authorization: Bearer ${admin.token}`
const withKey = () => `x-token: ${key}`
const place = (time = '20:00', days = 1) => ({
  venueId: house.venueId,
  date: Date.parse(instantAt(house, dayFromNow(days, house), time)) / 1000,
  partySize: 2,
})
const contact = { firstname: 'Lena', lastname: 'Brandt', email: 'lena@bad-input.test' }

/** Counts calls, remembers who was here and what was said; jobs of the time before tell open screens, processes tell that they are there. */
const besides = [
  'rate_windows',
  'sessions',
  'traces',
  'flow_counts',
  'channel_calls',
  // What a channel was refused last.
  'channel_health',
  'live_messages',
  'live_followers',
  'processes',
  'circuits',
]

/** Everything else the database holds. */
const everything = async (): Promise<Record<string, string>> => {
  const { rows } = await db.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
  )
  const found: Record<string, string> = {}
  for (const { name } of rows.filter((row) => !besides.includes(row.name)))
    found[name] = (
      await db.query<{ sum: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as sum from ${name} t`,
      )
    ).rows[0]!.sum
  return found
}

const innards = /node_modules|\.ts:|\bat \w+ \(|FST_|HPE_|\bselect\b|\binsert\b|relation|constraint|postgres|kysely|zod/i

/** The one error body and nothing of our inside. */
const expectProblem = (what: string, { status, text, body, headers }: RawAnswer, [wanted, code, fields]: Expected): void => {
  expect([what, status, body['code']]).toEqual([what, wanted, code])
  expect(headers['content-type'], what).toBe('application/json; charset=utf-8')
  expect(
    Object.keys(body).filter((name) => !['message', 'code', 'errors', 'requestId'].includes(name)),
    what,
  ).toEqual([])
  expect(body['message'], what).toMatch(/^[A-Z].{5,}/)
  expect([what, body['requestId']]).toEqual([what, headers['x-request-id']])
  expect(text, what).not.toMatch(innards)
  if (fields) expect(Object.keys(body['errors'] ?? {}), what).toEqual(fields)
}

type Expected = [status: number, code: string, fields?: string[]]
type Case = [what: string, line: string, request: { headers?: string[]; body?: string | Buffer }, expected: Expected]

const nested = (depth: number): string => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth)
const post = (body: unknown): { headers: string[]; body: string } => ({
  headers: [withKey(), json],
  body: typeof body === 'string' ? body : JSON.stringify(body),
})

const bodies = (me: string): Case[] => {
  const booking = { ...place(), contact }
  const venue = { name: 'Bar Uno', countryCode: 'ES', timezone: 'Europe/Madrid' }
  const open = (body: object | string) => ({ headers: [asAdmin(), json], body: typeof body === 'string' ? body : JSON.stringify(body) })
  return [
    ['half a JSON', 'POST /v1/bc/booking', post('{"venueId": '), [400, 'request.malformed']],
    ['no JSON at all', 'POST /v1/bc/booking', post('hello'), [400, 'request.malformed']],
    ['an empty body', 'POST /v1/bc/booking', { headers: [withKey(), json, 'content-length: 0'] }, [400, 'request.invalid', ['body']]],
    ['null', 'POST /v1/bc/booking', post('null'), [400, 'request.invalid', ['body']]],
    ['a list', 'POST /v1/bc/booking', post('[]'), [400, 'request.invalid', ['body']]],
    ['a text', 'POST /v1/bc/booking', post('"booking"'), [400, 'request.invalid', ['body']]],
    ['a deep list', 'POST /v1/bc/booking', post('['.repeat(100_000) + ']'.repeat(100_000)), [400, 'request.malformed']],
    ['a deep object', 'POST /v1/bc/booking', post(nested(50_000)), [400, 'request.malformed']],
    [
      '__proto__',
      'POST /v1/bc/booking',
      post(`{"__proto__":{"venueId":"x"},${JSON.stringify(booking).slice(1)}`),
      [400, 'request.malformed'],
    ],
    ['constructor.prototype', 'POST /v1/bc/booking', post('{"constructor":{"prototype":{"x":1}}}'), [400, 'request.malformed']],
    ['five megabytes', 'POST /v1/bc/booking', post({ ...booking, notes: 'x'.repeat(5_000_000) }), [413, 'request.too_large']],
    ['five megabytes to nowhere', 'POST /v1/nowhere', post({ notes: 'x'.repeat(5_000_000) }), [413, 'request.too_large']],
    [
      'five megabytes of nothing in particular',
      'POST /v1/bc/booking',
      { headers: [withKey(), 'content-type: video/mp4'], body: Buffer.alloc(5_000_000) },
      [415, 'request.media_type'],
    ],
    [
      'five megabytes in five thousand bytes',
      'POST /v1/bc/booking',
      { headers: [withKey(), json, 'content-encoding: gzip'], body: gzipSync(Buffer.alloc(5_000_000, 32)) },
      [413, 'request.too_large'],
    ],
    [
      'gzip that is none',
      'POST /v1/bc/booking',
      { headers: [withKey(), json, 'content-encoding: gzip'], body: 'plain' },
      [400, 'request.malformed'],
    ],
    [
      'an unknown encoding',
      'POST /v1/bc/booking',
      { headers: [withKey(), json, 'content-encoding: rot13'], body: '{}' },
      [415, 'request.media_type'],
    ],
    ['no content type', 'POST /v1/bc/booking', { headers: [withKey()], body: '{}' }, [415, 'request.media_type']],
    ['plain text', 'POST /v1/bc/booking', { headers: [withKey(), 'content-type: text/plain'], body: '{}' }, [415, 'request.media_type']],
    ['XML', 'POST /v1/bc/booking', { headers: [withKey(), 'content-type: application/xml'], body: '<a/>' }, [415, 'request.media_type']],
    [
      'a broken content type',
      'POST /v1/bc/booking',
      { headers: [withKey(), 'content-type: ;;;'], body: '{}' },
      [415, 'request.media_type'],
    ],
    ['an unknown venue', 'POST /v1/bc/booking', post({ ...booking, venueId: randomUUID() }), [404, 'venue.not_found']],
    ['a party of 0', 'POST /v1/bc/booking', post({ ...booking, partySize: 0 }), [400, 'request.invalid', ['partySize']]],
    ['a party of 10,000', 'POST /v1/bc/booking', post({ ...booking, partySize: 10_000 }), [400, 'request.invalid', ['partySize']]],
    [
      'a party of 1e400',
      'POST /v1/bc/booking',
      post(JSON.stringify(booking).replace('"partySize":2', '"partySize":1e400')),
      [400, 'request.invalid', ['partySize']],
    ],
    ['a slot in the past', 'POST /v1/bc/booking', post({ ...booking, ...place('20:00', -1) }), [422, 'slot.past']],
    [
      'a name of 10,000 letters',
      'POST /v1/bc/booking',
      post({ ...booking, contact: { ...contact, lastname: 'x'.repeat(10_000) } }),
      [400, 'request.invalid', ['contact.lastname']],
    ],
    ['a venue with a zero byte', 'POST /venues', open({ ...venue, name: 'a\u0000b' }), [400, 'request.invalid', ['name']]],
    [
      'half a surrogate pair',
      'POST /venues',
      open(JSON.stringify({ ...venue, name: 'Brandt' }).replace('Brandt', '\\ud83c')),
      [400, 'request.invalid', ['name']],
    ],
    [
      'a phone of letters',
      'POST /v1/bc/booking',
      post({ ...booking, contact: { ...contact, telephone: 'call me' } }),
      [400, 'request.invalid', ['contact.telephone']],
    ],
    ['a country that is none', 'POST /venues', open({ ...venue, countryCode: 'XX' }), [400, 'request.invalid', ['countryCode']]],
    ['a currency that is none', 'POST /venues', open({ ...venue, currency: 'ZZZ' }), [400, 'request.invalid', ['currency']]],
    ['a script as an id', 'POST /venues', open({ ...venue, tripadvisorId: '<script>' }), [400, 'request.invalid', ['tripadvisorId']]],
    ['an unknown zone', 'POST /venues', open({ ...venue, timezone: 'Mars/Phobos' }), [422, 'venue.zone_unknown']],
    ['a venue named by 10,000 letters', 'POST /venues', open({ ...venue, name: 'x'.repeat(10_000) }), [400, 'request.invalid', ['name']]],
    ['half a surrogate pair in settings', `PUT /users/${me}`, open('{"settings":{"look":"\\ud800"}}'), [400, 'request.invalid']],
    [
      'an idempotency key with a space',
      'POST /v1/bc/booking',
      { ...post(booking), headers: [withKey(), json, 'idempotency-key: a b'] },
      [400, 'request.invalid', ['Idempotency-Key']],
    ],
    [
      'an idempotency key of 201 letters',
      'POST /v1/bc/booking',
      { ...post(booking), headers: [withKey(), json, `idempotency-key: ${'x'.repeat(201)}`] },
      [400, 'request.invalid', ['Idempotency-Key']],
    ],
  ]
}

const callers = (): Case[] => [
  ['no session', 'GET /user-me', {}, [401, 'session.missing']],
  ['a wrong session', 'GET /user-me', { headers: ['authorization: Bearer wrong'] }, [401, 'session.expired']],
  ['another kind of authorization', 'GET /user-me', { headers: ['authorization: Basic YTpi'] }, [401, 'session.missing']],
  ['a channel key as session', 'GET /user-me', { headers: [`authorization: Bearer ${key}`] }, [401, 'session.expired']],
  ['no key', 'GET /v1/bc/venues', {}, [401, 'channel_key.invalid']],
  ['a wrong key', 'GET /v1/bc/venues', { headers: ['x-token: wrong'] }, [401, 'channel_key.invalid']],
  ['a key of raw bytes', 'GET /v1/bc/venues', { headers: ['x-token: \u00ff\u00fe'] }, [401, 'channel_key.invalid']],
  ['a session as key', 'GET /v1/bc/venues', { headers: [asAdmin()] }, [401, 'channel_key.invalid']],
  ['no session on the stream', 'GET /v1/live', {}, [401, 'session.missing']],
  ['half a JSON without a key', 'POST /v1/bc/booking', { headers: [json], body: '{"venueId": ' }, [401, 'channel_key.invalid']],
  ['half a JSON without a session', 'PUT /user/change-password', { headers: [json], body: '{' }, [401, 'session.missing']],
  [
    'a body of another type without a key',
    'POST /v1/bc/booking',
    { headers: ['content-type: text/plain'], body: 'x' },
    [401, 'channel_key.invalid'],
  ],
]

const addresses = (): Case[] => {
  const me = { headers: [asAdmin()] }
  const invalid = (...fields: string[]): Expected => [400, 'request.invalid', fields]
  const unknown: Expected = [404, 'route.unknown']
  return [
    ['%00 in the path', 'GET /v1/reservations/%00', me, invalid('id')],
    ['broken percent encoding in the path', 'GET /v1/reservations/%E0%A4%A', me, unknown],
    ['overlong UTF-8 in the path', 'GET /v1/reservations/%c0%af', me, unknown],
    ['%00 in a search', 'GET /v1/reservations?filters[q]=%00', me, [400, 'request.invalid']],
    ['a key twice', 'GET /v1/reservations?limit=1&limit=2', me, invalid('limit')],
    ['a negative offset', 'GET /v1/reservations?offset=-1', me, invalid('offset')],
    ['limit 0', 'GET /v1/reservations?limit=0', me, invalid('limit')],
    ['limit 201', 'GET /v1/reservations?limit=201', me, invalid('limit')],
    ['limit 1e1', 'GET /v1/reservations?limit=1e1', me, invalid('limit')],
    ['limit 201 of a channel', 'GET /v1/bc/venues?limit=201', { headers: [withKey()] }, invalid('limit')],
    ['an unknown order', 'GET /v1/reservations?sort=id;drop%20table%20guests', me, invalid('sort')],
    ['a cursor of nobody', 'GET /v1/reservations?after=%27%22', me, invalid('after')],
    ['a search of 10,000 letters', `GET /v1/reservations?filters[q]=${'x'.repeat(10_000)}`, me, invalid('filters.q')],
    ['an id of 5,000 letters', `GET /v1/reservations/${'x'.repeat(5000)}`, me, unknown],
    ['an id of 600 letters to write to', `PUT /v1/bc/booking/${'x'.repeat(600)}`, {}, unknown],
    ['an id of 600 letters to take away', `DELETE /v1/bc/pending-booking/${'x'.repeat(600)}`, { headers: [withKey()] }, unknown],
    ['another method', 'PATCH /venues', me, unknown],
    ['OPTIONS', 'OPTIONS /venues', me, unknown],
    ['TRACE', 'TRACE /venues', me, unknown],
    ['PROPFIND', 'PROPFIND /venues', me, unknown],
    ['nothing for a program', 'GET /nothing/here', { headers: ['accept: application/json'] }, unknown],
    ['nothing below /v1 for a browser', 'GET /v1/nothing', { headers: ['accept: text/html'] }, unknown],
    ['upper case', 'GET /V1/Reservations', me, unknown],
    ['two slashes', 'GET //v1/reservations', me, unknown],
    ['up and out', 'GET /assets/../../../../etc/passwd', {}, unknown],
    ['up and out, encoded', 'GET /assets/%2e%2e/%2e%2e/%2e%2e/package.json', {}, unknown],
    ['up and out with backslashes', 'GET /assets/..%5c..%5cpackage.json', {}, unknown],
    ['a hidden file', 'GET /.env', {}, unknown],
    ['headers of 70,000 bytes', 'GET /user-me', { headers: [`x-big: ${'x'.repeat(70_000)}`] }, [431, 'request.too_large']],
    ['9,000 headers', 'GET /user-me', { headers: Array.from({ length: 9000 }, (_, n) => `x-h${n}: a`) }, [431, 'request.too_large']],
    ['an invented method', 'BREW /coffee', {}, [400, 'request.malformed']],
  ]
}

const nonsense = (): [what: string, bytes: string][] => [
  ['no HTTP', 'hello there\r\n\r\n'],
  ['two lengths', 'POST /v1/bc/booking HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}'],
  ['length and chunks', 'POST /v1/bc/booking HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'],
  ['a chunk of ZZ bytes', `POST /v1/bc/booking HTTP/1.1\r\nhost: x\r\n${withKey()}\r\n${json}\r\ntransfer-encoding: chunked\r\n\r\nZZ\r\n`],
  ['a header across lines', 'GET /user-me HTTP/1.1\r\nhost: x\r\nauthorization: Bearer\r\n folded\r\n\r\n'],
]

test('every kind of bad input gets its documented error and nothing else, and nothing changes', async () => {
  const idempotencyKey = randomUUID()
  const kept = asChannel(server.url, key)
  expect((await kept('pending-booking', { body: place('18:00', 2), idempotencyKey })).status).toBe(201)
  // A failed sign-in is audited; nothing else is.
  const attempt = { grant_type: 'password', client_id: 'portal', client_secret: 'portal', username: firstAdmin.email, password: 'wrong' }
  const wrong = await rawCall(server.url, 'POST /v2/token', { headers: [json], body: JSON.stringify(attempt) })
  expectProblem('a wrong password', wrong, [401, 'credentials.invalid'])
  const me = ((await admin('/user-me')).body['data'] as { id: string }).id
  const before = await everything()
  const reused = { ...post({ ...place('18:30', 2) }), headers: [withKey(), json, `idempotency-key: ${idempotencyKey}`] }
  const cases: Case[] = [
    ...bodies(me),
    ...callers(),
    ...addresses(),
    ['a key with another body', 'POST /v1/bc/pending-booking', reused, [422, 'key.reused']],
  ]
  for (const [what, line, request, expected] of cases) expectProblem(what, await rawCall(server.url, line, request), expected)
  for (const [what, bytes] of nonsense()) expectProblem(what, await rawBytes(server.url, Buffer.from(bytes)), [400, 'request.malformed'])
  expect(await everything()).toEqual(before)
})

test('HEAD is GET without the body, a page is a page whatever the browser accepts, and no host name can hurt', async () => {
  const head = await rawCall(server.url, 'HEAD /v1/reservations', { headers: [asAdmin()] })
  expect([head.status, head.text, head.headers['content-type']]).toEqual([200, '', 'application/json; charset=utf-8'])
  const stream = await rawCall(server.url, 'HEAD /v1/live', { headers: [asAdmin()] })
  expect([stream.status, stream.headers['content-type']]).toEqual([200, 'text/event-stream'])
  expect((await rawCall(server.url, 'HEAD /v1/live', {})).status).toBe(401)
  // Whoever looks without a browser finds the pages, and nothing where there is none.
  const page = portalIsBuilt() ? 200 : 404
  for (const method of ['GET', 'HEAD'])
    for (const accept of [[], ['accept: */*']]) {
      for (const path of ['/', '/login', '/reservations', '/settings/account?x=1']) {
        const found = await rawCall(server.url, `${method} ${path}`, { headers: accept })
        expect([method, path, found.status]).toEqual([method, path, page])
      }
      expect((await rawCall(server.url, `${method} /nothing/here`, { headers: accept })).status).toBe(404)
      // An address that is a call as well is the page for whoever says that anything will do, and the call for programs that say nothing.
      expect((await rawCall(server.url, `${method} /venues`, { headers: accept })).status).toBe(accept.length ? page : 401)
    }
  const evil = '<script>alert(1)</script>'
  for (const encodings of [[], ['accept-encoding: gzip, br']])
    for (const path of ['/', '/login', '/nothing/here', '/index.html', '/assets']) {
      const opened = await rawCall(server.url, `GET ${path}`, { headers: ['accept: text/html', `x-forwarded-host: ${evil}`, ...encodings] })
      expect([path, opened.status]).toEqual([path, page])
      expect(opened.text, path).not.toMatch(/%[A-Z]+_[A-Z]+%|alert/)
    }
})

test('text that looks like SQL is only text, and every script comes back as it was', async () => {
  const call = asChannel(server.url, key)
  const names = [
    `Robert'); drop table guests;--`,
    '100% \\ _x_',
    '👩🏽‍🍳 Zoë',
    'عبد الرحمن',
    '\u202eabc',
    '李小龍',
    'O\'Neill "Bo"',
    '${7*7} {{7*7}} %s %n',
    '<b onclick=x>',
  ]
  const times = ['18:00', '18:30', '19:00', '19:30', '20:00', '20:30', '21:00', '21:30']
  for (const [n, lastname] of names.entries()) {
    const body = { ...place(times[n % 8], 3 + Math.floor(n / 8)), contact: { ...contact, lastname, email: `script-${n}@bad-input.test` } }
    const booked = await call('booking', { body })
    expect([lastname, booked.status]).toEqual([lastname, 201])
    // A sign that would turn the sentence around the name is taken out.
    expect((booked.body['contact'] as { lastname: string }).lastname).toBe(lastname.replace('\u202e', ''))
  }
  for (const lastname of names.map((name) => name.replace('\u202e', ''))) {
    const found = await admin(`/v1/reservations?filters[q]=${encodeURIComponent(lastname)}`)
    const rows = found.body['data'] as { guest: { lastName: string } }[]
    expect([lastname, found.status, rows.map((row) => row.guest.lastName)]).toEqual([lastname, 200, [lastname]])
  }
  for (const q of ["' or '1'='1", '%', '_', '\\', '%%%', "';select pg_sleep(9);--"]) {
    const found = await admin(`/v1/reservations?filters[q]=${encodeURIComponent(q)}`)
    const rows = found.body['data'] as { guest: { lastName: string } }[]
    for (const { guest } of rows) expect(guest.lastName.includes(q), q).toBe(true)
  }
  const odd = '/v1/reservations?__proto__[x]=1&constructor=2&filters[__proto__]=1&filters[constructor]=1&filters[q]=%E0%A4%A'
  // Names that no list knows are refused as such.
  expect((await admin(odd)).status).toBe(400)
})

test('what fails inside says so in one sentence; the log names the place, and never a guest, a key or a token', async () => {
  const call = asChannel(server.url, key)
  const guest = { firstname: 'Wilhelmina', lastname: 'Fails-Inside', email: 'wilhelmina@bad-input.test', telephone: '34600111222' }
  await db.query(`alter table guests add constraint refuse_guest check (last_name <> 'Fails-Inside')`)
  const failed = await call('booking', { body: { ...place('18:00', 5), contact: guest, notes: 'allergic to quince' } })
  const requestId = String(failed.body['requestId'])
  expect([failed.status, failed.body]).toEqual([500, { message: 'Something went wrong!', code: 'server.failed', requestId }])
  await db.query(`alter table mails add constraint refuse_mail check (recipient <> 'nomail@bad-input.test')`)
  expect(
    (await call('booking', { body: { ...place('18:00', 5), contact: { ...guest, lastname: 'Quince', email: 'nomail@bad-input.test' } } }))
      .status,
  ).toBe(201)
  const has = (message: string) => server.log.some((line) => (JSON.parse(line) as { msg: string }).msg === message)
  for (let round = 0; round < 100 && !has('job failed'); round++) await sleep(100)
  expect([has('request failed'), has('job failed')]).toEqual([true, true])
  const log = server.log.join('\n')
  expect(log).toContain('refuse_guest')
  expect(server.log.find((line) => line.includes('refuse_guest'))).toContain(requestId)
  const secrets = [
    admin.token,
    key,
    firstAdmin.email,
    firstAdmin.password,
    'bad-input.test',
    'Wilhelmina',
    'Fails-Inside',
    'Quince',
    'quince',
    '600111222',
    'Lena',
    'Brandt',
    'عبد',
  ]
  expect(secrets.filter((secret) => log.includes(secret))).toEqual([])
})
