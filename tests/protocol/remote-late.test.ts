import type { BcBooking } from '@tablewire/contracts/channels/channel-api-objects'
import { onChangeNotice, retryReconcile } from '@tablewire/server/features/rms-bookings/api'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Rms } from '../../sandbox/src/rms/serve-rms.ts'
import { bookThere } from '../build/a-remote-venue.ts'
import type { TestVenue } from '../build/a-venue.ts'
import { aRemoteShop, type RemoteShop } from './a-remote-shop.ts'
import { aContact, type Shop } from './a-shop.ts'

let remote: RemoteShop
let rms: Rms
let shop: Shop
beforeAll(async () => {
  remote = await aRemoteShop({ TABLEWIRE_WAITS: 'answer=2000,failed=800,stale=800,firstRetry=100,longestRetry=400' })
  ;({ rms, shop } = remote)
})
afterAll(() => remote.close())
beforeEach(() => rms.faults.set([]))

/** A venue whose system knows no keys; each has its own, so that one's broken lines are not the other's. */
const aVenueOf = async (settings: Record<string, unknown>, externalId = 'harbour-lights') => {
  const system = await remote.connect(settings)
  return { system, venue: await remote.openRemote(system, { externalId }) }
}
const contact = () => aContact({ email: `${randomUUID()}@example.test` })
let days = 3
const book = async (venue: TestVenue, guest: { email?: unknown }): Promise<BcBooking> => {
  const body = { venueId: venue.id, date: shop.at('20:00', ++days, venue), partySize: 2, contact: guest }
  return (await shop.call<BcBooking>('booking', body, { idempotencyKey: randomUUID() })).body
}
const statusOf = async (id: string): Promise<string> => (await shop.call<BcBooking>(`booking/${id}`)).body.status
const isLate = (ms: number): void => rms.faults.set([{ kind: 'late', probability: 1, on: 'create', ms, times: 1 }])
const creates = async (id: string): Promise<number> =>
  (await sql<{ attempts: number }>`select attempts from remote_bookings where reservation_id = ${id}`.execute(shop.container.db)).rows[0]!
    .attempts

test('HU4: carried out long after the connection broke, by a system that knows no keys: adopted when it comes, and never doubled', async () => {
  const { venue } = await aVenueOf({ keyInNotes: false })
  const guest = contact()
  isLate(1500)
  const { id, status } = await book(venue, guest)
  expect(status).toBe('pending')
  await expect.poll(() => statusOf(id), { interval: 250 }).toBe('confirmed')
  expect(remote.there(guest.email)).toMatchObject([{ status: 'confirmed' }])
  expect(await creates(id)).toBe(0)
})

test.each([true, false])(
  'HU4: given up, and carried out later still: what the guest was refused is canceled there (key in the notes: %s)',
  async (keyInNotes) => {
    const { system, venue } = await aVenueOf({ keyInNotes, lateSeconds: 1 }, 'vine-cellar')
    const guest = contact()
    isLate(3000)
    const { id } = await book(venue, guest)
    await expect.poll(() => statusOf(id), { interval: 250 }).toBe('declined')
    await expect.poll(() => remote.there(guest.email).length, { interval: 250 }).toBe(1)
    const { id: remoteId } = remote.there(guest.email)[0]!
    await onChangeNotice(shop.container.systemCtx('test'), { systemId: system.id, remoteId, venueId: venue.id })
    await expect.poll(() => remote.there(guest.email), { interval: 250 }).toMatchObject([{ status: 'canceled', cancelActor: 'hub' }])
    expect(await statusOf(id)).toBe('declined')
    const { rows } = await sql`select from reservations where venue_id = ${venue.id}`.execute(shop.container.db)
    expect(rows).toHaveLength(1)
  },
)

test('HU4: what the same guest books by telephone after a refusal only looks like it: people are asked, nothing is canceled', async () => {
  const { system, venue } = await aVenueOf({ keyInNotes: false, lateSeconds: 1 }, 'quiet-garden')
  const guest = contact()
  rms.faults.set([{ kind: 'late', probability: 1, on: 'create', ms: 3_600_000, times: 1 }])
  const { id, date } = await book(venue, guest)
  await expect.poll(() => statusOf(id), { interval: 250 }).toBe('declined')
  const { optInConsent: _, ...texts } = guest
  const remoteId = bookThere(rms, { houseId: 'quiet-garden', startSec: date, contact: { ...texts, optInConsent: false } })
  const hint = { systemId: system.id, remoteId, venueId: venue.id }
  await onChangeNotice(shop.container.systemCtx('test'), hint)
  const told = async () =>
    (
      await sql<{
        lastError: string | null
        sentAt: unknown
      }>`select last_error, sent_at from remote_bookings where reservation_id = ${id}`.execute(shop.container.db)
    ).rows
  await expect.poll(told, { interval: 250 }).toMatchObject([{ lastError: expect.stringContaining(hint.remoteId), sentAt: null }])
  expect(remote.there(guest.email)).toMatchObject([{ status: 'confirmed' }])
  const mirrored = async () =>
    (
      await sql`select from reservations where venue_id = ${venue.id} and source = 'system' and status = 'confirmed'`.execute(
        shop.container.db,
      )
    ).rows.length
  await expect.poll(mirrored, { interval: 250 }).toBe(1)
})

test.each([true, false])(
  'HU4: canceled by the restaurant while the word that it was made is still on its way: it ends canceled (key in the notes: %s)',
  async (keyInNotes) => {
    const { system, venue } = await aVenueOf({ keyInNotes })
    const guest = contact()
    rms.faults.set([{ kind: 'slow', probability: 1, on: 'create', ms: 2500, times: 1 }])
    const { id, status } = await book(venue, guest)
    expect(status).toBe('pending')
    const { id: remoteId } = remote.there(guest.email)[0]!
    rms.book.change(remoteId, { status: 'canceled', cancelActor: 'venue' })
    // Its system tells of that at once, and is read before the word arrives.
    await onChangeNotice(shop.container.systemCtx('test'), { systemId: system.id, remoteId, venueId: venue.id })
    await expect.poll(() => statusOf(id), { interval: 250 }).toBe('canceled')
  },
)

test('HU4: canceled by the guest before it was carried out: it is canceled there when it comes', async () => {
  const { system, venue } = await aVenueOf({}, 'harbour-lights')
  const guest = contact()
  isLate(2000)
  const { id } = await book(venue, guest)
  expect((await shop.call<BcBooking>(`booking/${id}/cancel`, { cancelActor: 'guest' }, { method: 'PUT' })).body.status).toBe('canceled')
  await expect.poll(() => remote.there(guest.email).length, { interval: 250 }).toBe(1)
  await onChangeNotice(shop.container.systemCtx('test'), {
    systemId: system.id,
    remoteId: remote.there(guest.email)[0]!.id,
    venueId: venue.id,
  })
  await expect.poll(() => remote.there(guest.email).map(({ status }) => status), { interval: 250 }).toEqual(['canceled'])
})

/** A create that the system answers with an error, and no look at it until `meanwhile` is over. */
const bookAtFailure = async (venue: TestVenue, kind: 'error_before' | 'error_after', meanwhile: (date: number, guest: Guest) => void) => {
  const guest = contact()
  rms.faults.set([
    { kind, probability: 1, on: 'create', ms: 0, times: 1 },
    { kind: 'error_before', probability: 1, on: 'search', ms: 0 },
  ])
  const { id, date, status } = await book(venue, guest)
  expect(status).toBe('pending')
  meanwhile(date, guest)
  rms.faults.set([])
  return { id, date, guest }
}
type Guest = ReturnType<typeof contact>
const quarter = 900

test('HU4: made although it answered an error, and moved by the restaurant before anybody looked: adopted as it stands there', async () => {
  const { venue } = await aVenueOf({ keyInNotes: false })
  const { id, date, guest } = await bookAtFailure(venue, 'error_after', (startSec, { email }) => {
    rms.book.change(remote.there(email)[0]!.id, { startSec: startSec + quarter, partySize: 3 })
  })
  await expect.poll(() => statusOf(id), { interval: 250 }).toBe('confirmed')
  expect((await shop.call<BcBooking>(`booking/${id}`)).body).toMatchObject({ date: date + quarter, partySize: 3 })
  expect(remote.there(guest.email)).toHaveLength(1)
})

test('HU4: not made, and the same guest has another table since: people decide, it is neither made again nor taken for that one', async () => {
  const { system, venue } = await aVenueOf({ keyInNotes: false }, 'vine-cellar')
  const there = (guest: Guest, startSec: number): string =>
    bookThere(rms, { houseId: 'vine-cellar', startSec, contact: { ...guest, optInConsent: false } })
  let otherId = ''
  const { id, date, guest } = await bookAtFailure(
    venue,
    'error_before',
    (startSec, booker) => (otherId = there(booker, startSec - 4 * quarter)),
  )
  const { db, systemCtx } = shop.container
  const row = async () =>
    (
      await sql<{
        state: string
        lastError: string | null
        remoteId: string | null
      }>`select state, last_error, remote_id from remote_bookings where reservation_id = ${id}`.execute(db)
    ).rows[0]!
  await expect.poll(row, { interval: 250 }).toMatchObject({ state: 'stuck', lastError: expect.stringContaining(`moved: ${otherId}, `) })
  expect(await statusOf(id)).toBe('pending')
  await onChangeNotice(systemCtx('test'), { systemId: system.id, remoteId: otherId, venueId: venue.id })
  const mirrored = async () =>
    (await sql`select from reservations where venue_id = ${venue.id} and source = 'system' and status = 'confirmed'`.execute(db)).rows
      .length
  await expect.poll(mirrored, { interval: 250 }).toBe(1)

  // Asked again while nothing has changed there it stays with people, who are not told a second time.
  await retryReconcile(systemCtx('test'), id)
  const looked = async () =>
    (await sql<{ lookAgain: boolean }>`select look_again from remote_bookings where reservation_id = ${id}`.execute(db)).rows
  await expect.poll(looked, { interval: 250 }).toEqual([{ lookAgain: false }])
  expect(await row()).toMatchObject({ state: 'stuck' })
  const told = await sql<{
    n: number
  }>`select count(*)::int as n from pgboss.job where name = 'hub.trouble' and data->>'about' like ${`%${otherId}%`}`.execute(db)
  expect(told.rows).toEqual([{ n: 1 }])
  expect(remote.there(guest.email)).toHaveLength(1)

  // It was a second table: entered there, it is found.
  const oursId = there(guest, date)
  await retryReconcile(systemCtx('test'), id)
  await expect.poll(() => statusOf(id), { interval: 250 }).toBe('confirmed')
  expect(await row()).toMatchObject({ state: 'live', remoteId: oursId })
  expect(await mirrored()).toBe(1)
  expect(remote.there(guest.email).map(({ status }) => status)).toEqual(['confirmed', 'confirmed'])
})

/** Mirrored where the restaurant moved it to, while nobody looks for ours; its people do something with the mirror. */
const bookMirrored = async (status: 'seated' | 'no_show') => {
  const { system, venue } = await aVenueOf({ keyInNotes: false })
  const { db, systemCtx } = shop.container
  const guest = contact()
  rms.faults.set([
    { kind: 'error_after', probability: 1, on: 'create', ms: 0, times: 1 },
    { kind: 'error_before', probability: 1, on: 'search', ms: 0 },
  ])
  const { id, date } = await book(venue, guest)
  const remoteId = remote.there(guest.email)[0]!.id
  rms.book.change(remoteId, { startSec: date + quarter })
  await onChangeNotice(systemCtx('test'), { systemId: system.id, remoteId, venueId: venue.id })
  const mirrors = () => db.selectFrom('remoteBookings').select('reservationId').where('remoteId', '=', remoteId).execute()
  await expect.poll(mirrors, { timeout: 15_000 }).toHaveLength(1)
  const mirror = (await mirrors())[0]!.reservationId
  await db.updateTable('reservations').set({ status }).where('id', '=', mirror).execute()
  const states = async () =>
    Object.fromEntries(
      (await db.selectFrom('reservations').select(['id', 'status']).where('id', 'in', [id, mirror]).execute()).map((row) => [
        row.id === id ? 'ours' : 'mirror',
        row.status,
      ]),
    )
  return { id, guest, states }
}

test.each(['seated', 'no_show'] as const)('HU4: found where its mirror is %s already: ours is, and the mirror goes', async (status) => {
  const { states } = await bookMirrored(status)
  rms.faults.set([])
  await expect.poll(states, { interval: 250, timeout: 15_000 }).toEqual({ ours: status, mirror: 'canceled' })
})

test('HU4: canceled here, and its guest sits at the table of its mirror: people decide, nothing is canceled', async () => {
  const { id, guest, states } = await bookMirrored('seated')
  await shop.call<BcBooking>(`booking/${id}/cancel`, { cancelActor: 'guest' }, { method: 'PUT' })
  rms.faults.set([])
  const state = async () =>
    (await shop.container.db.selectFrom('remoteBookings').select('state').where('reservationId', '=', id).execute())[0]?.state
  await expect.poll(state, { interval: 250, timeout: 15_000 }).toBe('stuck')
  expect(await states()).toEqual({ ours: 'canceled', mirror: 'seated' })
  expect(remote.there(guest.email)).toMatchObject([{ status: 'confirmed' }])
})
