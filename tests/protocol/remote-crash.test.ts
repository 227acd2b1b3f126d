import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeSecrets } from '@tablewire/server/platform/secrets/secrets'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Rms } from '../../sandbox/src/rms/serve-rms.ts'
import { type Answer, asChannel, type Caller } from '../build/a-caller.ts'
import { aChannel } from '../build/a-channel.ts'
import { aDb, type OpenDb } from '../build/a-ctx.ts'
import { aConnectedSystem, anRms, aRemoteVenue } from '../build/a-remote-venue.ts'
import { dayFromNow, instantAt } from '../build/a-reservation.ts'
import { aServer, type TestServer } from '../build/a-server.ts'

/** In the proportions of the usual ones, so that whoever dies is missed sooner. */
const waits = 'answer=1500,lease=3000,claim=4000,failed=1500,stale=1500,change=1000'
const secretKey = 'a key that only tests ever use and no comma'
let [open, rms, server]: [OpenDb?, Rms?, TestServer?] = []
const start = async (port?: number): Promise<TestServer> =>
  aServer({
    databaseUrl: open!.url,
    env: { SYSTEM_SERVICES: rms!.origin, TABLEWIRE_SECRET_KEY: secretKey, TABLEWIRE_WAITS: waits },
    args: ['--empty'],
    ...(port === undefined ? {} : { port }),
  })

beforeAll(async () => {
  open = await aDb()
  // Slow enough to be killed in the middle, and unreliable: what it did it does not always say.
  const faults = [
    { kind: 'slow', probability: 0.6, on: 'create', ms: 250 },
    { kind: 'error_after', probability: 0.1, on: 'create', ms: 0 },
    { kind: 'cut', probability: 0.1, on: 'cancel', ms: 0 },
  ] as const
  rms = await anRms({ faults, seed: 7 })
  server = await start()
})
afterAll(async () => {
  await server?.stop()
  await rms?.close()
  await open?.close()
})

type Client = { call: Caller; venueId: string; times: readonly number[]; wants: { email: string; status: string }[] }

/** Asks until there is an answer, always with the same key. */
const insist = async (call: Caller, path: string, [method, body]: [string, object]): Promise<Answer> => {
  const idempotencyKey = randomUUID()
  for (const until = performance.now() + 240_000; ; await sleep(100)) {
    const answer = await call(path, { method, body, idempotencyKey }).catch(() => undefined)
    if (answer && answer.status !== 503 && answer.body['code'] !== 'key.in_flight') return answer
    if (performance.now() > until) throw new Error(`no answer to ${path}`)
  }
}

const book = async ({ call, venueId, times, wants }: Client): Promise<void> => {
  const email = `${randomUUID()}@crash.test`
  const place = { venueId, date: times[Math.floor(Math.random() * times.length)]!, partySize: 2 }
  const contact = { firstname: 'Lena', lastname: 'Brandt', email, telephone: '34600111222' }
  const held = Math.random() < 0.5 ? await insist(call, 'pending-booking', ['POST', place]) : undefined
  const answer = held
    ? held.status === 201
      ? await insist(call, `pending-booking/${String(held.body['id'])}`, ['PUT', { contact }])
      : held
    : await insist(call, 'booking', ['POST', { ...place, contact }])
  if (answer.status > 201) return
  const status = String(answer.body['status'])
  if (Math.random() < 0.3) {
    const canceled = await insist(call, `booking/${String(answer.body['id'])}/cancel`, ['PUT', { cancelActor: 'guest' }])
    wants.push({ email, status: canceled.status === 200 ? 'canceled' : status })
  } else wants.push({ email, status })
}

test('HU4: killed again and again between writing, asking and hearing, no booking is lost and none is made twice', async () => {
  const { db } = open!
  // The key is nowhere at the system: what is ours is told by guest, start and party.
  const system = await aConnectedSystem(
    { db, secrets: makeSecrets([secretKey]), rms: rms! },
    { settings: { keyInNotes: false, lateSeconds: 5 } },
  )
  const venue = await aRemoteVenue(db, system)
  const channel = await aChannel(db, { venues: [venue.id] })
  const call = asChannel(server!.url, channel.key)
  const times = [3, 4, 5, 6].flatMap((days) =>
    ['19:00', '20:45', '22:30'].map((time) => Date.parse(instantAt(venue, dayFromNow(days, venue), time)) / 1000),
  )
  const wants: Client['wants'] = []
  const stopped = new AbortController()
  const run = async (): Promise<void> => {
    while (!stopped.signal.aborted) await book({ call, venueId: venue.id, times, wants })
  }
  const running = Promise.all([run(), run(), run(), run()])
  running.catch(() => undefined)
  for (let round = 0; round < 3; round++) {
    await sleep(500 + Math.random() * 900)
    const { port } = new URL(server!.url)
    await server!.kill()
    server = await start(Number(port))
  }
  // However slow the machine is, something has to have been booked.
  await expect.poll(() => wants.length, { interval: 100 }).toBeGreaterThan(5)
  stopped.abort()
  await running
  const unsettled = async () =>
    (
      await sql<{
        n: number
      }>`select count(*)::int as n from remote_bookings where state not in ('live', 'closed') or (look_again and next_at < now() + interval '30 seconds')`.execute(
        db,
      )
    ).rows[0]!.n
  await expect.poll(unsettled, { interval: 250 }).toBe(0)

  const { rows } = await sql<{ email: string; status: string; remoteId: string | null }>`
    select r.guest_email as email, r.status, b.remote_id from reservations r join remote_bookings b on b.reservation_id = r.id`.execute(db)
  const [standing, given] = [
    ['confirmed', 'seated'],
    ['canceled', 'rejected'],
  ]
  const there = Map.groupBy(rms!.book.all(), (booking) => booking.contact.email)
  // A guest whose first try was given up may have been booked by the repetition with the same key.
  for (const [email, ofGuest] of Map.groupBy(rows, (row) => row.email)) {
    const alive = (there.get(email) ?? []).filter((booking) => standing.includes(booking.status))
    const wanted = ofGuest.filter(({ status }) => status === 'confirmed').map(({ remoteId }) => remoteId)
    expect(wanted.length).toBeLessThanOrEqual(1)
    expect([email, alive.map(({ id }) => id)]).toEqual([email, wanted])
  }
  // And the other way round: nothing stands there that the hub does not know.
  const known = new Set(rows.map(({ remoteId }) => remoteId))
  expect(rms!.book.all().filter(({ id, status }) => standing.includes(status) && !known.has(id))).toEqual([])
  // What was said to channels came true.
  const now = Map.groupBy(rows, (row) => row.email)
  for (const { email, status } of wants) {
    const last = now.get(email)!.map((row) => row.status)
    const [be] = last.filter((one) => one !== 'rejected').concat('rejected')
    expect([email, status === 'pending' ? [...standing, ...given] : [status]]).toEqual([email, expect.arrayContaining([be])])
  }
})
