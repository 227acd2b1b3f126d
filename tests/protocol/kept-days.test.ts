import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findSlots } from '@tablewire/server/features/channel-api/find-slots'
import { knownChannelBy } from '@tablewire/server/features/channels/known-channel'
import { makeDb, makePool } from '@tablewire/server/platform/db/connect'
import type { Db } from '@tablewire/server/platform/db/schema'
import { type EmbeddedPostgres, startEmbedded } from '@tablewire/server/platform/postgres/embedded-postgres'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asChannel, type Caller } from '../build/a-caller.ts'
import { ctxOfChannel } from '../build/a-channel.ts'
import { instantAt, dayFromNow } from '../build/a-reservation.ts'
import { aServer, type TestServer } from '../build/a-server.ts'
import { aSmallVenue, type SmallVenue } from '../build/small-venue.ts'

/** Two processes of the product on one database; bookings go to the first, and the second is asked right after each. */
let folder: string
let postgres: EmbeddedPostgres
let db: Db
let writer: TestServer
let reader: TestServer
let venue: SmallVenue
const metricsToken = 'only this test reads by it'
const start = () => aServer({ databaseUrl: postgres.url, env: { METRICS_TOKEN: metricsToken } })

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tablewire-kept-'))
  // As root the database runs as somebody else, who has to get at its socket.
  chmodSync(folder, 0o755)
  postgres = await startEmbedded({ dataDir: folder, log: () => undefined, settings: { fsync: 'off' } })
  db = makeDb(makePool({ url: postgres.url, max: 4, name: 'test' }))
  writer = await start()
  reader = await start()
  venue = await aSmallVenue(writer.url, 2)
}, 240_000)
afterAll(async () => {
  await Promise.all([writer.stop(), reader.stop()])
  await db.destroy()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

const unixAt = (offset: number, time: string): number => Date.parse(instantAt(venue, dayFromNow(offset, venue), time)) / 1000
const times = ['18:00', '18:30', '19:00', '20:00', '21:00']

type Channel = SmallVenue['channels'][number]
type Look = { date: number; partySize: number }
/** As the engine answers now, from the database. */
const truth = async (look: Look): Promise<unknown> => {
  const { key, id } = venue.channels[1]!
  const { expiresMs: _, ...known } = await knownChannelBy(db, key, Date.now())
  const ctx = ctxOfChannel(db, { ...known, id, key, type: 'partner', active: true }, { actor: { kind: 'channel', ...known } })
  return (await findSlots(ctx, { venueId: venue.venueId, ...look })).slots
}
const seen = async (caller: Caller, { date, partySize }: Look): Promise<{ status: number; slots: unknown }> => {
  const { status, body } = await caller(`availability?venueId=${venue.venueId}&date=${date}&partySize=${partySize}`)
  return { status, slots: body['slots'] }
}

const booked: string[] = []
const outcomes: number[] = []
/** A booking, a hold, a release or a cancellation, acknowledged or refused. */
const write = async (caller: Caller, n: number): Promise<void> => {
  const place = { venueId: venue.venueId, partySize: 1 + (n % 4), date: unixAt(1 + (n % 2), times[n % times.length]!) }
  const contact = { firstname: 'Ada', lastname: `Guest ${n}`, email: `ada${n}@example.test` }
  if (n % 5 === 4 && booked.length)
    outcomes.push((await caller(`booking/${booked.shift()!}`, { method: 'PUT', body: { status: 'canceled' } })).status)
  else if (n % 7 === 6) outcomes.push((await caller('pending-booking', { body: place })).status)
  else {
    const { status, body } = await caller('booking', { body: { ...place, contact }, idempotencyKey: `kept-${n}` })
    if (status < 300) booked.push(body['id'] as string)
  }
}
const endConnections = (named: string): Promise<unknown> =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name like ${named} and pid <> pg_backend_pid()`.execute(
    db,
  )

test('no process answers from before what another one has acknowledged, whatever becomes of connections and processes', async () => {
  const [first, second] = venue.channels as [Channel, Channel]
  const looker = asChannel(reader.url, second.key)
  let [compared, full] = [0, 0]
  for (let n = 0; n < 80; n++) {
    if (n === 25) await endConnections('tablewire memory')
    if (n === 40) await endConnections('tablewire live')
    if (n === 55) {
      await writer.kill()
      writer = await start()
    }
    if (n === 70) await endConnections('tablewire%')
    await write(asChannel(writer.url, first.key), n).catch((error: unknown) => {
      // Cut off with all the others: whether it was written the next comparison finds out as well.
      if (n !== 70) throw error
    })
    const look = { date: unixAt(1 + (n % 2), times[n % times.length]!), partySize: 2 + (n % 2) }
    const { status, slots } = await seen(looker, look)
    if (n === 70 && status === 503) continue
    expect(status, `round ${n}`).toBe(200)
    expect(slots, `round ${n}`).toEqual(await truth(look))
    compared += 1
    full += Number((slots as unknown[]).length < 8)
  }
  expect(compared).toBeGreaterThan(75)
  expect(full).toBeGreaterThan(15)
  expect(outcomes.filter((status) => status < 300).length).toBeGreaterThan(5)
  const metrics = await (await fetch(`${reader.url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })).text()
  const [, hits] = /tablewire_memory_total\{what="hit"\} (\d+)/.exec(metrics) ?? []
  expect(Number(hits)).toBeGreaterThan(100)
}, 300_000)

test('while four book at once, whoever looks sees nothing that was over before he asked', async () => {
  const [first, second] = venue.channels as [Channel, Channel]
  const looker = asChannel(reader.url, second.key)
  let compared = 0
  for (let round = 0; round < 30; round++) {
    const look = { date: unixAt(1 + (round % 2), times[round % times.length]!), partySize: 2 }
    const writes = [0, 1, 2, 3].map((n) => write(asChannel(writer.url, first.key), 1000 + round * 4 + n))
    const before = await truth(look)
    const { slots } = await seen(looker, look)
    const after = await truth(look)
    await Promise.all(writes)
    if (JSON.stringify(before) !== JSON.stringify(after)) continue
    expect(slots).toEqual(before)
    compared += 1
  }
  expect(compared).toBeGreaterThan(3)
}, 120_000)

test('after a crash of the database, which takes every connection, answers are those of the database that came back', async () => {
  const [first, second] = venue.channels as [Channel, Channel]
  const looker = asChannel(reader.url, second.key)
  const look = { date: unixAt(1, '20:00'), partySize: 2 }
  await seen(looker, look)
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity where application_name = 'tablewire memory' limit 1`.execute(
    db,
  )
  process.kill(rows[0]!.pid, 'SIGKILL')
  await expect.poll(async () => (await seen(looker, look)).status, { timeout: 60_000, interval: 200 }).toBe(200)
  await expect
    .poll(
      () =>
        truth(look).then(
          () => true,
          () => false,
        ),
      { timeout: 60_000, interval: 200 },
    )
    .toBe(true)
  for (let n = 0; n < 20; n++) {
    await write(asChannel(writer.url, first.key), 2000 + n)
    const at = { date: unixAt(1 + (n % 2), times[n % times.length]!), partySize: 2 }
    expect(await seen(looker, at), `round ${n}`).toEqual({ status: 200, slots: await truth(at) })
  }
}, 120_000)
