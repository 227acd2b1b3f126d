import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startEmbedded } from '@tablewire/server/platform/postgres/embedded-postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayFromNow, instantAt } from '../build/a-reservation.ts'
import { aServer } from '../build/a-server.ts'
import { testDatabase } from '../build/database.ts'
import { signalAll } from '../build/signal-all.ts'
import { aSmallVenue } from '../build/small-venue.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tablewire-silent-'))
  // As root the database runs as somebody else, who has to get at its socket.
  chmodSync(folder, 0o755)
})
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

/** What has not come after so long hangs; a busy machine takes a part of it. */
const within = (url: string, init: RequestInit = {}) => fetch(url, { ...init, signal: AbortSignal.timeout(60_000) })

test('a database that hangs is told within bounds, and all goes on at once when it answers again', async () => {
  const dataDir = join(folder, 'database')
  const postgres = await startEmbedded({ dataDir, log: () => undefined, settings: { fsync: 'off' } })
  const server = await aServer({ databaseUrl: postgres.url, env: { DATABASE_ANSWER_SECONDS: '4' } })
  const own = server.url.replace('localhost', '127.0.0.1')
  const house = await aSmallVenue(server.url, 1)
  const key = randomUUID()
  const body = JSON.stringify({
    venueId: house.venueId,
    date: Date.parse(instantAt(house, dayFromNow(1, house), '18:00')) / 1000,
    partySize: 2,
    contact: { firstname: 'Lena', lastname: 'Brandt', email: 'lena@silent.test' },
  })
  const book = () =>
    within(`${own}/v1/bc/booking`, {
      method: 'POST',
      headers: { authorization: `Bearer ${house.channels[0]!.key}`, 'content-type': 'application/json', 'idempotency-key': key },
      body,
    })
  expect(await (await within(`${own}/metrics`)).text()).toContain('tablewire_waiting{')

  signalAll(dataDir, 'SIGSTOP')
  try {
    const asked = performance.now()
    const first = book()
    const ready = await within(`${own}/readyz`)
    expect([ready.status, await ready.json()]).toMatchObject([503, { status: 'not ready', database: false }])
    const metrics = await within(`${own}/metrics`)
    // The last figures, and everything that needs no database.
    expect([metrics.status, await metrics.text()]).toEqual([200, expect.stringContaining('tablewire_waiting{')])
    const refused = await first
    const waitedMs = performance.now() - asked
    expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toMatchObject([503, '5', { code: 'server.busy' }])
    // Known by now: nobody else waits, not even a page.
    const started = performance.now()
    expect((await book()).status).toBe(503)
    expect(performance.now() - started).toBeLessThan(waitedMs)
    expect((await within(`${own}/healthz`)).status).toBe(200)
    expect(await (await within(`${own}/metrics`)).text()).toMatch(/http_request_seconds_count\{endpoint="[\w.-]+",status="503"\} [2-9]/)
  } finally {
    signalAll(dataDir, 'SIGCONT')
  }
  while ((await within(`${own}/readyz`)).status !== 200) await sleep(50)
  while ((await book()).status === 503) await sleep(50)
  expect((await book()).status).toBe(201)
  const db = new pg.Client(postgres.url)
  await db.connect()
  expect((await db.query('select count(*)::int as n from reservations')).rows).toEqual([{ n: 1 }])
  await db.end()
  expect(server.log.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual(
    expect.arrayContaining(['the database does not answer', 'the database answers again']),
  )
  expect(await server.stop()).toMatchObject({ code: 0 })
  await postgres.stop()
})

/** The database's address as a balancer holds it: `hang` stops what is open without a word, as on a machine that has died; who comes next is led to another one. */
const anAddress = async (url: string) => {
  const wanted = new URL(url)
  const socketDir = wanted.searchParams.get('host')
  const open = new Set<Socket>()
  const door = createServer((from) => {
    const to = socketDir ? connect(join(socketDir, '.s.PGSQL.5432')) : connect(Number(wanted.port), wanted.hostname)
    for (const socket of [from, to]) {
      open.add(socket.on('error', () => undefined))
      socket.on('close', () => [from, to].forEach((one) => open.delete(one.destroy())))
    }
    from.pipe(to).pipe(from)
  })
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve))
  const user = wanted.searchParams.get('user') ?? wanted.username
  const { port } = door.address() as AddressInfo
  return {
    url: `postgres://${user}:${wanted.password}@127.0.0.1:${port}${wanted.pathname}`,
    hang: () => {
      for (const socket of open) socket.unpipe().pause()
    },
    close: () => {
      for (const socket of open) socket.destroy()
      door.close()
    },
  }
}

test('a machine that hangs for good is left as soon as another stands at its address', async () => {
  const database = await testDatabase()
  const address = await anAddress(database.url)
  const server = await aServer({ databaseUrl: address.url, env: { DATABASE_ANSWER_SECONDS: '3' } })
  const house = await aSmallVenue(server.url, 1)
  const book = (time: string) =>
    within(`${server.url}/v1/bc/booking`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${house.channels[0]!.key}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify({
        venueId: house.venueId,
        date: Date.parse(instantAt(house, dayFromNow(1, house), time)) / 1000,
        partySize: 2,
        contact: { firstname: 'Lena', lastname: 'Brandt', email: 'lena@hung.test' },
      }),
    })
  expect((await book('18:00')).status).toBe(201)
  address.hang()
  const refused = await book('18:30')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
  const since = performance.now()
  let last = refused.status
  while (last === 503 && performance.now() - since < 60_000) {
    await sleep(100)
    last = (await book('18:30')).status
  }
  expect(last).toBe(201)
  expect(await server.stop()).toMatchObject({ code: 0 })
  address.close()
  await database.drop()
})

test('guests and staff get pages while the database hangs or is down, and no page of theirs ends the server', async () => {
  const dataDir = join(folder, 'pages')
  const options = { dataDir, log: () => undefined, settings: { fsync: 'off' } } as const
  const postgres = await startEmbedded(options)
  const server = await aServer({ databaseUrl: postgres.url, env: { DATABASE_ANSWER_SECONDS: '3' } })
  const house = await aSmallVenue(server.url, 1)
  const db = new pg.Client(postgres.url)
  await db.connect()
  await db.query(`update channels set type = 'widget'`)
  await db.query(`update venues set sdk_access = true, phone_number = '+34910000001'`)
  await db.end()
  const look = (path: string, { headers = {}, ...init }: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {}) =>
    within(`${server.url}${path}`, {
      redirect: 'manual',
      ...init,
      headers: { accept: 'text/html', 'accept-language': 'nl', ...headers },
    })
  const house1 = `/book/${house.venueId}`
  expect((await look(house1)).status).toBe(200)
  const paths = [house1, `${house1}/details?held=x`, '/book/own/x.y', '/b/abcdefgh', '/onboarding/x', '/meta/install/x', '/sales/x']
  const refused = async (): Promise<void> => {
    const answers = await Promise.all(paths.map((path) => look(path)))
    for (const answer of answers)
      expect([answer.status, answer.headers.get('content-type'), answer.headers.get('retry-after')]).toEqual([
        503,
        'text/html; charset=utf-8',
        '5',
      ])
    // In the guest's language, and with what this server knows of a venue that it has shown.
    expect(await answers[0]!.text()).toMatch(/Dit is niet gelukt.*Bel \+34910000001/s)
    const state = await look(`${house1}/hold`, {
      method: 'POST',
      body: new URLSearchParams({ at: 'x' }),
      headers: { accept: 'application/json' },
    })
    expect([state.status, await state.json()]).toMatchObject([503, { step: { kind: 'stop' } }])
    expect((await look('/reservations')).status).toBe(200)
  }
  signalAll(dataDir, 'SIGSTOP')
  try {
    await refused()
  } finally {
    signalAll(dataDir, 'SIGCONT')
  }
  await expect.poll(async () => (await look(house1)).status, { timeout: 60_000 }).toBe(200)
  await postgres.stop()
  await refused()
  const again = await startEmbedded(options)
  await expect.poll(async () => (await look(house1)).status, { timeout: 60_000 }).toBe(200)
  expect(await server.stop()).toMatchObject({ code: 0 })
  await again.stop()
})
