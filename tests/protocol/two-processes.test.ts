import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, asChannel, asUser } from '../build/a-caller.ts'
import { dayFromNow, instantAt } from '../build/a-reservation.ts'
import { aServer, firstAdmin, type TestServer } from '../build/a-server.ts'
import { overfull } from '../build/crash-check.ts'
import { onDatabase, withDatabase } from '../build/database-setup.ts'
import { testDatabase } from '../build/database.ts'
import { aLiveReader } from '../build/live-reader.ts'
import { aSmallVenue, openChannel, type SmallVenue } from '../build/small-venue.ts'

/** Two servers on one database, as behind a load balancer. */
let [a, b]: TestServer[] = []
let house: SmallVenue
let db: pg.Client
let url: string
let drop: () => Promise<void>

const start = (port = 0): Promise<TestServer> =>
  aServer({ databaseUrl: url, port, env: { TABLEWIRE_SECRET_KEY: 'a key that both processes were given' } })

beforeAll(async () => {
  const given = await testDatabase()
  await given.drop()
  // Not the migrated copy that other tests get: an empty database, at which both start at the same moment.
  const name = `tablewire_test_${randomBytes(6).toString('hex')}`
  const desk = withDatabase(given.url, 'postgres')
  await onDatabase(desk, `create database ${name}`)
  drop = () => onDatabase(desk, `drop database if exists ${name} with (force)`)
  url = withDatabase(given.url, name)
  ;[a, b] = await Promise.all([start(), start()])
  house = await aSmallVenue(a.url, 2)
  db = new pg.Client(url)
  await db.connect()
})
afterAll(async () => {
  await db?.end()
  await Promise.all([a?.stop(), b?.stop()])
  await drop?.()
})

const guest = (email = `${randomUUID()}@two.test`) => ({
  firstname: 'Lena',
  lastname: 'Brandt',
  email,
})
const place = (time: string, { days = 1, partySize = 2 } = {}) => ({
  venueId: house.venueId,
  date: Date.parse(instantAt(house, dayFromNow(days, house), time)) / 1000,
  partySize,
})
const at = (server: TestServer | undefined, channel = 0) => asChannel(server!.url, house.channels[channel]!.key)
const count = async (statement: string, values: unknown[] = []): Promise<number> =>
  Number((await db.query<{ n: string }>(`select count(*) as n from ${statement}`, values)).rows[0]!.n)

test('both start on the empty database at the same moment, and furnish it once', async () => {
  expect([...a!.log, ...b!.log]).toEqual([])
  expect(await count('users')).toBe(1)
  expect(await count('brands')).toBe(3)
  expect(await count(`brands where is_default`)).toBe(1)
  expect(await count(`audit_entries where action = 'user.created'`)).toBeLessThanOrEqual(1)
  const [one, two] = await Promise.all([asUser(a!.url, firstAdmin), asUser(b!.url, firstAdmin)])
  expect([(await one('/user-me')).status, (await two('/user-me')).status]).toEqual([200, 200])
})

test('what is booked at one is seen at the other', async () => {
  const { token } = await asUser(a!.url, firstAdmin)
  const reader = await aLiveReader(b!.url, token)
  for (const time of ['18:00', '18:30', '19:00']) {
    const { status, body } = await at(a)('booking', { body: { ...place(time), contact: guest() } })
    expect(status).toBe(201)
    const heard = await reader.until(({ message }) => message.id === body['id'])
    expect(heard?.message).toMatchObject({ type: 'reservation', venueId: house.venueId, kind: 'booked' })
  }
  reader.close()
})

const jobsDone = async (server: TestServer): Promise<number> => {
  const text = await (await fetch(`${server.url}/metrics`)).text()
  return Number(/^tablewire_jobs_total\{job="reservations.tell_guest",outcome="done"\} (\d+)/m.exec(text)?.[1] ?? 0)
}

// Before a server is killed: a job it died in is missed after its heartbeat only, and runs once more.
test('jobs of one run once, though both work', async () => {
  const open = () => count(`pgboss.job where name = 'reservations.tell_guest' and state in ('created', 'retry', 'active')`)
  /** A job counts itself a moment after the database has it as completed. */
  const settled = async () => {
    while ((await open()) > 0) await sleep(100)
    const completed = await count(`pgboss.job where name = 'reservations.tell_guest' and state = 'completed'`)
    const sum = async () => (await jobsDone(a!)) + (await jobsDone(b!))
    await expect.poll(sum).toBeGreaterThanOrEqual(completed)
    return sum()
  }
  const before = await settled()
  const emails = Array.from({ length: 24 }, (_, n) => `job-${n}-${randomUUID()}@two.test`)
  const times = ['18:00', '18:30', '19:00', '19:30', '20:00', '20:30', '21:00', '21:30']
  const answers = await Promise.all(
    emails.map((email, n) =>
      at(a, n % 2)('booking', { body: { ...place(times[n % 8]!, { days: 3 + Math.floor(n / 8), partySize: 1 }), contact: guest(email) } }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(emails.map(() => 201))
  expect((await settled()) - before).toBe(24)
  const { rows } = await db.query<{ recipient: string; n: number }>(
    `select recipient, count(*)::int as n from mails where recipient = any($1) group by recipient`,
    [emails],
  )
  expect(rows.toSorted((one, other) => emails.indexOf(one.recipient) - emails.indexOf(other.recipient))).toEqual(
    emails.map((recipient) => ({ recipient, n: 1 })),
  )
})

test('a reader comes back with Last-Event-ID after its server was killed, and misses nothing', async () => {
  const { token } = await asUser(a!.url, firstAdmin)
  const first = await aLiveReader(b!.url, token)
  const before = await at(a)('booking', { body: { ...place('18:00', { days: 2 }), contact: guest() } })
  await first.until(({ message }) => message.id === before.body['id'])
  const port = Number(new URL(b!.url).port)
  await b!.kill()
  await first.ended
  const missed: Answer[] = []
  for (const time of ['18:30', '19:00', '19:30'])
    missed.push(await at(a)('booking', { body: { ...place(time, { days: 2 }), contact: guest() } }))
  b = await start(port)
  const second = await aLiveReader(b.url, token, first.lastId())
  for (const { body } of missed) expect(await second.until(({ message }) => message.id === body['id'])).toBeDefined()
  expect(second.heard.map(({ message }) => message.type)).not.toContain('reset')
  const later = await at(b)('booking', { body: { ...place('20:00', { days: 2 }), contact: guest() } })
  expect(await second.until(({ message }) => message.id === later.body['id'])).toBeDefined()
  second.close()
})

test('what happens between the first answer a page gets and its stream is heard all the same', async () => {
  const { token } = await asUser(a!.url, firstAdmin)
  const first = await fetch(`${b!.url}/user-me`, { headers: { authorization: `Bearer ${token}` } })
  const { body } = await at(a)('booking', { body: { ...place('18:30', { days: 3 }), contact: guest() } })
  await sleep(300)
  const reader = await aLiveReader(b!.url, token, first.headers.get('live-cursor')!)
  expect(await reader.until(({ message }) => message.id === body['id'])).toBeDefined()
  expect(reader.heard.map(({ message }) => message.type)).not.toContain('reset')
  reader.close()
})

test('who signs out at one is out at the other within five seconds', async () => {
  const [atA, atB] = [await asUser(a!.url, firstAdmin), b!]
  const stream = await aLiveReader(atB.url, atA.token)
  const headers = { authorization: `Bearer ${atA.token}` }
  const status = async () => (await fetch(`${atB.url}/user-me`, { headers })).status
  expect(await status()).toBe(200)
  expect((await atA('/v2/token', { method: 'DELETE' })).status).toBe(200)
  const outMs = performance.now()
  expect((await atA('/user-me')).status).toBe(401)
  // Far more than the five seconds that are promised: a busy machine is slow, and only what is never forgotten fails.
  while ((await status()) === 200 && performance.now() - outMs < 60_000) await sleep(50)
  expect(await status()).toBe(401)
  // An open stream is asked every five seconds, by what was remembered for five at most.
  expect(await Promise.race([stream.ended.then(() => 'ended'), sleep(60_000, 'open')])).toBe('ended')
})

test('one key at both at the same moment is one booking', async () => {
  const idempotencyKey = randomUUID()
  const body = { ...place('20:00', { days: 10 }), contact: guest() }
  const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => at(n % 2 ? a : b)('booking', { body, idempotencyKey })))
  for (const { status, body: answer } of answers)
    expect(status === 201 || answer['code'] === 'key.in_flight', JSON.stringify(answer)).toBe(true)
  const again = await Promise.all([a, b].map((server) => at(server)('booking', { body, idempotencyKey })))
  const ids = [...answers.filter(({ status }) => status === 201), ...again].map((answer) => answer.body['id'])
  expect(new Set(ids).size).toBe(1)
  expect(again.map(({ headers }) => headers.get('idempotent-replayed'))).toEqual(['true', 'true'])
  expect(await count('reservations where guest_email = $1', [body.contact.email])).toBe(1)
  const other = await at(b)('booking', { body: { ...body, partySize: 1 }, idempotencyKey })
  expect([other.status, other.body['code']]).toEqual([422, 'key.reused'])
})

test('64 clients over both fight for the last covers: exactly the limit, all others hear that it is taken', async () => {
  const body = place('20:00', { days: 12, partySize: 1 })
  const answers = await Promise.all(
    Array.from({ length: 64 }, (_, n) =>
      n % 4 < 2
        ? at(n % 2 ? a : b, n % 3 ? 1 : 0)('booking', { body: { ...body, contact: guest() } })
        : at(n % 2 ? a : b, n % 3 ? 1 : 0)('pending-booking', { body }),
    ),
  )
  const codes = answers.map(({ status, body: answer }) => (status === 201 ? 'done' : `${status} ${String(answer['code'])}`))
  expect([...new Set(codes)].toSorted()).toEqual(['409 slot.taken', 'done'])
  // Three parties may arrive in that half hour.
  expect(codes.filter((code) => code === 'done')).toHaveLength(3)
  expect(await overfull(db)).toEqual([])
})

test('calls are counted together', async () => {
  const admin = await asUser(a!.url, firstAdmin)
  const { key } = await openChannel(admin, house.venueId, { rateLimitPerMinute: 60 })
  // The count starts anew with the minute; this takes three seconds of one.
  const leftMs = 60_000 - (Date.now() % 60_000)
  if (leftMs < 15_000) await sleep(leftMs)
  const statuses = async (server: TestServer, times: number) =>
    (await Promise.all(Array.from({ length: times }, () => asChannel(server.url, key)('venues?limit=1')))).map(({ status }) => status)
  expect(new Set(await statuses(a!, 40))).toEqual(new Set([200]))
  expect(new Set(await statuses(b!, 5))).toEqual(new Set([200]))
  await sleep(2500)
  const rest = await statuses(b!, 40)
  expect(rest.filter((status) => status === 200)).toHaveLength(15)
  expect(rest.filter((status) => status === 429)).toHaveLength(25)
  const refused = await asChannel(b!.url, key)('venues')
  expect(refused.body).toMatchObject({ code: 'rate.limited' })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(refused.headers.get('ratelimit-remaining')).toBe('0')
})
