import { gzipSync } from 'node:zlib'
import { Client, type SFTPWrapper, utils } from 'ssh2'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Google, serveGoogle } from '../../sandbox/src/google/serve-google.ts'

type Kind = 'merchants' | 'services' | 'availability'
let google: Google
beforeAll(async () => {
  google = await serveGoogle({})
})
afterAll(() => google.close())
beforeEach(() => google.faults.set([]))

const session = (user: string, privateKey: string): Promise<{ client: Client; sftp: SFTPWrapper; shown: string }> =>
  new Promise((resolve, reject) => {
    const client = new Client()
    let shown = ''
    client.on('error', reject)
    client.on('close', () => reject(new Error('closed')))
    client.on('ready', () => client.sftp((error, sftp) => (error ? reject(error) : resolve({ client, sftp, shown }))))
    client.connect({
      host: '127.0.0.1',
      port: google.feeds.port,
      username: user,
      privateKey,
      hostHash: 'sha256',
      hostVerifier: (hash: string) => {
        shown = `SHA256:${Buffer.from(hash, 'hex').toString('base64').replace(/=+$/, '')}`
        return true
      },
    })
  })
const put = async (kind: Kind, name: string, bytes: Buffer, privateKey = google.feeds.privateKey): Promise<void> => {
  const { client, sftp } = await session(google.feeds.users[kind], privateKey)
  try {
    await new Promise<void>((resolve, reject) => {
      client.on('close', () => reject(new Error('closed')))
      sftp.createWriteStream(name).on('error', reject).on('close', resolve).end(bytes)
    })
  } finally {
    client.end()
  }
}

let stamp = Math.floor(Date.now() / 1000) - 5000
type Feed = { kind: Kind; records: object[]; metadata?: object; shard?: number; shards?: number; text?: string; name?: string }
const lists = { merchants: 'merchant', services: 'service' } as const
/** Sends one file and waits for what becomes of it. */
const send = async ({ kind, records, metadata, shard = 0, shards = 1, text, name }: Feed) => {
  if (shard === 0) stamp++
  const head = {
    processing_instruction: 'PROCESS_AS_COMPLETE',
    shard_number: shard,
    total_shards: shards,
    generation_timestamp: stamp,
    nonce: String(stamp * 7),
    ...metadata,
  }
  const feed =
    kind === 'availability'
      ? { metadata: head, service_availability: [{ availability: records }] }
      : { metadata: head, [lists[kind]]: records }
  const file = name ?? `${kind}_${stamp}_${String(shard + 1).padStart(3, '0')}_of_${String(shards).padStart(3, '0')}.json.gz`
  const before = google.desk.files().length
  await put(kind, file, gzipSync(text ?? JSON.stringify(feed)))
  await expect.poll(() => google.desk.files().length, { interval: 20 }).toBe(before + 1)
  const { state, errors } = google.desk.files().at(-1)!
  return `${state} ${errors.map(({ code }) => code).join(' ')}`.trim()
}

const merchant = (id: string, more: object = {}) => ({
  merchant_id: id,
  name: `Casa ${id}`,
  category: 'Spanish restaurant',
  geo: { latitude: 40.4, longitude: -3.7, address: { country: 'ES', locality: 'Madrid', street_address: 'Calle 1' } },
  ...more,
})
const service = (id: string, more: object = {}) => ({
  merchant_id: id,
  service_id: 'reservation',
  localized_service_name: { value: 'Reservation' },
  ...more,
})
const startSec = Math.floor(Date.now() / 86_400_000) * 86_400 + 5 * 86_400 + 19 * 3600
const slot = (id: string, more: object = {}) => ({
  merchant_id: id,
  service_id: 'reservation',
  start_sec: startSec,
  duration_sec: 5400,
  spots_total: 3,
  spots_open: 2,
  resources: { party_size: 2 },
  confirmation_mode: 'CONFIRMATION_MODE_SYNCHRONOUS',
  ...more,
})

test('GO1: feeds come by SFTP, each kind by its own user, and the map shows what they tell', async () => {
  expect(await send({ kind: 'merchants', records: [merchant('a'), merchant('b')] })).toBe('SUCCESS')
  const waits = { min_party_size: 1, max_party_size: 6, supports_additional_request: true }
  expect(await send({ kind: 'services', records: [service('a', { waitlist_rules: waits }), service('b')] })).toBe('SUCCESS')
  expect(google.memory.waitlists).toEqual({ a: waits })
  expect(await send({ kind: 'availability', records: [slot('a')], shards: 2 })).toBe('IN_PROGRESS')
  expect(await send({ kind: 'availability', records: [slot('b', { spots_open: 0 })], shard: 1, shards: 2 })).toBe('SUCCESS')
  expect(Object.keys(google.memory.merchants)).toEqual(['a', 'b'])
  const open = (id: string) => google.inventory.slots({ merchantId: id, fromSec: startSec, toSec: startSec + 1, partySize: 2 })!
  expect(open('a')).toMatchObject([{ startSec, durationSec: 5400, open: true }])
  expect(open('b')).toMatchObject([{ open: false }])
  const page = await (await fetch(`${google.origin}/partner`)).text()
  expect(page).toContain('Taken')
  expect(await (await fetch(google.origin)).text()).toContain('2 of 2 places, as the last feed tells them')
})

test('GO1: every line of the list of feed errors is found, and good records stay', async () => {
  const cases: [Feed, string][] = [
    [{ kind: 'merchants', records: [], text: '{"metadata":' }, 'FAILURE JSON_PARSE_ERROR'],
    [{ kind: 'merchants', records: [merchant('a', { extra: 1 }), merchant('b')] }, 'SUCCESS JSON_PARSE_ERROR'],
    [{ kind: 'merchants', records: [merchant('')] }, 'SUCCESS MISSING_ID'],
    [{ kind: 'merchants', records: [merchant('a', { name: '' })] }, 'SUCCESS MISSING_NAME'],
    [{ kind: 'merchants', records: [merchant('a', { geo: { latitude: 1, longitude: 1 } })] }, 'SUCCESS MISSING_ADDRESS'],
    [{ kind: 'merchants', records: [merchant('a', { category: '' })] }, 'SUCCESS MISSING_REQUIRED_FIELD'],
    [{ kind: 'merchants', records: [merchant('a', { url: 'ftp://a' })] }, 'SUCCESS BAD_OR_INELIGIBLE_URL'],
    [{ kind: 'services', records: [service('a'), service('a', { service_id: 'x' })] }, 'SUCCESS DUPLICATE_SERVICES'],
    [{ kind: 'services', records: [service('a', { localized_service_name: {} })] }, 'SUCCESS MISSING_NAME'],
    [{ kind: 'availability', records: [slot('a', { start_sec: 1000 })] }, 'SUCCESS TIMESTAMP_OUT_OF_RANGE'],
    [{ kind: 'availability', records: [slot('a', { duration_sec: 0 })] }, 'SUCCESS DURATION_OUT_OF_RANGE'],
    [{ kind: 'availability', records: [slot('a', { spots_open: 4 })] }, 'SUCCESS AVAILABILITY_SPOT_COUNT_OUT_OF_RANGE'],
    [{ kind: 'availability', records: [slot('a', { resources: { party_size: 2, room_id: 'r' } })] }, 'SUCCESS MISSING_RESOURCES'],
    [{ kind: 'availability', records: [slot('a', { resources: {} })] }, 'SUCCESS MISSING_REQUIRED_FIELD'],
    [
      { kind: 'availability', records: [slot('a', { scheduling_rule_overrides: { last_bookable_sec: startSec } })] },
      'SUCCESS INVALID_SCHEDULING_RULES',
    ],
    [{ kind: 'availability', records: [slot('a'), slot('a')] }, 'SUCCESS DUPLICATE_SLOT'],
    [{ kind: 'merchants', records: [], metadata: { generation_timestamp: 1000 } }, 'FAILURE TIMESTAMP_OUT_OF_RANGE'],
    [{ kind: 'merchants', records: [], metadata: { shard_number: 1 } }, 'FAILURE INVALID_SHARD'],
    [{ kind: 'merchants', records: [], metadata: { processing_instruction: 'PROCESS_UNKNOWN' } }, 'FAILURE INVALID_PROCESSING_INSTRUCTION'],
    [{ kind: 'merchants', records: [], name: 'feed.json.gz' }, 'FAILURE INVALID_FILE_NAME'],
  ]
  for (const [feed, expected] of cases) expect(await send(feed), JSON.stringify(feed)).toBe(expected)
  expect(await send({ kind: 'merchants', records: [merchant('a')] })).toBe('SUCCESS')
  const reused = { generation_timestamp: stamp, nonce: '99' }
  expect(await send({ kind: 'merchants', records: [merchant('b')], metadata: reused })).toBe('FAILURE REUSED_METADATA')
  expect(await send({ kind: 'availability', records: [slot('a')], shards: 2 })).toBe('IN_PROGRESS')
  expect(await send({ kind: 'availability', records: [slot('b')] })).toBe('SUCCESS')
  expect(google.desk.files().at(-2)).toMatchObject({ state: 'FAILURE', errors: [{ code: 'MISSING_SHARDS' }] })
})

test('GO1: another key opens nothing until it is registered, and a name that is no file of the root is refused', async () => {
  const own = utils.generateKeyPairSync('rsa', { bits: 2048 })
  await expect(session(google.feeds.users.merchants, own.private)).rejects.toThrow(/authentication/)
  await expect(session('somebody', google.feeds.privateKey)).rejects.toThrow(/authentication/)
  await fetch(`${google.origin}/partner/keys`, { method: 'POST', body: new URLSearchParams({ key: own.public }) })
  const { client, shown } = await session(google.feeds.users.merchants, own.private)
  expect(shown).toBe(google.feeds.fingerprint)
  client.end()
  await expect(put('merchants', '../outside.json', Buffer.from('{}'))).rejects.toThrow('Permission denied')
  await expect(put('merchants', 'folder/file.json', Buffer.from('{}'))).rejects.toThrow('Permission denied')
})

test('GO1: the server is gone, shows another key, is cut off in the midst: nothing half arrives, and the same file may come again', async () => {
  const before = google.desk.files().length
  google.faults.set([{ kind: 'sftp_gone', on: 'sftp', probability: 1, ms: 0, times: 1 }])
  await expect(put('merchants', 'merchants_1700000000_001_of_001.json', Buffer.from('{}'))).rejects.toThrow(
    /closed|lost|ECONNRESET|handshake|No response/,
  )
  google.faults.set([{ kind: 'sftp_other_key', on: 'sftp', probability: 1, ms: 0, times: 1 }])
  const { client, shown } = await session(google.feeds.users.merchants, google.feeds.privateKey)
  expect(shown).not.toBe(google.feeds.fingerprint)
  client.end()
  google.faults.set([{ kind: 'sftp_cut', on: 'sftp', probability: 1, ms: 0, times: 1 }])
  await expect(put('merchants', 'merchants_1700000000_001_of_001.json', Buffer.from('{}'))).rejects.toThrow(
    /closed|lost|ECONNRESET|handshake|No response/,
  )
  expect(google.desk.files()).toHaveLength(before)
  const text = JSON.stringify({
    metadata: { processing_instruction: 'PROCESS_AS_COMPLETE', shard_number: 0, total_shards: 1, generation_timestamp: ++stamp },
    merchant: [merchant('a')],
  })
  for (let times = 0; times < 2; times++) await put('merchants', `merchants_${stamp}_001_of_001.json`, Buffer.from(text))
  await expect.poll(() => google.desk.files().at(-1)?.state).toBe('SUCCESS')
  expect(google.desk.files()).toHaveLength(before + 1)
})
