import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bc } from '@tablewire/contracts/channels/channel-api'
import type { BcBooking } from '@tablewire/contracts/channels/channel-api-objects'
import { afterEach, expect, test } from 'vitest'
import { makeClient, makePace, ServerGone } from './client.ts'
import { makeJournal } from './journal.ts'
import { openLedger, verifyLedger } from './ledger.ts'

type CannedReply = { status: number; body: unknown; headers?: Record<string, string> } | 'hang up'
const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.closeAllConnections()
})

/** A server that answers as it is told, and what it was asked. */
const aServer = async (answer: (request: IncomingMessage, count: number) => CannedReply) => {
  const asked: { url: string; key: string | undefined }[] = []
  const server = createServer((request, response) => {
    asked.push({ url: request.url!, key: request.headers['idempotency-key'] as string | undefined })
    const reply = answer(request, asked.length)
    if (reply === 'hang up') request.socket.destroy()
    else response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers }).end(JSON.stringify(reply.body))
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const journal = makeJournal()
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { asked, journal, client: makeClient({ url, journal, turn: async () => undefined, patienceMs: 1500 }) }
}

const id = '01900000-0000-7000-8000-000000000001'
const hold = { id, holdingTime: 300, expiresAt: 1_800_000_000, venueMessage: null }
const place = { body: { venueId: id, partySize: 2, date: 1_800_000_000 } }

test('a lost connection and a busy server are tried again with the same key', async () => {
  const { client, asked, journal } = await aServer((_, count) => {
    if (count === 1) return 'hang up'
    return count === 2
      ? { status: 503, body: { message: 'Busy', code: 'server.busy', requestId: 'a-request' } }
      : { status: 201, body: hold }
  })
  expect(await client.call(bc.hold, place, { token: 'x' })).toMatchObject({ ok: true, data: hold })
  expect(asked).toHaveLength(3)
  expect(new Set(asked.map(({ key }) => key)).size).toBe(1)
  const { connectionErrors, refusals, breaches } = journal.figures()
  expect([Object.values(connectionErrors), refusals, breaches]).toEqual([[1], { 'server.busy': 1 }, []])
})

test('a server that stays away ends the run', async () => {
  const { client } = await aServer(() => 'hang up')
  await expect(client.call(bc.hold, place, { token: 'x' })).rejects.toThrow(ServerGone)
})

test('a broken answer is told with the call it answered', async () => {
  const { client, journal } = await aServer(() => ({ status: 200, body: { ...hold, id: 7 } }))
  expect(await client.call(bc.hold, place, { token: 'x' })).toMatchObject({ ok: false, code: 'broken' })
  expect(journal.figures().breaches.map(({ request, fault }) => `${request}: ${fault}`)).toEqual([
    'POST /v1/bc/pending-booking: status 200 instead of 201',
    expect.stringContaining('id: '),
  ])
})

test('a replay must be the same, and say that it is one', async () => {
  const { client, journal } = await aServer(() => ({ status: 201, body: { ...hold, holdingTime: 301 } }))
  await client.replay(bc.hold, place, { token: 'x', key: 'k', expected: hold })
  expect(journal.figures().breaches.map(({ fault }) => fault)).toEqual([
    'a replay answers otherwise: holdingTime: 300 and 301',
    'a replay that does not say so',
  ])
})

test('queries go out as the contract reads them', async () => {
  const { client, asked } = await aServer(() => ({ status: 200, body: { total: 0, data: [] } }))
  await client.call(bc.venues, { query: { limit: 5, filters: { city: 'São Paulo' } } }, { token: 'x' })
  expect(decodeURIComponent(asked[0]!.url)).toBe('/v1/bc/venues?limit=5&filters[city]=São+Paulo')
})

test('calls leave at the pace asked for', async () => {
  const pace = makePace(100)
  const startedMs = performance.now()
  for (let call = 0; call < 20; call++) await pace()
  expect(performance.now() - startedMs).toBeGreaterThan(150)
})

const booking: BcBooking = {
  id,
  reference: 'ABCD2345',
  venueId: id,
  bookingChannelId: id,
  status: 'confirmed',
  partySize: 2,
  date: 1_800_000_000,
  areaId: null,
  session: 'dinner',
  notes: null,
  duration: null,
  bookingType: null,
  cancelActor: null,
  cancelReason: null,
  canceledAt: null,
  contact: {
    id: null,
    firstname: 'Ana',
    lastname: 'Conti',
    email: null,
    telephone: null,
    locale: null,
    address: null,
    optInConsent: false,
  },
}

test('the ledger tells what is missing and what is other than promised', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tw-ledger-'))
  const path = join(folder, 'ledger.jsonl')
  const ledger = openLedger(path)
  const ids = ['2', '3', '4', '5'].map((end) => id.replace(/1$/, end))
  const [kept, lost, moved, open] = ids.map((one) => ({ ...booking, id: one })) as [BcBooking, BcBooking, BcBooking, BcBooking]
  for (const one of [kept, lost, moved, open]) ledger.note(one)
  ledger.note({ ...kept, partySize: 4 })
  ledger.unsure(open)
  const row = (of: string, partySize: number) => ({
    id: of,
    reference: 'ABCD2345',
    venueId: id,
    venueName: 'V',
    status: 'seated',
    partySize,
    startsAt: new Date(1_800_000_000_000).toISOString(),
    endsAt: '2027-01-15T10:00:00Z',
    startsLocal: '2027-01-15T09:00',
    serviceOn: '2027-01-15',
    areaId: null,
    areaName: null,
    source: 'channel',
    channelId: null,
    channelName: null,
    guest: { id: null, firstName: 'Ana', lastName: 'Conti', email: null, phone: null, lang: null },
    notes: null,
    tags: [],
    override: false,
    holdExpiresAt: null,
    createdAt: '2026-11-20T09:00:00Z',
    updatedAt: '2026-11-20T09:00:00Z',
    version: 1,
    timezone: 'UTC',
    canceledAt: null,
    cancelActor: null,
    cancelReason: null,
    channelReference: null,
    remote: null,
    test: false,
    duration: 90,
    bookingType: null,
    guestHistory: { visits: 0, noShows: 0, cancellations: 0, lastVisitOn: null },
    moves: [],
  })
  const { client } = await aServer((request) => {
    const asked = request.url!.split('/').at(-1)!
    if (asked === lost.id) return { status: 404, body: { message: 'None', code: 'reservation.not_found', requestId: 'a-request' } }
    return { status: 200, body: { data: row(asked, asked === kept.id ? 4 : 3) } }
  })
  const verified = await verifyLedger(client, 'x', path)
  rmSync(folder, { recursive: true })
  expect(verified).toMatchObject({
    checked: 4,
    unsure: 1,
    missing: [{ id: lost.id }],
    different: [{ entry: { id: moved.id }, what: 'party of 3, acknowledged 2' }],
  })
})
