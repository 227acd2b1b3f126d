import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, asChannel } from '../build/a-caller.ts'
import { dayFromNow, instantAt } from '../build/a-reservation.ts'
import { aServer, launchServer, type TestServer } from '../build/a-server.ts'
import { overfull } from '../build/crash-check.ts'
import { testDatabase, type TestDatabase } from '../build/database.ts'
import { aSmallVenue, type SmallVenue } from '../build/small-venue.ts'

/** Two installations with databases and keys of their own; a company moves from the first to the second while its channels book. */
const keys = { source: 'the key of the installation it leaves', target: 'the key of the installation it comes to' }
const folder = mkdtempSync(join(tmpdir(), 'tw-move-'))
let bases: { source: TestDatabase; target: TestDatabase }
let servers: { source: TestServer; target: TestServer }
let db: { source: pg.Client; target: pg.Client }
let house: SmallVenue
let neighbour: SmallVenue
let [company, neighbouring] = ['', '']

const start = (side: 'source' | 'target'): Promise<TestServer> =>
  aServer({ databaseUrl: bases[side].url, data: join(folder, side), env: { TABLEWIRE_SECRET_KEY: keys[side] } })
const connected = async (url: string): Promise<pg.Client> => {
  const client = new pg.Client(url)
  await client.connect()
  return client
}

const ownCompany = async (name: string, { venueId }: SmallVenue): Promise<string> => {
  const id = randomUUID()
  await db.source.query(
    `insert into companies (id, brand_id, name, country_code) select $1, brand_id, $2, country_code from companies limit 1`,
    [id, name],
  )
  await db.source.query('update venues set company_id = $1 where id = $2', [id, venueId])
  return id
}

beforeAll(async () => {
  bases = { source: await testDatabase(), target: await testDatabase() }
  servers = { source: await start('source'), target: await start('target') }
  db = { source: await connected(bases.source.url), target: await connected(bases.target.url) }
  house = await aSmallVenue(servers.source.url, 2)
  neighbour = await aSmallVenue(servers.source.url, 1)
  // Each of a company of its own: only one of them moves.
  company = await ownCompany('Casa Mudanza', house)
  neighbouring = await ownCompany('Casa Vecina', neighbour)
})
afterAll(async () => {
  book.stop = true
  await sleep(500)
  await Promise.all([db?.source.end(), db?.target.end()])
  await Promise.all([servers?.source.stop(), servers?.target.stop()])
  await bases?.source.drop()
  await bases?.target.drop()
  rmSync(folder, { recursive: true, force: true })
})

type Booked = { id: string; email: string; key: string; body: object; channel: number; by: string }
type Book = { booked: Booked[]; unexpected: string[]; neighbourRefused: number; stop: boolean }
const book: Book = { booked: [], unexpected: [], neighbourRefused: 0, stop: false }
/** As far ahead as the book is open. */
const daysMost = 55
const times = ['18:00', '18:30', '19:00', '19:30', '20:00', '20:30', '21:00', '21:30']

const aWish = (at: SmallVenue, days: number) => {
  const email = `guest-${randomUUID()}@move.test`
  const date = Date.parse(instantAt(at, dayFromNow(days, at), times[Math.floor(Math.random() * times.length)]!)) / 1000
  return { email, body: { venueId: at.venueId, date, partySize: 1, contact: { firstname: 'Ada', lastname: 'Move', email } } }
}

/** As a partner does: the same key until there is an answer, after 503 again, after 421 at the address that it names. */
const insist = async (channel: number, key: string, body: object): Promise<{ answer: Answer; by: string }> => {
  let url = at.url
  for (let asked = 1; ; asked++) {
    const answer = await asChannel(url, house.channels[channel]!.key)('booking', { body, idempotencyKey: key })
    if (answer.status === 421) {
      url = (answer.body['details'] as { url: string }).url
      at.url = url
    } else if (answer.status !== 503 && answer.body['code'] !== 'key.in_flight') return { answer, by: url }
    else {
      if (answer.status === 503 && answer.headers.get('retry-after') === null) book.unexpected.push('503 without Retry-After')
      await sleep(50)
    }
    if (asked > 4000) throw new Error('no answer for minutes')
  }
}
const at = { url: '' }

const client = async (channel: number): Promise<void> => {
  while (!book.stop) {
    const { email, body } = aWish(house, 1 + Math.floor(Math.random() * daysMost))
    const key = randomUUID()
    const { answer, by } = await insist(channel, key, body)
    if (answer.status === 201) book.booked.push({ id: String(answer.body['id']), email, key, body, channel, by })
    else if (answer.body['code'] !== 'slot.taken') book.unexpected.push(`${answer.status} ${JSON.stringify(answer.body)}`)
    await sleep(80)
  }
}
/** Another company of the same installation notices nothing. */
const neighbourly = async (): Promise<void> => {
  const call = asChannel(servers.source.url, neighbour.channels[0]!.key)
  while (!book.stop) {
    const { status, body } = await call('booking', {
      body: aWish(neighbour, 1 + Math.floor(Math.random() * daysMost)).body,
      idempotencyKey: randomUUID(),
    })
    if (status !== 201 && body['code'] !== 'slot.taken') book.neighbourRefused++
    await sleep(100)
  }
}

type Ran = { code: number | null; out: string[] }
/** The command; killed by -9 as soon as it says what `until` looks for. */
const move = async (words: readonly string[], { until, restMs }: { until?: RegExp; restMs?: number } = {}): Promise<Ran> => {
  const { child, out, log, ended } = launchServer(['move-company', ...words], {
    DATABASE_URL: bases.source.url,
    TARGET_DATABASE_URL: bases.target.url,
    TABLEWIRE_SECRET_KEY: keys.source,
    TARGET_SECRET_KEY: keys.target,
    ...(restMs === undefined ? {} : { TABLEWIRE_WAITS: `move=${restMs}` }),
  })
  child.stdout!.on('data', () => until && out.some((line) => until.test(line)) && child.kill('SIGKILL'))
  const { code } = await ended
  return { code, out: [...out, ...log] }
}

const count = async (side: 'source' | 'target', statement: string, values: unknown[] = []): Promise<number> =>
  Number((await db[side].query<{ n: string }>(`select count(*) as n from ${statement}`, values)).rows[0]!.n)

const failedAtSource = (): string[] => servers.source.log.filter((line) => line.includes('"request failed"'))

/** What each side says to one more booking, without being repeated. */
const answers = async (): Promise<string[]> =>
  Promise.all(
    (['source', 'target'] as const).map(async (side) => {
      const { email, body } = aWish(house, 1 + Math.floor(Math.random() * daysMost))
      const key = randomUUID()
      const { status, body: said } = await asChannel(servers[side].url, house.channels[0]!.key)('booking', { body, idempotencyKey: key })
      if (status === 201) book.booked.push({ id: String(said['id']), email, key, body, channel: 0, by: servers[side].url })
      return status === 201 || said['code'] === 'slot.taken' ? 'taken' : String(said['code'])
    }),
  )

test('a company moves while its channels book; killed at every step it is writable at one side at most, and nothing is lost or doubled', async () => {
  at.url = servers.source.url
  const within = (seconds: number): string[] => [company, '--to', servers.target.url, '--pause-seconds', String(seconds)]
  const to = within(10)
  const traffic = Promise.allSettled([client(0), client(1), neighbourly()])
  await sleep(1500)

  const rehearsed = await move([...to, '--rehearse'])
  expect(rehearsed.out.join('\n')).toContain('Nothing stands in the way.')
  expect([rehearsed.code, await count('target', 'company_moves')]).toEqual([0, 0])

  // Given up after the first copy: the source goes on as if nothing had been, and the other side keeps nothing.
  await move(to, { until: /Round 1/, restMs: 600 })
  expect(await count('target', 'arriving_rows')).toBeGreaterThan(0)
  expect(await answers()).toEqual(['taken', 'channel_key.invalid'])
  expect((await move([company, '--abort'])).code).toBe(0)
  for (const nothing of ['arriving_rows', 'reservation_events', 'reservations']) expect(await count('target', nothing)).toBe(0)

  // Killed at each step of the pause: the pause ends by itself, within its seconds.
  for (const until of [/Round 1/, /take no bookings/, /rows are copied/, /sums are the same/]) {
    await move(to, { until, restMs: 600 })
    const [here, there] = await answers()
    expect([until.source, there]).toEqual([until.source, 'channel_key.invalid'])
    expect(['taken', 'venue.moving']).toContain(here)
    await expect.poll(async () => (await answers())[0], { interval: 300 }).toBe('taken')
  }

  // Killed between the two commits: neither side takes bookings until the command is given again.
  await move(within(120), { until: /answers that the company has moved/, restMs: 1500 })
  expect(await answers()).toEqual(['venue.moving', 'channel_key.invalid'])
  expect((await move([company, '--abort'])).out.join('\n')).toContain('has left here for good')
  const last = await move(within(30))
  expect(last.out.join('\n')).toContain('The move is done.')
  expect(last.code).toBe(0)
  await sleep(1500)
  expect((await answers())[1]).toBe('taken')
  expect((await answers())[0]).toBe('venue.moved')
  book.stop = true
  expect((await traffic).filter(({ status }) => status === 'rejected')).toEqual([])
  expect([book.unexpected, failedAtSource()]).toEqual([[], []])
  expect(book.neighbourRefused).toBe(0)
  const there = new Set((await db.target.query<{ id: string }>('select id from reservations')).rows.map(({ id }) => id))
  expect(book.booked.filter(({ id }) => !there.has(id))).toEqual([])
  expect(await count('target', `reservations where guest_email is not null`)).toBe(new Set(book.booked.map(({ email }) => email)).size)
  expect(await overfull(db.target)).toEqual([])
  expect(new Set(book.booked.map(({ by }) => by)).size).toBe(2)
  // Nothing of it is left at the source but the way.
  for (const gone of ['reservations', 'reservation_events', 'guests', 'channel_venues', 'audit_entries'])
    expect([gone, await count('source', `${gone} where venue_id = $1`, [house.venueId])]).toEqual([gone, 0])
  // Who repeats a booking at either side gets the answer he had.
  const early = book.booked.find(({ by }) => by === servers.source.url)!
  for (const { url } of [servers.target, servers.source]) {
    const again = await asChannel(url, house.channels[early.channel]!.key)('booking', { body: early.body, idempotencyKey: early.key })
    expect([url, again.status, again.body['id'], again.headers.get('idempotent-replayed')]).toEqual([url, 201, early.id, 'true'])
  }
  expect(failedAtSource()).toEqual([])
}, 900_000)

test('a channel of a company that moves notices nothing but the seconds of the pause', async () => {
  const [channel] = neighbour.channels
  const ids: string[] = []
  const wrong: string[] = []
  let [url, refusedMs, slowestMs] = [servers.source.url, 0, 0]
  const going = { on: true }
  const traffic = (async () => {
    while (going.on) {
      const { body } = aWish(neighbour, 1 + Math.floor(Math.random() * daysMost))
      const [idempotencyKey, startedMs] = [randomUUID(), performance.now()]
      for (;;) {
        const answer = await asChannel(url, channel!.key)('booking', { body, idempotencyKey })
        if (answer.status === 421) url = (answer.body['details'] as { url: string }).url
        else if (answer.status === 503) await sleep(20)
        else {
          if (answer.status === 201) ids.push(String(answer.body['id']))
          else if (answer.body['code'] !== 'slot.taken') wrong.push(`${answer.status} ${JSON.stringify(answer.body)}`)
          break
        }
        refusedMs = performance.now() - startedMs
      }
      slowestMs = Math.max(slowestMs, performance.now() - startedMs)
      await sleep(20)
    }
  })()
  // More than it takes, also where others work on the machine.
  const pauseSeconds = 120
  const { code, out } = await move([neighbouring, '--to', servers.target.url, '--pause-seconds', String(pauseSeconds)])
  await sleep(1000)
  going.on = false
  await traffic
  expect([code, wrong], out.join('\n')).toEqual([0, []])
  const pause = out.find((line) => line.includes('The pause was'))
  console.log(`${pause} Its channel was refused for ${Math.round(refusedMs)} ms, its slowest booking took ${Math.round(slowestMs)} ms.`)
  expect(pause).toBeDefined()
  expect(refusedMs).toBeLessThan(pauseSeconds * 1000)
  expect(url).toBe(servers.target.url)
  const there = new Set((await db.target.query<{ id: string }>('select id from reservations')).rows.map(({ id }) => id))
  expect(ids.filter((id) => !there.has(id))).toEqual([])
})
