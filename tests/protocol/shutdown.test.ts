import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { endpoints } from '@tablewire/contracts/all'
import { startEmbedded } from '@tablewire/server/platform/postgres/embedded-postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCaller, asChannel, asUser } from '../build/a-caller.ts'
import { dayFromNow, instantAt } from '../build/a-reservation.ts'
import { aServer, firstAdmin, launchServer, type TestServer } from '../build/a-server.ts'
import { testDatabase } from '../build/database.ts'
import { aLiveReader } from '../build/live-reader.ts'
import { rawCall } from '../build/raw-call.ts'
import { aSmallVenue, type SmallVenue } from '../build/small-venue.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tablewire-shutdown-'))
  // As root the database runs as somebody else, who has to get at its socket.
  chmodSync(folder, 0o755)
})
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

const bookingOf = (house: SmallVenue, time = '20:00') => ({
  venueId: house.venueId,
  date: Date.parse(instantAt(house, dayFromNow(1, house), time)) / 1000,
  partySize: 2,
  contact: { firstname: 'Lena', lastname: 'Brandt', email: `${randomUUID()}@shutdown.test` },
})
const refused = (url: string): Promise<boolean> =>
  fetch(`${url}/healthz`).then(
    () => false,
    () => true,
  )

test.concurrent('SIGTERM: running requests are answered, streams end in good order, nobody new is let in, exit 0', async () => {
  const database = await testDatabase()
  const db = new pg.Client(database.url)
  await db.connect()
  const server = await aServer({ databaseUrl: database.url })
  const house = await aSmallVenue(server.url, 1)
  const { token } = await asUser(server.url, firstAdmin)
  const readers = await Promise.all(Array.from({ length: 5 }, () => aLiveReader(server.url, token)))
  // A booking that has to wait for somebody else's transaction.
  await db.query('begin; lock table reservations in access exclusive mode')
  const running = asChannel(server.url, house.channels[0]!.key)('booking', { body: bookingOf(house) })
  await sleep(300)
  const stopped = server.stop()
  expect(await Promise.all(readers.map((reader) => reader.ended))).toEqual([true, true, true, true, true])
  expect(await refused(server.url)).toBe(true)
  await sleep(500)
  await db.query('commit')
  const { status, body } = await running
  expect(status).toBe(201)
  expect(await stopped).toMatchObject({ code: 0, signal: null })
  expect((await stopped).tookMs).toBeLessThan(60_000)
  // On a busy machine the lock outlasts a worker's patience for a connection, which is its trouble, not the stop's.
  expect(server.log.filter((line) => !line.includes('timeout exceeded when trying to connect')).join('\n')).toBe('')
  expect((await db.query('select status from reservations where id = $1', [body['id']])).rows).toEqual([{ status: 'confirmed' }])
  await db.end()
  await database.drop()
})

test.concurrent('a server that is told to stop says so first, and answers what comes until the balancer has looked away', async () => {
  const database = await testDatabase()
  const server = await aServer({ databaseUrl: database.url, env: { DRAIN_SECONDS: '4' } })
  const house = await aSmallVenue(server.url, 1)
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  const stopped = server.stop()
  const call = aCaller(server.url)
  while ((await call('/readyz')).status === 200) await sleep(20)
  expect(await call('/readyz')).toMatchObject({ status: 503, body: { status: 'draining' } })
  const booked = await fetch(`${server.url}/v1/bc/booking`, {
    method: 'POST',
    headers: { authorization: `Bearer ${house.channels[0]!.key}`, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify(bookingOf(house)),
  })
  expect([booked.status, booked.headers.get('connection')]).toEqual([201, 'close'])
  expect(await stopped).toMatchObject({ code: 0, signal: null })
  await database.drop()
})

test.concurrent('a request that never ends does not keep the server from stopping', async () => {
  const database = await testDatabase()
  const db = new pg.Client(database.url)
  await db.connect()
  const server = await aServer({ databaseUrl: database.url })
  const house = await aSmallVenue(server.url, 1)
  await db.query('begin; lock table reservations in access exclusive mode')
  const running = asChannel(server.url, house.channels[0]!.key)('booking', { body: bookingOf(house) }).catch(() => 'cut off')
  await sleep(300)
  const { code, signal, tookMs } = await server.stop()
  expect([code, signal]).toEqual([0, null])
  expect(tookMs).toBeLessThan(60_000)
  expect(await running).toBe('cut off')
  await db.query('rollback')
  expect((await db.query('select count(*)::int as n from reservations')).rows).toEqual([{ n: 0 }])
  await db.end()
  await database.drop()
})

test.concurrent('a second start on the same data folder, and a database that was shot, are each told in one line', async () => {
  const data = join(folder, 'own')
  const server = await aServer({ data })
  const second = launchServer(['serve', '--port', '0', '--data', data])
  expect(await second.ended).toMatchObject({ code: 1 })
  expect(second.out).toEqual([])
  expect(second.log).toEqual([
    expect.stringMatching(new RegExp(`^The data folder ${data} is in use by another Tablewire \\(process ${server.pid}\\)\\.`)),
  ])
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)

  const postmaster = Number(readFileSync(join(data, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
  process.kill(postmaster, 'SIGKILL')
  const how = await Promise.race([server.ended, sleep(120_000)])
  expect(how).toMatchObject({ code: 1 })
  expect(server.log.filter((line) => !line.startsWith('{'))).toEqual([expect.stringMatching(/^The built-in PostgreSQL has stopped/)])
  // What is left of it is in nobody's way.
  const next = await aServer({ data })
  expect(await next.stop()).toMatchObject({ code: 0 })
})

test.concurrent('a start that cannot succeed says why in one line and leaves nothing running', async () => {
  const { url: databaseUrl, drop } = await testDatabase()
  const server = await aServer({ databaseUrl })
  const fails = async (env: Record<string, string>, ...args: string[]) => {
    const { out, log, ended } = launchServer(['serve', '--port', '0', ...args], env)
    expect(await ended).toMatchObject({ code: 1, signal: null })
    expect(out).toEqual([])
    return log
  }
  const [port, key, nowhere, wrong] = await Promise.all([
    fails({ DATABASE_URL: databaseUrl, TABLEWIRE_DATA: join(folder, 'a') }, '--port', new URL(server.url).port),
    fails({ TABLEWIRE_DATA: join(folder, 'b'), TABLEWIRE_SECRET_KEY: 'this part is long enough for a key,this is not' }),
    fails({ DATABASE_URL: 'postgres://127.0.0.1:1/tablewire', TABLEWIRE_DATA: join(folder, 'c') }),
    fails({ DATABASE_URL: 'mysql://127.0.0.1/tablewire', TABLEWIRE_DATA: join(folder, 'd') }, '--port', 'many'),
  ])
  expect(port).toEqual([expect.stringMatching(/^Port \d+ is taken: /)])
  expect(key).toEqual(['TABLEWIRE_SECRET_KEY: each key must have at least 32 characters'])
  expect(nowhere).toEqual([expect.stringMatching(/ECONNREFUSED 127\.0\.0\.1:1/)])
  expect(wrong).toEqual([
    expect.stringContaining('not usable'),
    expect.stringContaining('PORT'),
    expect.stringContaining('DATABASE_URL: must start with postgres'),
  ])
  expect(await server.stop()).toMatchObject({ code: 0 })
  await drop()
})

test.concurrent('without its database the server lives, says so, and carries on when it is back', async () => {
  const settings = { fsync: 'off' }
  const dataDir = join(folder, 'database')
  let postgres = await startEmbedded({ dataDir, log: () => undefined, settings })
  const server = await aServer({ databaseUrl: postgres.url })
  const call = aCaller(server.url)
  const house = await aSmallVenue(server.url, 1)
  const admin = await asUser(server.url, firstAdmin)
  const book = (time: string) => asChannel(server.url, house.channels[0]!.key)('booking', { body: bookingOf(house, time) })
  const reader = await aLiveReader(server.url, admin.token)
  expect(await call('/readyz')).toMatchObject({ status: 200, body: { status: 'ready', database: true, jobs: true } })
  for (const word of ['read', '', 'reads&for=balancer'])
    expect(await call(`/readyz?for=${word}`)).toMatchObject({
      status: 400,
      body: { status: 'unknown question', for: ['reads', 'balancer'] },
    })

  await postgres.stop()
  expect(await call('/readyz')).toMatchObject({ status: 503, body: { status: 'not ready', database: false } })
  expect(await call('/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } })
  expect(await book('18:00')).toMatchObject({ status: 503, body: { code: 'server.busy' } })
  expect(await call('/metrics').catch((error: unknown) => error)).toBeInstanceOf(SyntaxError)
  // Longer than a session is remembered: who reads is asked about several times, and nobody answers.
  await sleep(12_000)

  postgres = await startEmbedded({ dataDir, log: () => undefined, settings })
  for (let round = 0; round < 100 && (await call('/readyz')).status !== 200; round++) await sleep(100)
  const booked = await book('18:30')
  expect(booked.status).toBe(201)
  // The stream lived through it.
  expect(await reader.until(({ message }) => message.id === booked.body['id'])).toBeDefined()
  const mails = async () => Number((await admin('/v1/mailbox')).body['total'])
  for (let round = 0; round < 200 && (await mails()) === 0; round++) await sleep(100)
  expect(await mails()).toBe(1)
  reader.close()
  expect(await server.stop()).toMatchObject({ code: 0 })
  await postgres.stop()
})

/** The machine's own address in its network, if it has one. */
const outside = Object.values(networkInterfaces())
  .flat()
  .find((one) => one?.family === 'IPv4' && !one.internal)?.address

const statusOf = async (url: string, ...headers: string[]): Promise<number> => (await rawCall(url, 'GET /metrics', { headers })).status

test.concurrent('metrics are for the machine itself, or for whoever holds the token', async () => {
  const { url: databaseUrl, drop } = await testDatabase()
  const start = (env: Record<string, string>): Promise<TestServer> => aServer({ databaseUrl, env })
  const [open, guarded] = await Promise.all([
    start({ HOST: '0.0.0.0' }),
    start({ METRICS_TOKEN: 'a token for the scraper', TRUST_PROXY: 'true' }),
  ])
  const own = open.url.replace('localhost', '127.0.0.1')
  const text = await (await fetch(`${own}/metrics`)).text()
  for (const name of [
    'tablewire_http_request_seconds',
    'tablewire_jobs_total',
    'tablewire_live_subscribers',
    'tablewire_database_connections',
  ])
    expect(text).toContain(`# TYPE ${name} `)
  expect(await statusOf(own, 'x-forwarded-for: 203.0.113.9')).toBe(403)
  if (outside) expect(await statusOf(own.replace('127.0.0.1', outside))).toBe(403)
  expect(await statusOf(guarded.url)).toBe(403)
  expect(await statusOf(guarded.url, 'authorization: Bearer wrong')).toBe(403)
  expect(await statusOf(guarded.url, 'authorization: Bearer a token for the scraper')).toBe(200)

  // Of the addresses in X-Forwarded-For only the one our own proxy saw counts, and only where there is a proxy.
  const attempt = {
    grant_type: 'password',
    client_id: 'portal',
    client_secret: 'portal',
    username: 'nobody@shutdown.test',
    password: 'wrong',
  }
  const headers = { 'x-forwarded-for': '127.0.0.1, 203.0.113.9' }
  for (const url of [own, guarded.url]) expect((await aCaller(url, headers)('/v2/token', { body: attempt })).status).toBe(401)
  const admin = await asUser(own, firstAdmin)
  const audit = (await admin('/v1/audit?limit=20')).body['data'] as { actorKind: string; actorName: string }[]
  expect(audit.filter(({ actorKind }) => actorKind === 'anonymous').map(({ actorName }) => actorName)).toEqual(['203.0.113.9', '127.0.0.1'])

  const description = (await aCaller(own)('/openapi.json')).body as { openapi: string; paths: Record<string, Record<string, unknown>> }
  expect(description.openapi).toBe('3.1.0')
  for (const { method, path } of endpoints)
    expect(description.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()], `${method} ${path}`).toBeDefined()
  const docs = await rawCall(own, 'GET /docs')
  expect([docs.status, docs.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(docs.text).toContain('/docs/reference/bc')

  const worker = launchServer(['work', '--data', join(folder, 'worker')], { DATABASE_URL: databaseUrl })
  while (!worker.out.includes('Tablewire works on jobs')) await sleep(50)
  worker.child.kill('SIGINT')
  expect(await worker.ended).toMatchObject({ code: 0, signal: null })
  expect(await Promise.all([open.stop(), guarded.stop()])).toMatchObject([{ code: 0 }, { code: 0 }])
  await drop()
})
