import { gunzipSync } from 'node:zlib'
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { GoogleFeed } from '@tablewire/contracts/google/google-feeds'
import type { Notification } from '@tablewire/contracts/operations/notifications'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readyForFeeds } from '../build/a-google-account.ts'
import { aReservation } from '../build/a-reservation.ts'
import { aUser } from '../build/a-user.ts'
import { anSftpServer, type SftpServer, sshKeys } from '../build/an-sftp-server.ts'
import { readFeed } from './a-feed-reader.ts'
import { aGoogle, aSlot, creation, type Google } from './a-google.ts'
import { aShop, type Shop } from './a-shop.ts'

let shop: Shop
let google: Google
let token: string
let sftp: SftpServer
const keys = sshKeys()
const address = { address: 'Calle Mayor 1', postalCode: '28013' }

beforeAll(async () => {
  sftp = await anSftpServer({ keys })
  shop = await aShop({
    work: true,
    env: { SYSTEM_SERVICES: `sftp://127.0.0.1:${sftp.port}`, TABLEWIRE_WAITS: 'lease=2000,firstRetry=100' },
  })
  google = await aGoogle(shop, { isDefault: true })
  await readyForFeeds(shop.container.db, shop.container.ports, {
    id: google.id,
    port: sftp.port,
    hostKey: sftp.hostKey,
    privateKey: keys.private,
  })
  await shop.container.db.updateTable('venues').set(address).execute()
  token = await shop.signIn(await aUser(shop.container.db, { roles: ['ROLE_SUPER_ADMIN', 'ROLE_ADMIN'] }))
})
afterAll(async () => {
  await shop.close()
  await sftp.close()
})

const url = () => `/v1/google/accounts/${google.id}/feeds`
const list = async (): Promise<GoogleFeed[]> =>
  (await shop.ask({ method: 'GET', url: `${url()}?limit=200`, token })).json<{ data: GoogleFeed[] }>().data
/** Feeds asked for now, as they ended. */
const send = async (kinds?: GoogleFeed['kind'][]): Promise<Record<GoogleFeed['kind'], GoogleFeed>> => {
  const asked = await shop.ask({ method: 'POST', url: url(), token, body: kinds ? { kinds } : {} })
  expect(asked.statusCode, asked.body).toBe(201)
  const ids = asked.json<{ data: GoogleFeed[] }>().data.map(({ id }) => id)
  const ended = await Promise.all(ids.map((id) => until(id, ({ endedAt }) => endedAt !== null)))
  // The day's own feeds came in between, and went in their place.
  if (ended.some(({ state }) => state === 'superseded')) return send(kinds)
  return Object.fromEntries(ended.map((feed) => [feed.kind, feed])) as never
}
const until = async (id: string, isSo: (feed: GoogleFeed) => boolean): Promise<GoogleFeed> => {
  for (let tries = 0; tries < 600; tries++) {
    const feed = (await list()).find((one) => one.id === id)!
    if (isSo(feed)) return feed
    await sleep(50)
  }
  throw new Error(`still ${JSON.stringify((await list()).find((one) => one.id === id))}`)
}
const users = { merchants: 'feeds-m', services: 'feeds-s', availability: 'feeds-a' } as const
const arrived = ({ kind, files }: GoogleFeed): Buffer[] => files.map(({ name }) => sftp.files.get(`${users[kind]}/${name}`)!)
const read = (feed: GoogleFeed) =>
  readFeed(
    feed.kind,
    arrived(feed).map((body, nth) => ({ name: feed.files[nth]!.name, body })),
  )
const idsIn = (records: readonly Record<string, unknown>[]): Set<unknown> => new Set(records.map(({ merchant_id: id }) => id))

test('GO1: feeds arrive each with its own user, and hold what Google’s reader takes', async () => {
  const { merchants, services, availability } = await send()
  for (const feed of [merchants, services, availability])
    expect(feed).toMatchObject({ state: 'sent', errors: [], fault: null, attempts: 1 })
  const told = [merchants, services, availability].map(read)
  for (const { problems } of told) expect(problems).toEqual([])
  expect(told[0]!.records).toEqual([expect.objectContaining({ merchant_id: shop.venue.id, name: 'Casa Prueba', category: 'Restaurant' })])
  expect(told[1]!.records).toEqual([expect.objectContaining({ merchant_id: shop.venue.id, service_id: 'reservation' })])
  const slots = told[2]!.records
  expect(slots.length).toBe(availability.records)
  expect(idsIn(slots)).toEqual(new Set([shop.venue.id]))
  expect(new Set(slots.map(({ resources }) => (resources as { party_size: number }).party_size))).toEqual(
    new Set([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
  )
  const days = new Set(slots.map(({ start_sec: sec }) => new Date(Number(sec) * 1000).toISOString().slice(0, 10)))
  expect(days.size).toBeGreaterThanOrEqual(60)
  for (const { files } of [merchants, services, availability])
    for (const { sentAt, bytes } of files) expect([sentAt !== null, bytes > 0]).toEqual([true, true])
})

test('GO1: a feed tells the same bytes again while nothing has changed, but for its metadata; and never the same stamp', async () => {
  const [first, second] = [await send(['merchants']), await send(['merchants'])]
  const [one, two] = [read(first.merchants), read(second.merchants)]
  expect(two.text.slice(two.text.indexOf('\n'))).toBe(one.text.slice(one.text.indexOf('\n')))
  expect(two.metadata['generation_timestamp']).toBeGreaterThan(Number(one.metadata['generation_timestamp']))
  expect(two.metadata['nonce']).not.toBe(one.metadata['nonce'])
})

test('GO1: what is downloaded later is what was sent; a link of somebody else’s making opens nothing', async () => {
  const { merchants } = await send(['merchants'])
  const [file] = merchants.files
  const answer = await shop.app.inject({ method: 'GET', url: file!.link! })
  expect(answer.statusCode).toBe(200)
  expect(createHash('sha256').update(answer.rawPayload).digest('hex')).toBe(file!.sha256)
  expect(answer.rawPayload.equals(arrived(merchants)[0]!)).toBe(true)
  expect(answer.headers['content-disposition']).toContain(file!.name)
  const forged = file!.link!.replace('files/0?', 'files/1?')
  expect((await shop.app.inject({ method: 'GET', url: forged })).statusCode).toBe(404)
})

test('GO1: a booking takes a spot of every party it concerns, and the lookup says the same', async () => {
  const venue = await shop.openVenue()
  await shop.container.db.updateTable('venues').set(address).where('id', '=', venue.id).execute()
  const start = shop.at('20:00', 5, venue)
  const spots = async (): Promise<Record<string, unknown[]>> => {
    const { availability } = await send(['merchants', 'services', 'availability'])
    const mine = read(availability).records.filter(({ merchant_id: id, start_sec: sec }) => id === venue.id && Number(sec) === start)
    return Object.fromEntries(
      mine.map((one) => [(one['resources'] as { party_size: number }).party_size, [one['spots_open'], one['spots_total']]]),
    )
  }
  // Sixty seats, and forty guests may arrive in a quarter of an hour.
  expect(await spots()).toMatchObject({ 1: [40, 40], 2: [20, 20], 10: [4, 4] })
  expect((await google.ask('CreateBooking', creation(aSlot(venue.id, start, 4)))).body.booking.status).toBe('CONFIRMED')
  expect(await spots()).toMatchObject({ 1: [36, 40], 2: [18, 20], 10: [3, 4] })
})

test('GO1: who leaves loses the coming days first, and stays a merchant until the last booking made there is over', async () => {
  const venue = await shop.openVenue()
  const { db } = shop.container
  await db.updateTable('venues').set(address).where('id', '=', venue.id).execute()
  const where = async () => {
    const feeds = await send()
    return (['merchants', 'services', 'availability'] as const).map((kind) => idsIn(read(feeds[kind]).records).has(venue.id))
  }
  expect(await where()).toEqual([true, true, true])
  const { body } = await google.ask('CreateBooking', creation(aSlot(venue.id, shop.at('20:00', 6, venue))))
  await db.updateTable('channelVenues').set({ state: 'paused' }).where('venueId', '=', venue.id).execute()
  expect(await where()).toEqual([true, true, false])
  await db.deleteFrom('channelVenues').where('venueId', '=', venue.id).execute()
  expect(await where()).toEqual([true, true, false])
  await db.updateTable('reservations').set({ status: 'canceled' }).where('id', '=', body.booking.booking_id).execute()
  expect(await where()).toEqual([false, false, false])
})

test('GO1: a venue that lacks an address is named and left out; one Google knows keeps what was told of it', async () => {
  const venue = await shop.openVenue({ name: 'No Street' })
  const { db } = shop.container
  const merchants = async () => (await send(['merchants'])).merchants
  const without = await merchants()
  expect(without.leftOut).toEqual([{ venueId: venue.id, name: 'No Street', gaps: ['address'], kept: false }])
  expect(idsIn(read(without).records).has(venue.id)).toBe(false)
  await db.updateTable('venues').set(address).where('id', '=', venue.id).execute()
  expect((await merchants()).leftOut).toEqual([])
  await db.updateTable('venues').set({ address: null }).where('id', '=', venue.id).execute()
  const later = await merchants()
  expect(later.leftOut).toEqual([{ venueId: venue.id, name: 'No Street', gaps: ['address'], kept: true }])
  expect(read(later).records.find(({ merchant_id: id }) => id === venue.id)).toMatchObject({
    geo: { address: { street_address: 'Calle Mayor 1' } },
  })
  await db.updateTable('venues').set(address).where('id', '=', venue.id).execute()
})

test('GO1: what Google would refuse is not sent at all, and said', async () => {
  const { db } = shop.container
  // The form takes no such name; somebody’s import may have.
  await db.updateTable('venues').set({ countryCode: 'es' }).where('id', '=', shop.venue.id).execute()
  const { merchants } = await send(['merchants'])
  expect(merchants).toMatchObject({ state: 'refused', errorCount: 1 })
  expect(merchants.errors).toEqual([
    {
      code: 'invalid_value',
      count: 1,
      samples: [{ file: merchants.files[0]!.name, line: expect.any(Number), merchantId: shop.venue.id, detail: 'geo.address.country' }],
    },
  ])
  // The day's own feeds may come in between: of this one nothing has arrived.
  expect([...sftp.files.keys()].filter((name) => name.includes(merchants.files[0]!.name))).toEqual([])
  const health = () => shop.ask({ method: 'GET', url: '/v1/installation/troubles', token })
  expect((await health()).json()).toMatchObject({ data: [{ what: 'google_feeds', count: 1 }] })
  const bell = async () =>
    (await shop.ask({ method: 'GET', url: '/v1/notifications', token }))
      .json<{ data: Pick<Notification, 'event' | 'googleTrouble' | 'link'>[] }>()
      .data.filter(({ event }) => event === 'google_trouble')
  await expect.poll(async () => (await bell()).length, { timeout: 20_000 }).toBe(1)
  expect(await bell()).toMatchObject([
    {
      googleTrouble: { accountId: google.id, what: 'feed_refused', subject: 'merchants', count: 1 },
      link: `/google-accounts?id=${google.id}&tab=feeds`,
    },
  ])
  const { rows } = await sql`select from notifications where event = 'google_trouble' and email <> 'none'`.execute(db)
  expect(rows).toHaveLength(1)
  await db.updateTable('venues').set({ countryCode: 'ES' }).where('id', '=', shop.venue.id).execute()
})

/** What is due again in a minute or more is due now. */
const hurry = async (): Promise<void> => {
  await shop.container.db.updateTable('googleFeeds').set({ nextAt: new Date() }).where('nextAt', 'is not', null).execute()
}
const ask = async (kinds: GoogleFeed['kind'][]): Promise<string> => {
  const asked = await shop.ask({ method: 'POST', url: url(), token, body: { kinds } })
  return asked.json<{ data: GoogleFeed[] }>().data[0]!.id
}

test('GO1: another host key than the one on record gets nothing; once it is right, the same files go', async () => {
  const { db } = shop.container
  const [, other] = [sftp.hostKey, `SHA256:${'A'.repeat(43)}`]
  await db.updateTable('googleAccounts').set({ sftpHostKey: other }).execute()
  const before = sftp.files.size
  const id = await ask(['merchants'])
  const waiting = await until(id, ({ fault }) => fault !== null)
  expect(waiting).toMatchObject({ state: 'sending', fault: { code: 'host_key', detail: expect.stringMatching(/SHA256:/) } })
  expect(sftp.files.size).toBe(before)
  await db.updateTable('googleAccounts').set({ sftpHostKey: null }).execute()
  await hurry()
  const sent = await until(id, ({ endedAt }) => endedAt !== null)
  expect(sent).toMatchObject({ state: 'sent', generatedAt: waiting.generatedAt, fault: null })
  // Where nobody said which key it is, the first one shown is the one from then on.
  const { sftpHostKey } = await db.selectFrom('googleAccounts').select('sftpHostKey').where('id', '=', google.id).executeTakeFirstOrThrow()
  expect(sftpHostKey).toMatch(/^SHA256:[A-Za-z0-9+/]{43}$/)
  expect(waiting.fault!.detail).toContain(sftpHostKey)
})

test('GO1: a server that is gone, refuses or breaks off loses nothing: the same feed arrives later', async () => {
  const { port } = sftp
  await sftp.close()
  const id = await ask(['availability'])
  expect((await until(id, ({ fault }) => fault !== null)).fault!.code).toBe('unreachable')
  // Gone for hours it is tried again all the time, never more than forty minutes after the last try.
  const { db } = shop.container
  await db.updateTable('googleFeeds').set({ attempts: 9 }).where('id', '=', id).execute()
  await hurry()
  await until(id, ({ attempts, state }) => attempts === 10 && state === 'sending')
  await expect
    .poll(async () => {
      const { nextAt } = await db.selectFrom('googleFeeds').select('nextAt').where('id', '=', id).executeTakeFirstOrThrow()
      const minutes = (Date.parse(nextAt!) - Date.now()) / 60_000
      return minutes > 20 && minutes < 40
    })
    .toBe(true)
  await db.updateTable('googleFeeds').set({ attempts: 1 }).where('id', '=', id).execute()
  sftp = await anSftpServer({ keys, port })
  await shop.container.db.updateTable('googleAccounts').set({ sftpHostKey: sftp.hostKey }).execute()
  sftp.refuses = true
  await hurry()
  expect((await until(id, ({ attempts, fault }) => attempts === 2 && fault?.code === 'refused')).state).toBe('sending')
  sftp.refuses = false
  sftp.cutAfter = 40_000
  await hurry()
  await until(id, ({ attempts, fault }) => attempts === 3 && fault?.code === 'broken')
  expect(sftp.files.size).toBe(0)
  sftp.cutAfter = Infinity
  await hurry()
  const sent = await until(id, ({ endedAt }) => endedAt !== null)
  expect(sent.state).toBe('sent')
  expect(read(sent).problems).toEqual([])
  expect(createHash('sha256').update(arrived(sent)[0]!).digest('hex')).toBe(sent.files[0]!.sha256)
})

test('GO1: a feed that another has followed does not go after it', async () => {
  const { db } = shop.container
  sftp.refuses = true
  const older = await ask(['availability'])
  await until(older, ({ fault }) => fault?.code === 'refused')
  // Still in somebody's hands when the next one is asked for: it cannot be taken out of them.
  await sql`update google_feeds set lease_until = clock_timestamp() + interval '1 hour', lease_by = gen_random_uuid() where id = ${older}`.execute(
    db,
  )
  const newer = await ask(['availability'])
  sftp.refuses = false
  await sql`update google_feeds set lease_until = null, lease_by = null where id = ${older}`.execute(db)
  await hurry()
  expect((await until(newer, ({ endedAt }) => endedAt !== null)).state).toBe('sent')
  await hurry()
  expect((await until(older, ({ endedAt }) => endedAt !== null)).state).toBe('superseded')
})

test('GO1: another key than the dropbox has is told in words, as is a host of a private network', async () => {
  const { db, ports } = shop.container
  const seal = (text: string) =>
    db
      .updateTable('googleSecrets')
      .set({ sealed: ports.secrets.seal(text) })
      .where('name', '=', 'sftpPrivateRsaKey')
      .execute()
  await seal(sshKeys().private)
  expect((await until(await ask(['merchants']), ({ fault }) => fault !== null)).fault!.code).toBe('login')
  await seal('no key')
  await hurry()
  const id = (await list())[0]!.id
  expect((await until(id, ({ attempts }) => attempts === 2)).id).toBe(id)
  expect((await until(id, ({ fault }) => fault?.code === 'private_key')).attempts).toBeGreaterThanOrEqual(2)
  await seal(keys.private)
  for (const sftpUrl of ['127.0.0.2', 'localhost', '10.0.0.1', '[::1]', '169.254.169.254']) {
    await db.updateTable('googleAccounts').set({ sftpUrl }).execute()
    await hurry()
    expect((await until(id, ({ fault }) => fault?.code === 'address')).state, sftpUrl).toBe('sending')
    await db.updateTable('googleFeeds').set({ fault: null }).execute()
  }
  await db.updateTable('googleAccounts').set({ sftpUrl: '127.0.0.1' }).execute()
  await hurry()
  expect((await until(id, ({ endedAt }) => endedAt !== null)).state).toBe('sent')
})

test('GO1: asking twice makes one; without a host, a key or users nothing is asked; others may not ask', async () => {
  const { db } = shop.container
  const manager = await shop.signIn(await aUser(db, { roles: ['ROLE_MANAGER'], companyId: shop.venue.companyId } as never))
  expect((await shop.ask({ method: 'POST', url: url(), token: manager, body: {} })).statusCode).toBe(403)
  expect((await shop.ask({ method: 'GET', url: url(), token: manager })).statusCode).toBe(403)
  await db.updateTable('googleAccounts').set({ sftpUrl: null }).execute()
  const refused = await shop.ask({ method: 'POST', url: url(), token, body: {} })
  expect(refused.json()).toMatchObject({ code: 'google_feed.not_set_up' })
  expect((await shop.ask({ method: 'GET', url: `${url()}/schedule`, token })).json()).toMatchObject({
    data: { at: expect.stringMatching(/^0[1-4]:/), missing: ['sftpUrl'] },
  })
  await db.updateTable('googleAccounts').set({ sftpUrl: '127.0.0.1' }).execute()
  const [one, two] = await Promise.all([ask(['services']), ask(['services'])])
  expect(
    one === two ||
      (await list())
        .filter(({ kind }) => kind === 'services')
        .slice(0, 2)
        .every(({ state }) => state !== 'failed'),
  ).toBe(true)
  await until(one, ({ endedAt }) => endedAt !== null)
})

test('GO1: a feed as others read it: unpacked with any tool, and one JSON object', async () => {
  await aReservation(shop.container.db, shop.venue)
  const { availability } = await send(['availability'])
  const [body] = arrived(availability)
  const parsed = JSON.parse(gunzipSync(body!).toString()) as { metadata: object; service_availability: { availability: object[] }[] }
  expect(Object.keys(parsed)).toEqual(['metadata', 'service_availability'])
  expect(parsed.service_availability).toHaveLength(1)
  expect(parsed.service_availability[0]!.availability).toHaveLength(availability.records!)
})
