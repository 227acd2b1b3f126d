import type { BcBooking } from '@tablewire/contracts/channels/channel-api-objects'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestVenue } from '../build/a-venue.ts'
import { aRemoteShop, type RemoteShop } from './a-remote-shop.ts'
import { aContact } from './a-shop.ts'

let remote: RemoteShop
let venue: TestVenue
beforeAll(async () => {
  remote = await aRemoteShop()
  venue = await remote.openRemote(await remote.connect())
})
afterAll(() => remote.close())
beforeEach(() => remote.rms.faults.set([]))

let days = 3
const evening = (): number => remote.shop.at('20:00', ++days, venue)
const guestOf = () => aContact({ email: `${randomUUID()}@example.test` })
const timed = async <T>(work: Promise<T>): Promise<T & { tookMs: number }> => {
  const from = performance.now()
  return { ...(await work), tookMs: performance.now() - from }
}
const bookingsOf = async (): Promise<number> =>
  (await sql<{ n: number }>`select count(*)::int as n from reservations where venue_id = ${venue.id}`.execute(remote.shop.container.db))
    .rows[0]!.n

test('HU4: a system that takes seven seconds to search keeps nobody longer than four, and books nothing behind the answer', async () => {
  const { rms, shop } = remote
  const before = await bookingsOf()
  rms.faults.set([{ kind: 'slow', probability: 1, on: 'availability', ms: 7000 }])
  const contact = guestOf()
  const ask = { venueId: venue.id, date: evening(), partySize: 2 }
  const answers = await Promise.all([
    timed(shop.call<{ code: string }>('pending-booking', ask)),
    timed(shop.call<{ code: string }>('booking', { ...ask, contact }, { idempotencyKey: randomUUID() })),
  ])
  for (const { status, body, tookMs } of answers) {
    expect([status, body.code]).toEqual([503, 'remote.unreachable'])
    expect(tookMs).toBeGreaterThan(3900)
    expect(tookMs).toBeLessThan(5500)
  }
  // Until its answers have come all the same.
  await sleep(4000)
  expect(remote.there(contact.email)).toEqual([])
  expect(await bookingsOf()).toBe(before)
})

test('HU4: what the search took is missing to the booking: four seconds around both, and the hub goes on', async () => {
  const { rms, shop } = remote
  rms.faults.set([
    { kind: 'slow', probability: 1, on: 'availability', ms: 2500, times: 1 },
    { kind: 'slow', probability: 1, on: 'create', ms: 3500, times: 1 },
  ])
  const contact = guestOf()
  const body = { venueId: venue.id, date: evening(), partySize: 2, contact }
  const made = await timed(shop.call<BcBooking>('booking', body, { idempotencyKey: randomUUID() }))
  expect(made).toMatchObject({ status: 201, body: { status: 'pending' } })
  expect(made.tookMs).toBeLessThan(5500)
  await expect
    .poll(async () => (await shop.call<BcBooking>(`booking/${made.body.id}`)).body.status, { interval: 250, timeout: 10_000 })
    .toBe('confirmed')
  expect(remote.there(contact.email)).toMatchObject([{ status: 'confirmed' }])
})
