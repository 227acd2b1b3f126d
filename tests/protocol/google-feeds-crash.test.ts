import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { GoogleFeed } from '@tablewire/contracts/google/google-feeds'
import { afterAll, expect, test } from 'vitest'
import pg from 'pg'
import { runningUrl } from '@tablewire/server/platform/postgres/running-database'
import { aServer, firstAdmin, type TestServer } from '../build/a-server.ts'
import { anSftpServer, type SftpServer, sshKeys } from '../build/an-sftp-server.ts'
import { readFeed } from './a-feed-reader.ts'

const folder = mkdtempSync(join(tmpdir(), 'tablewire-feeds-crash-'))
const keys = sshKeys()
let server: TestServer
let sftp: SftpServer
let token: string
afterAll(async () => {
  await server.stop()
  await sftp.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
  const answer = await fetch(server.url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { data: T }).data
}
const start = async (): Promise<void> => {
  server = await aServer({ data: folder, env: { SYSTEM_SERVICES: `sftp://127.0.0.1:${sftp.port}`, TABLEWIRE_WAITS: 'lease=1500' } })
  const body = {
    grant_type: 'password',
    client_id: 'portal',
    client_secret: 'portal',
    username: firstAdmin.email,
    password: firstAdmin.password,
  }
  const answer = await fetch(`${server.url}/v2/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  token = ((await answer.json()) as { access_token: string }).access_token
}
const query = async (text: string): Promise<void> => {
  const client = new pg.Client({ connectionString: runningUrl(folder)! })
  await client.connect()
  await client.query(text)
  await client.end()
}

const shift = {
  id: '019a0000-0000-7000-8000-000000000001',
  name: 'Dinner',
  days: [1, 2, 3, 4, 5, 6, 7],
  from: '17:00',
  to: '23:00',
  lastSeating: '22:00',
  intervalMinutes: 15,
  durations: [{ partyMax: 20, minutes: 120 }],
  pacing: { covers: 10, parties: null },
  pacingAt: [],
  keptBackCovers: 0,
  requestFromParty: 7,
  areaIds: null,
  online: true,
}

test('GO1: kill -9 while a feed is written, and while it is sent: it arrives whole, under a stamp of its own', async () => {
  sftp = await anSftpServer({ keys })
  await start()
  const channel = await call<{ id: string }>('POST', '/booking-channels', { name: 'Google', type: 'partner', product: 'google' })
  const venues = await Promise.all(
    Array.from({ length: 12 }, (_, nth) =>
      call<{ id: string }>('POST', '/venues', {
        name: `Crash ${nth}`,
        countryCode: 'ES',
        timezone: 'Europe/Madrid',
        address: `Calle ${nth}`,
        city: 'Madrid',
      }),
    ),
  )
  const openingHours = shift.days.map((day) => ({ day, from: '12:00', to: '23:00' }))
  for (const venue of venues) {
    const book = await call<{ areas: object[] }>('GET', `/v1/venues/${venue.id}/book`)
    const areas = [{ ...book.areas[0], name: 'Main room', capacity: 60 }]
    await call('PUT', `/v1/venues/${venue.id}/book`, {
      ...book,
      openingHours,
      areas,
      shifts: [shift],
      party: { min: 1, max: 20 },
      noticeMinutes: 0,
    })
  }
  await call('PUT', `/booking-channels/${channel.id}/link-venues`, { venues: venues.map(({ id }) => id) })
  await query("update channel_venues set state = 'live'")
  const { id } = await call<{ id: string }>('POST', '/v1/google/accounts', {
    name: 'Crash',
    environment: 'production',
    channelId: channel.id,
    sftpUrl: '127.0.0.1',
    sftpPort: sftp.port,
    sftpHostKey: sftp.hostKey,
    sftpUsers: { merchants: 'feeds-m', service: 'feeds-s', availability: 'feeds-a' },
    sftpPrivateRsaKey: keys.private,
  })
  // The day's own feeds have gone: one that comes in between takes the place of the one that is looked at.
  await query(`
    insert into google_feeds (id, account_id, kind, due_on, state, created_at, ended_at, files_until)
    select gen_random_uuid(), '${id}', k.kind, (now() at time zone 'UTC')::date + d.day, 'superseded', now(), now(), now()
    from unnest(array['merchants', 'services', 'availability']) as k (kind), generate_series(-1, 1) as d (day) on conflict do nothing`)
  const feeds = `/v1/google/accounts/${id}/feeds`
  const find = async (feedId: string): Promise<GoogleFeed> =>
    (await call<GoogleFeed[]>('GET', `${feeds}?limit=200`)).find((one) => one.id === feedId)!
  const until = async (feedId: string, isSo: (feed: GoogleFeed) => boolean): Promise<GoogleFeed> => {
    for (let tries = 0; tries < 6000; tries++) {
      const feed = await find(feedId)
      if (isSo(feed)) return feed
      await sleep(15)
    }
    throw new Error(`still ${JSON.stringify(await find(feedId))}`)
  }
  const [asked] = await call<GoogleFeed[]>('POST', feeds, { kinds: ['availability'] })
  const writing = await until(asked!.id, ({ state }) => state === 'writing')
  await server.killAll()
  sftp.pieceMs = 15
  await start()
  const sending = await until(asked!.id, ({ state, files }) => state === 'sending' && files.length === 1)
  expect(sending.generatedAt! > writing.generatedAt!).toBe(true)
  for (const wanted = sftp.begun.length; sftp.begun.length === wanted;) await sleep(10)
  await server.killAll()
  expect(sftp.files.size).toBe(0)
  sftp.pieceMs = 0
  await start()
  const sent = await until(asked!.id, ({ endedAt }) => endedAt !== null)
  // What was checked is only sent again.
  expect(sent).toMatchObject({ state: 'sent', generatedAt: sending.generatedAt, errors: [] })
  expect(sent.files[0]!.sha256).toBe(sending.files[0]!.sha256)
  const read = readFeed('availability', [{ name: sent.files[0]!.name, body: sftp.files.get(`feeds-a/${sent.files[0]!.name}`)! }])
  expect(read.problems).toEqual([])
  expect(new Set(read.records.map(({ merchant_id: venue }) => venue)).size).toBe(12)
})
