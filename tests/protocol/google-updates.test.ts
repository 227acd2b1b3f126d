import { createVerify, generateKeyPairSync } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { tellGoogle } from '@tablewire/server/features/google-updates/tell-google'
import type { Ctx } from '@tablewire/server/platform/ctx'
import { aUser } from '../build/a-user.ts'
import { aGoogle, aSlot, creation, type Google } from './a-google.ts'
import { aShop, type Shop } from './a-shop.ts'

type Said = { method: string; path: string; query: URLSearchParams; body: Record<string, unknown>; token: string }
type Reply = { status: number; headers?: Record<string, string>; body?: object }

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})

/** Google's sign-in and its interface at one address: what was said, and what to answer next. */
let said: Said[] = []
let signIns = 0
let signIn: Reply = { status: 200 }
let answers: Reply[] = []
/** What this key may not do: addresses with this in them. */
let forbidden = /^$/
let server: Server
let origin: string
let shop: Shop
let google: Google
let token: string

const isSigned = (assertion: string): boolean => {
  const [head = '', claims = '', signature = ''] = assertion.split('.')
  const read = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>
  return (
    createVerify('RSA-SHA256').update(`${head}.${claims}`).verify(publicKey, signature, 'base64url') &&
    read['iss'] === 'hub@project.iam.gserviceaccount.com' &&
    read['scope'] === 'https://www.googleapis.com/auth/mapsbooking' &&
    read['aud'] === `${origin}/token`
  )
}
const answer = (response: ServerResponse, { status, headers = {}, body = {} }: Reply): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}
const act = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const text = Buffer.concat(parts).toString()
  const { pathname, searchParams } = new URL(request.url ?? '/', origin)
  if (pathname === '/token') {
    signIns++
    const good = signIn.status === 200 && isSigned(new URLSearchParams(text).get('assertion') ?? '')
    if (good) return answer(response, { status: 200, body: { access_token: `good-${signIns}`, expires_in: 3600, token_type: 'Bearer' } })
    return answer(response, { status: 400, body: { error: 'invalid_grant' }, ...(signIn.status === 200 ? {} : signIn) })
  }
  const reply = answers.shift() ?? { status: forbidden.test(pathname) ? 403 : 200 }
  said.push({
    method: request.method ?? '',
    path: pathname,
    query: searchParams,
    body: JSON.parse(text) as Record<string, unknown>,
    token: request.headers.authorization ?? '',
  })
  return answer(response, reply)
}

beforeAll(async () => {
  server = createServer((request, response) => void act(request, response))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  shop = await aShop({ env: { SYSTEM_SERVICES: origin, GOOGLE_UPDATES_PER_MINUTE: '6000' } })
  google = await aGoogle(shop)
  token = await shop.signIn(await aUser(shop.container.db, { roles: ['ROLE_SUPER_ADMIN', 'ROLE_ADMIN'] }))
  await sql`update venues set address = 'Calle Mayor 1', city = 'Madrid' where id = ${shop.venue.id}`.execute(shop.container.db)
  await setKey()
})
afterAll(async () => {
  await shop.close()
  server.closeAllConnections()
  server.close()
})
beforeEach(async () => {
  answers = []
  forbidden = /^$/
  signIn = { status: 200 }
  await sql`delete from google_changes`.execute(shop.container.db)
  await sql`delete from google_update_states`.execute(shop.container.db)
  said = []
})

/** A key file that was entered anew counts at once. */
const setKey = async (): Promise<void> => {
  const oauthKey = JSON.stringify({
    client_email: 'hub@project.iam.gserviceaccount.com',
    private_key: privateKey,
    token_uri: `${origin}/token`,
    made: Date.now(),
  })
  const set = await shop.ask({
    method: 'PUT',
    url: `/v1/google/accounts/${google.id}`,
    token,
    body: { partnerId: '4711', apiUrl: origin, oauthKey },
  })
  expect(set.statusCode).toBe(200)
}
/** As so many seconds from now, by a process of that name. */
const later = (seconds: number, processId?: string): Ctx => {
  const ctx = shop.container.systemCtx('google_updates.tell')
  return {
    ...ctx,
    clock: () => Temporal.Now.instant().add({ milliseconds: Math.round(seconds * 1000) }),
    ports: { ...ctx.ports, ...(processId ? { processId } : {}) },
  }
}
const book = async (time: string, days: number): Promise<string> => {
  const { body } = await google.ask('CreateBooking', creation(aSlot(shop.venue.id, shop.at(time, days))))
  return body.booking.booking_id
}
const cancel = async (id: string): Promise<void> => {
  const done = await shop.ask({ method: 'POST', url: `/v1/reservations/${id}/cancel`, token, body: { reason: 'The kitchen is closed' } })
  expect(done.statusCode).toBe(200)
}
const notices = () => said.filter(({ path }) => path.includes('/notification/'))
const replaces = () => said.filter(({ path }) => path.endsWith('/availability:replace'))
const waiting = async (): Promise<number> =>
  (await sql<{ n: number }>`select count(*)::integer as n from google_changes where not refused`.execute(shop.container.db)).rows[0]!.n

test('GO1: what Google did itself it is not told; that a place went it is, as the newest state of its evening', async () => {
  const id = await book('20:00', 4)
  await tellGoogle(later(0))
  expect(said).toEqual([])
  await tellGoogle(later(6))
  expect(notices()).toEqual([])
  expect(replaces()).toHaveLength(1)
  const [{ path, body, token: shown }] = replaces() as [Said]
  expect(path).toBe(`/v1alpha/inventory/partners/4711/merchants/${shop.venue.id}/services/reservation/availability:replace`)
  expect(shown).toMatch(/^Bearer good-\d+$/)
  const { startTimeRestrict, endTimeRestrict, availability } = body['serviceAvailability'] as Record<string, string> & {
    availability: { startTime: string; duration: string; spotsOpen: string; spotsTotal: string; resources: { partySize: number } }[]
  }
  expect(availability.length).toBeGreaterThan(10)
  for (const one of availability) {
    expect(Date.parse(one.startTime)).toBeGreaterThanOrEqual(Date.parse(startTimeRestrict!))
    expect(Date.parse(one.startTime)).toBeLessThan(Date.parse(endTimeRestrict!))
    expect(one).toMatchObject({ duration: expect.stringMatching(/^\d+s$/), spotsOpen: expect.stringMatching(/^\d+$/) })
    expect(Number(one.spotsOpen)).toBeLessThanOrEqual(Number(one.spotsTotal))
  }
  expect(await waiting()).toBe(0)
  said = []
  await google.ask('UpdateBooking', { booking: { booking_id: id, status: 'CANCELED' } })
  await tellGoogle(later(6))
  expect([notices().length, replaces().length]).toEqual([0, 1])
})

test('GO1: what the restaurant does to a booking of Google’s is told whole and once, the newest state alone', async () => {
  const id = await book('20:30', 5)
  const moved = await shop.ask({
    method: 'PATCH',
    url: `/v1/reservations/${id}`,
    token,
    body: { partySize: 3, startsAt: new Date(shop.at('21:00', 5) * 1000).toISOString() },
  })
  expect(moved.statusCode).toBe(200)
  await cancel(id)
  await tellGoogle(later(0))
  expect(notices()).toHaveLength(1)
  const [{ method, path, query, body }] = notices() as [Said]
  expect([method, path]).toEqual(['PATCH', `/v1alpha/notification/partners/4711/bookings/${id}`])
  expect(query.get('updateMask')).toBe('status,startTime,duration,partySize')
  expect(body).toEqual({
    name: `partners/4711/bookings/${id}`,
    merchantId: shop.venue.id,
    serviceId: 'reservation',
    status: 'CANCELED',
    startTime: new Date(shop.at('21:00', 5) * 1000).toISOString(),
    duration: '5400s',
    partySize: '3',
  })
})

test('GO1: quota answers, errors and silence are waited out, in order, and nothing is lost', async () => {
  const id = await book('19:30', 6)
  await sql`delete from google_changes`.execute(shop.container.db)
  await cancel(id)
  await sql`delete from google_changes where kind <> 'booking'`.execute(shop.container.db)
  answers = [{ status: 429, headers: { 'retry-after': '40' } }]
  await tellGoogle(later(0))
  expect(said).toHaveLength(1)
  // Google asked for forty seconds.
  await tellGoogle(later(30))
  expect(said).toHaveLength(1)
  answers = [{ status: 503 }]
  await tellGoogle(later(41))
  expect(said).toHaveLength(2)
  await tellGoogle(later(41.1))
  expect(said).toHaveLength(2)
  // As after days: it goes on by itself.
  await tellGoogle(later(3 * 86_400))
  expect(notices().at(-1)?.body['status']).toBe('CANCELED')
  expect(await waiting()).toBe(0)
})

test('GO1: a booking that Google does not know is told again while the notice is in time, and said then; what it never takes hinders nothing', async () => {
  const [gone, refused, good] = [await book('19:00', 7), await book('20:00', 7), await book('21:00', 7)]
  await sql`delete from google_changes`.execute(shop.container.db)
  for (const [id, reply] of [
    [refused, { status: 400, body: { error: { message: 'no such field' } } }],
    [good, { status: 200 }],
    [gone, { status: 404 }],
  ] as const) {
    await cancel(id)
    await sql`delete from google_changes where kind <> 'booking'`.execute(shop.container.db)
    answers = [reply]
    await tellGoogle(later(0))
  }
  expect(notices()).toHaveLength(3)
  const kept = async () => (await sql`select ref, refused, error from google_changes order by id`.execute(shop.container.db)).rows
  const never = { ref: refused, refused: true, error: 'Google answered 400: no such field' }
  expect(await kept()).toEqual([never, { ref: gone, refused: false, error: expect.stringMatching(/^Google answered 404/) }])
  const countOf = async () =>
    (
      await sql<{ refused: number }>`select sum(refused)::integer as refused from google_told_days where kind = 'booking'`.execute(
        shop.container.db,
      )
    ).rows[0]!.refused
  const before = await countOf()
  answers = [{ status: 404 }]
  await tellGoogle(later(301))
  expect(notices()).toHaveLength(4)
  expect(await kept()).toEqual([never, { ref: gone, refused: true, error: expect.stringMatching(/^Google answered 404/) }])
  expect(await countOf()).toBe(before + 1)
  const health = await shop.ask({ method: 'GET', url: '/v1/installation/troubles', token })
  expect(health.body).toContain('google_refused')
  // Google measures two weeks.
  await tellGoogle(later(15 * 86_400))
  expect(await kept()).toEqual([])
})

test('GO1: an expired access token is fetched anew; a key that Google refuses stops the account in words until it is mended', async () => {
  const id = await book('20:00', 8)
  await sql`delete from google_changes`.execute(shop.container.db)
  await cancel(id)
  await sql`delete from google_changes where kind <> 'booking'`.execute(shop.container.db)
  answers = [{ status: 401 }]
  const before = signIns
  await tellGoogle(later(0))
  expect([said.length, signIns]).toEqual([2, before + 1])
  expect(await waiting()).toBe(0)

  await setKey()
  const next = await book('20:00', 9)
  await cancel(next)
  signIn = { status: 400 }
  said = []
  await tellGoogle(later(0))
  expect(said).toEqual([])
  const state = await sql`select error from google_update_states where account_id = ${google.id}`.execute(shop.container.db)
  expect(state.rows).toEqual([{ error: 'the key of the service account was not accepted: invalid_grant' }])
  signIn = { status: 200 }
  await tellGoogle(later(120))
  expect(notices()).toHaveLength(1)
})

test('GO1: one booking that Google forbids keeps no other waiting, and is said once it is late; a key that may do nothing stops the account', async () => {
  const days = Array.from({ length: 7 }, (_, nth) => 13 + nth)
  const [never = '', ...others] = await Promise.all(days.map((day) => book('20:00', day)))
  await sql`delete from google_changes`.execute(shop.container.db)
  for (const id of [never, ...others]) await cancel(id)
  await sql`delete from google_changes where kind <> 'booking'`.execute(shop.container.db)
  const kept = async () => (await sql`select ref, refused from google_changes order by ref`.execute(shop.container.db)).rows
  const pausedUntil = async () =>
    (await sql`select paused_until from google_update_states where account_id = ${google.id}`.execute(shop.container.db)).rows[0]
  forbidden = /v1alpha/
  await tellGoogle(later(0))
  expect(await waiting()).toBe(7)
  expect(await pausedUntil()).toMatchObject({ pausedUntil: expect.any(String) })
  // Not even once it is late: the key is what is refused.
  await tellGoogle(later(400))
  expect(await waiting()).toBe(7)
  forbidden = new RegExp(never)
  said = []
  await tellGoogle(later(600))
  expect(new Set(notices().map(({ path }) => path.split('/').at(-1)))).toEqual(new Set([never, ...others]))
  await tellGoogle(later(800))
  const late = await book('21:00', 20)
  await cancel(late)
  await sql`delete from google_changes where kind <> 'booking'`.execute(shop.container.db)
  await tellGoogle(later(1000))
  expect(await kept()).toEqual([{ ref: never, refused: true }])
  expect(await pausedUntil()).toEqual({ pausedUntil: null })
})

test('GO1: what is too much for one call is told in several, of days that follow one another without a gap', async () => {
  const { db } = shop.container
  const before = await sql<{ days: number | null }>`select rwg_max_days as days from venues where id = ${shop.venue.id}`.execute(db)
  await sql`update venues set rwg_max_days = 90 where id = ${shop.venue.id}`.execute(db)
  await tellGoogle(later(11))
  type Body = { startTimeRestrict: string; endTimeRestrict: string; availability: { startTime: string }[] }
  const bodies = replaces().map(({ body }) => body['serviceAvailability'] as Body)
  expect(bodies.length).toBeGreaterThan(1)
  for (const [nth, { startTimeRestrict, endTimeRestrict, availability }] of bodies.entries()) {
    if (nth > 0) expect(startTimeRestrict).toBe(bodies[nth - 1]!.endTimeRestrict)
    expect(availability.length).toBeLessThan(20_000)
    const times = availability.map(({ startTime }) => Date.parse(startTime))
    expect(Math.min(...times)).toBeGreaterThanOrEqual(Date.parse(startTimeRestrict))
    expect(Math.max(...times)).toBeLessThan(Date.parse(endTimeRestrict))
  }
  const [first, last] = [bodies[0]!, bodies.at(-1)!]
  expect((Date.parse(last.endTimeRestrict) - Date.parse(first.startTimeRestrict)) / 86_400_000).toBeCloseTo(92, 0)
  const { rows } = await sql<{ days: number }>`
    select to_day - from_day + 1 as days from google_told_venues where account_id = ${google.id} and venue_id = ${shop.venue.id}`.execute(
    db,
  )
  expect(rows).toEqual([{ days: 92 }])
  expect(await waiting()).toBe(0)
  await sql`update venues set rwg_max_days = ${before.rows[0]!.days} where id = ${shop.venue.id}`.execute(db)
})

test('GO1: one process tells at a time; when it dies, another goes on with all of it', async () => {
  const id = await book('20:00', 10)
  await cancel(id)
  const dead = later(0, 'one that dies')
  await sql`insert into google_update_states (account_id, leased_until, leased_by) values (${google.id}, ${dead.clock().add({ seconds: 100 }).toString()}::timestamptz, 'one that dies')`.execute(
    shop.container.db,
  )
  await Promise.all([tellGoogle(later(6, 'a')), tellGoogle(later(6, 'b'))])
  expect(said).toEqual([])
  await Promise.all([tellGoogle(later(101, 'a')), tellGoogle(later(101, 'b'))])
  expect(notices()).toHaveLength(1)
  expect(await waiting()).toBe(0)
})

test('GO1: a change of the book tells all dates at once, and merchant and service as they are; Health says who is behind', async () => {
  await book('20:00', 11)
  const { db } = shop.container
  await sql`update venues set phone_number = '+34 910 000 000' where id = ${shop.venue.id}`.execute(db)
  const troubles = async () =>
    (await shop.ask({ method: 'GET', url: '/v1/installation/troubles', token }))
      .json<{ data: { what: string }[] }>()
      .data.filter(({ what }) => what === 'google_behind')
  expect(await troubles()).toEqual([])
  await sql`update google_changes set at = at - interval '9 minutes'`.execute(db)
  expect(await troubles()).toMatchObject([{ count: 9, accounts: [{ id: google.id }] }])
  await tellGoogle(later(11))
  // Each date once, in as many calls as it takes.
  const windows = replaces().map(({ body }) => (body['serviceAvailability'] as { startTimeRestrict: string }).startTimeRestrict)
  expect([windows.length, new Set(windows).size]).toEqual([2, 2])
  const told = said
    .filter(({ method }) => method === 'PATCH')
    .map(({ path, query }) => [path.split('/merchants/')[1], query.get('updateMask')])
  expect(told).toEqual([
    [shop.venue.id, 'merchantName,telephone,url,geo,category'],
    [`${shop.venue.id}/services/reservation`, 'rules'],
  ])
  expect(await troubles()).toEqual([])
})

test('GO1: nothing goes to an address inside of the network that nobody has allowed', async () => {
  const id = await book('20:00', 12)
  await cancel(id)
  await sql`update google_accounts set api_url = 'http://127.0.0.1:1' where id = ${google.id}`.execute(shop.container.db)
  await tellGoogle(later(0))
  expect(said).toEqual([])
  const { rows } = await sql`select distinct error from google_changes where error is not null`.execute(shop.container.db)
  expect(rows).toEqual([{ error: 'the address is not a public one' }])
})
