import type { BcBooking } from '@tablewire/contracts/channels/channel-api-objects'
import { acceptRemoteState, onChangeNotice, retryReconcile } from '@tablewire/server/features/rms-bookings/api'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Rms } from '../../sandbox/src/rms/serve-rms.ts'
import { bookThere } from '../build/a-remote-venue.ts'
import type { TestSystem } from '../build/a-system.ts'
import type { TestVenue } from '../build/a-venue.ts'
import { aRemoteShop, type RemoteShop } from './a-remote-shop.ts'
import { aContact, type Answer, type Shop } from './a-shop.ts'

let remote: RemoteShop
let rms: Rms
let shop: Shop
let system: TestSystem
let venue: TestVenue
beforeAll(async () => {
  remote = await aRemoteShop({ TABLEWIRE_WAITS: 'failed=800,change=500,firstRetry=100,longestRetry=1000' })
  ;({ rms, shop } = remote)
  system = await remote.connect()
  venue = await remote.openRemote(system)
})
afterAll(() => remote.close())
beforeEach(() => rms.faults.set([]))

let days = 3
/** Every test has an evening of its own. */
const evening = (time = '20:00', place = venue): number => shop.at(time, ++days, place)
const contact = () => aContact({ email: `${randomUUID()}@example.test` })
const place = (date: number, partySize = 2, at = venue) => ({ venueId: at.id, date, partySize })
const hold = async (date: number, partySize = 2, at = venue): Promise<string> => {
  const held = await shop.call<{ id: string }>('pending-booking', place(date, partySize, at))
  expect(held).toMatchObject({ status: 201 })
  return held.body.id
}
const commit = (id: string, body: object = { contact: contact() }, idempotencyKey?: string): Promise<Answer<BcBooking>> =>
  shop.call<BcBooking>(`pending-booking/${id}`, body, { method: 'PUT', ...(idempotencyKey ? { idempotencyKey } : {}) })
const read = async (id: string): Promise<BcBooking> => (await shop.call<BcBooking>(`booking/${id}`)).body
const remoteOf = async (id: string) =>
  (await sql<Record<string, unknown>>`select * from remote_bookings where reservation_id = ${id}`.execute(shop.container.db)).rows[0]!
const settled = async (id: string, status: string): Promise<void> => {
  await expect.poll(async () => (await read(id)).status, { interval: 100 }).toBe(status)
}

test('HU4: held, committed and confirmed by the venue’s own system, changed and canceled there', async () => {
  const date = evening()
  const guest = contact()
  const id = await hold(date)
  const booked = await commit(id, { contact: guest, notes: 'by the window' })
  expect(booked).toMatchObject({ status: 200, body: { id, status: 'confirmed', partySize: 2, date } })
  expect(remote.there(guest.email)).toMatchObject([{ status: 'confirmed', partySize: 2, startSec: date, channel: { id: shop.channel.id } }])
  expect(await remoteOf(id)).toMatchObject({
    state: 'live',
    remoteId: remote.there(guest.email)[0]!.id,
    toldStatus: 'confirmed',
    leaseBy: null,
    nextAt: null,
  })
  // The same guest committing twice gets the same booking.
  expect((await commit(id, { contact: guest })).body).toMatchObject({ id, status: 'confirmed' })
  expect(remote.there(guest.email)).toHaveLength(1)

  const later = date + 900
  expect((await shop.call<BcBooking>(`booking/${id}`, { date: later, partySize: 4 }, { method: 'PUT' })).body).toMatchObject({
    date: later,
    partySize: 4,
    status: 'confirmed',
  })
  expect(remote.there(guest.email)).toMatchObject([{ startSec: later, partySize: 4 }])
  const canceled = await shop.call<BcBooking>(`booking/${id}/cancel`, { cancelActor: 'guest', cancelReason: 'ill' }, { method: 'PUT' })
  expect(canceled.body).toMatchObject({ status: 'canceled' })
  await expect.poll(() => remote.there(guest.email)[0]!.status).toBe('canceled')
  expect(remote.there(guest.email)[0]).toMatchObject({ cancelActor: 'guest', cancelReason: 'ill' })
  await expect.poll(async () => (await remoteOf(id))['state']).toBe('closed')
})

test('HU4: one step, repeated with its key, is one booking', async () => {
  const guest = contact()
  const key = randomUUID()
  const body = { ...place(evening()), contact: guest }
  const first = await shop.call<BcBooking>('booking', body, { idempotencyKey: key })
  expect(first).toMatchObject({ status: 201, body: { status: 'confirmed' } })
  const again = await shop.call<BcBooking>('booking', body, { idempotencyKey: key })
  expect(again.body).toEqual(first.body)
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  // The answer was lost with the process before it was kept: the booking is found by its key.
  await sql`delete from idempotency_keys where key = ${key}`.execute(shop.container.db)
  expect((await shop.call<BcBooking>('booking', body, { idempotencyKey: key })).body.id).toBe(first.body.id)
  expect(remote.there(guest.email)).toHaveLength(1)
})

test('HU4: what the system does not take is refused with a clear reason, and nothing is left', async () => {
  const id = await hold(evening())
  rms.faults.set([{ kind: 'conflict', probability: 1, on: 'create', ms: 0, times: 1 }])
  const guest = contact()
  const key = randomUUID()
  expect(await commit(id, { contact: guest }, key)).toMatchObject({ status: 409, body: { code: 'slot.taken' } })
  expect(await commit(id, { contact: guest }, key)).toMatchObject({ status: 409, body: { code: 'slot.taken' } })
  expect(remote.there(guest.email)).toEqual([])
  expect(await remoteOf(id)).toMatchObject({ state: 'closed', refusal: 'taken' })
  const closed = await shop.call<{ code: string }>('pending-booking', place(evening('04:00')))
  expect(closed).toMatchObject({ status: 409, body: { code: 'slot.taken' } })
})

test.each(['timeout_after', 'error_after', 'garbage', 'cut'] as const)(
  'HU4: an unknown outcome (%s) is answered pending and settled by looking, never doubled',
  async (kind) => {
    const guest = contact()
    const id = await hold(evening())
    rms.faults.set([{ kind, probability: 1, on: 'create', ms: 0, times: 1 }])
    const started = performance.now()
    const answer = await commit(id, { contact: guest })
    expect(answer.status).toBe(200)
    expect(['pending', 'confirmed']).toContain(answer.body.status)
    // Four seconds are promised; the system itself takes ten to say nothing.
    expect(performance.now() - started).toBeLessThan(9000)
    await settled(id, 'confirmed')
    expect(remote.there(guest.email)).toHaveLength(1)
    expect((await remoteOf(id))['remoteId']).toBe(remote.there(guest.email)[0]!.id)
  },
)

test('HU4: a create that failed before the work is made again, once', async () => {
  const guest = contact()
  const id = await hold(evening())
  rms.faults.set([{ kind: 'error_before', probability: 1, on: 'create', ms: 0, times: 1 }])
  expect((await commit(id, { contact: guest })).body.status).toBe('pending')
  await settled(id, 'confirmed')
  expect(remote.there(guest.email)).toHaveLength(1)
})

test('HU4: canceled while nobody knows whether it was made: found, and canceled there', async () => {
  const guest = contact()
  const id = await hold(evening())
  rms.faults.set([{ kind: 'error_after', probability: 1, on: 'create', ms: 0, times: 1 }])
  expect((await commit(id, { contact: guest })).body.status).toBe('pending')
  const canceled = await shop.call<BcBooking>(`booking/${id}/cancel`, { cancelActor: 'guest' }, { method: 'PUT' })
  expect(canceled.body.status).toBe('canceled')
  await expect.poll(() => remote.there(guest.email).map(({ status }) => status)).toEqual(['canceled'])
})

test('HU4: a change without an answer is said to be unknown, and what the system has is adopted', async () => {
  const guest = contact()
  const date = evening()
  const id = await hold(date)
  await commit(id, { contact: guest })
  rms.faults.set([{ kind: 'error_after', probability: 1, on: 'change', ms: 0, times: 1 }])
  const changed = await shop.call<{ code: string }>(`booking/${id}`, { partySize: 3 }, { method: 'PUT' })
  expect(changed).toMatchObject({ status: 503, body: { code: 'remote.unclear' } })
  await expect.poll(async () => (await read(id)).partySize).toBe(3)
  rms.faults.set([{ kind: 'conflict', probability: 1, on: 'change', ms: 0, times: 1 }])
  const refused = await shop.call<{ code: string }>(`booking/${id}`, { partySize: 4 }, { method: 'PUT' })
  expect(refused).toMatchObject({ status: 409, body: { code: 'slot.taken' } })
  expect((await read(id)).partySize).toBe(3)
})

test('RE2: the system asks for a payment, and it is paid or given up', async () => {
  const cellar = await remote.openRemote(system, {
    name: 'Vine Cellar',
    externalId: 'vine-cellar',
    timeZone: 'Europe/Berlin',
    countryCode: 'DE',
  })
  const ids = [await hold(evening('20:00', cellar), 5, cellar), await hold(evening('20:00', cellar), 5, cellar)] as const
  const [paid, forgotten] = [await commit(ids[0]), await commit(ids[1])]
  expect(paid.body).toMatchObject({ status: 'require_payment', mzPaymentUrl: expect.stringContaining(`${rms.origin}/pay/`) })
  expect((await read(ids[0])).mzPaymentUrl).toBe(paid.body.mzPaymentUrl)
  await fetch(paid.body.mzPaymentUrl!, { method: 'POST', redirect: 'manual' })
  await sql`update remote_bookings set pay_until = now() - interval '1 second', next_at = now() where reservation_id = any(${[...ids]}::uuid[])`.execute(
    shop.container.db,
  )
  await settled(ids[0], 'confirmed')
  await settled(ids[1], 'canceled')
  expect(rms.book.get(String((await remoteOf(ids[1]))['remoteId']))?.status).toBe('canceled')
  expect(forgotten.body.status).toBe('require_payment')
})

test('RE2: the system lets a large party wait for people, who then confirm it there', async () => {
  const garden = await remote.openRemote(system, {
    name: 'The Quiet Garden',
    externalId: 'quiet-garden',
    timeZone: 'Europe/London',
    countryCode: 'GB',
  })
  const id = await hold(evening('20:00', garden), 8, garden)
  expect((await commit(id)).body.status).toBe('pending')
  const { remoteId } = await remoteOf(id)
  rms.book.change(String(remoteId), { status: 'confirmed' })
  expect(await onChangeNotice(shop.container.systemCtx('test'), { systemId: system.id, remoteId: String(remoteId) })).toBe(true)
  await settled(id, 'confirmed')
})

test('HU4: the last table is promised once', async () => {
  const date = evening()
  const answers = await Promise.all(Array.from({ length: 6 }, () => shop.call('pending-booking', place(date, 8))))
  // One table for eight in the whole house.
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(5)
})

test('HU4: with the system away nothing is promised, and what was promised is made when it is back', async () => {
  const date = evening()
  const id = await hold(date)
  rms.faults.set([{ kind: 'busy', probability: 1, on: '*', ms: 0 }])
  const guest = contact()
  expect((await commit(id, { contact: guest })).body.status).toBe('pending')
  const away = await shop.call('pending-booking', place(date + 1800))
  expect(away).toMatchObject({ status: 503, body: { code: 'remote.unreachable' } })
  expect(away.headers.get('retry-after')).toBe('5')
  rms.faults.set([])
  await settled(id, 'confirmed')
  expect(remote.there(guest.email)).toHaveLength(1)
})

test('HU4: what is made at the system itself is mirrored once, whoever names it how often, and followed', async () => {
  const ctx = shop.container.systemCtx('test')
  const startSec = evening()
  const remoteId = bookThere(rms, { areaId: 'terrace', startSec })
  const hint = { systemId: system.id, remoteId, venueId: venue.id }
  expect(await Promise.all([onChangeNotice(ctx, hint), onChangeNotice(ctx, hint), onChangeNotice(ctx, hint)])).toEqual([
    false,
    false,
    false,
  ])
  const mirrored = () =>
    sql<Record<string, unknown>>`
      select r.id, r.source, r.status, r.party_size, r.guest_last_name, a.name as area from remote_bookings b
        join reservations r on r.id = b.reservation_id join areas a on a.id = r.area_id where b.remote_id = ${remoteId}`.execute(
      shop.container.db,
    )
  await expect.poll(async () => (await mirrored()).rows.length).toBe(1)
  expect((await mirrored()).rows[0]).toMatchObject({
    source: 'system',
    status: 'confirmed',
    partySize: 2,
    guestLastName: 'Costa',
    area: 'Terrace',
  })
  // Stated with authority, doubled and out of order: what the system has in the end is what counts.
  rms.book.change(remoteId, { partySize: 4 })
  rms.book.change(remoteId, { status: 'seated' })
  for (const booking of [{ status: 'seated' }, { partySize: 4 }, { status: 'confirmed' }, { partySize: 2 }, { status: 'seated' }] as const)
    await acceptRemoteState(ctx, { systemId: system.id, booking: { id: remoteId, ...booking } })
  await expect.poll(async () => (await mirrored()).rows).toMatchObject([{ status: 'seated', partySize: 4 }])
  const id = String((await mirrored()).rows[0]!['id'])
  rms.book.change(remoteId, { status: 'completed' })
  expect(await retryReconcile(ctx, id)).toBe(true)
  await expect.poll(async () => (await mirrored()).rows[0]!['status']).toBe('completed')
})
