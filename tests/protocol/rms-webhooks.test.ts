import type { BcBooking } from '@tablewire/contracts/channels/channel-api-objects'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Rms } from '../../sandbox/src/rms/serve-rms.ts'
import { aReceiver, anEndpoint } from '../build/an-endpoint.ts'
import type { TestSystem } from '../build/a-system.ts'
import type { TestVenue } from '../build/a-venue.ts'
import { aRemoteShop, type RemoteShop } from './a-remote-shop.ts'
import { aContact, type Shop } from './a-shop.ts'

let remote: RemoteShop
let rms: Rms
let shop: Shop
let system: TestSystem
let venue: TestVenue
let receiver: Awaited<ReturnType<typeof aReceiver>>
beforeAll(async () => {
  receiver = await aReceiver()
  remote = await aRemoteShop({ CHANNEL_SERVICES: receiver.origin })
  ;({ rms, shop } = remote)
  system = await remote.connect()
  venue = await remote.openRemote(system)
  await anEndpoint(shop.container.db, shop.channel.id, { url: receiver.origin })
})
afterAll(async () => {
  await remote.close()
  receiver.close()
})

let days = 3
const book = async () => {
  const contact = aContact({ email: `${crypto.randomUUID()}@example.test` })
  const date = shop.at('20:00', ++days, venue)
  const { body } = await shop.call<BcBooking>('booking', { venueId: venue.id, partySize: 2, date, contact })
  expect(body.status).toBe('confirmed')
  return { ...body, remoteId: remote.there(contact.email)[0]!.id }
}
const tell = async (body: object) => {
  const answer = await shop.ask({ method: 'POST', url: '/v1/webhooks/rms', token: system.key, body })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ data: { accepted: boolean; duplicate: boolean; note: string | null } }>().data
}
const heardOf = (id: string) => receiver.received.filter(({ body }) => body['entity_id'] === id).map(({ body }) => body['data'])
const polled = { interval: 50 }
const statusOf = async (id: string) => (await shop.call<BcBooking>(`booking/${id}`)).body.status

test('HU3: what the restaurant does in its own system reaches the hub by a hint and the channel by a webhook', async () => {
  const { id, remoteId } = await book()
  rms.book.change(remoteId, { status: 'seated' })
  expect(await tell({ eventId: 'e-1', entity: 'booking', entityId: remoteId, action: 'update', data: { status: 'no-show' } })).toEqual({
    accepted: true,
    duplicate: false,
    note: null,
  })
  // The system is asked: it says seated, whatever the hint said.
  await expect.poll(() => statusOf(id), polled).toBe('seated')
  await expect.poll(() => heardOf(id), polled).toContainEqual({ status: 'seated' })
})

test('HU3: both spellings, repetition, disorder and nonsense do no harm', async () => {
  const { id, remoteId } = await book()
  rms.book.change(remoteId, { status: 'canceled' })
  const cancel = { event_id: 'e-2', entity: 'booking', entity_id: remoteId, action: 'canceled' }
  expect(await tell(cancel)).toMatchObject({ accepted: true, duplicate: false })
  expect(await tell(cancel)).toMatchObject({ duplicate: true })
  // An older word overtaken by a newer one, without an id.
  const late = { entity: 'booking', entityId: remoteId, action: 'update', data: { partySize: 5 } }
  expect(await tell(late)).toMatchObject({ accepted: true, duplicate: false })
  expect(await tell(late)).toMatchObject({ accepted: true, duplicate: true })
  await expect.poll(() => statusOf(id), polled).toBe('canceled')
  expect((await shop.call<BcBooking>(`booking/${id}`)).body.partySize).toBe(2)
  for (const odd of [
    { entity: 'order', entityId: '1', action: 'close' },
    { entity: 'booking', entityId: 'unheard-of', action: 'update' },
    { entity: 'booking', action: 'update' },
    { entity: 'availability', entityId: 'no-such-house', more: { fields: true } },
  ])
    expect(await tell(odd)).toMatchObject({ accepted: false, note: expect.any(String) as string })
  // Days that no calendar has are left out, and those beside them count; a 5xx would be sent again for ever.
  for (const data of [{ date: '2030-01-01' }, { date: '2030-02-30' }, { dates: ['0000-01-01', '2030-13-01', '2030-01-02'] }])
    expect(await tell({ entity: 'availability', entityId: 'harbour-lights', data })).toMatchObject({ accepted: true })
})

test('HU3: a system states what its booking is, by its id or ours, and nobody states what is another’s', async () => {
  const { id, remoteId } = await book()
  const put = (ref: string, body: object, token = system.key) => shop.ask({ method: 'PUT', url: `/v1/rms/booking/${ref}`, token, body })
  rms.book.change(remoteId, { partySize: 4 })
  expect((await put(remoteId, { partySize: 4 })).json()).toMatchObject({ data: { id, externalId: remoteId, partySize: 4 } })
  rms.book.change(remoteId, { status: 'seated' })
  expect((await put(id, { status: 'seated' })).json()).toMatchObject({ data: { status: 'seated' } })
  expect((await put(remoteId, {})).statusCode).toBe(400)
  const other = await remote.connect()
  for (const ref of [remoteId, id]) expect((await put(ref, { partySize: 9 }, other.key)).statusCode).toBe(404)
  await expect.poll(() => heardOf(id), polled).toContainEqual({ status: 'seated' })
  expect(heardOf(id)).toContainEqual({ partySize: 4 })
})

test('HU3: what is over for its guest is not begun again by a word: the system is asked, and nobody is told of anything', async () => {
  const { id, remoteId } = await book()
  rms.book.change(remoteId, { status: 'canceled', cancelActor: 'venue' })
  await tell({ entity: 'booking', entityId: remoteId, action: 'canceled' })
  await expect.poll(() => heardOf(id), polled).toContainEqual({ status: 'canceled' })
  const told = heardOf(id).length
  for (const status of ['seated', 'no-show', 'rejected']) {
    const answer = await shop.ask({ method: 'PUT', url: `/v1/rms/booking/${remoteId}`, token: system.key, body: { status } })
    expect(answer.json()).toMatchObject({ data: { status: 'canceled' } })
  }
  const asked = async () =>
    (
      await sql<{ waiting: boolean }>`select look_again as waiting from remote_bookings where remote_id = ${remoteId}`.execute(
        shop.container.db,
      )
    ).rows
  await expect.poll(asked, polled).toEqual([{ waiting: false }])
  expect(await statusOf(id)).toBe('canceled')
  expect(heardOf(id)).toHaveLength(told)
})

test('HU4: a channel that was told its change is not known yet hears by webhook when the system has made it after all', async () => {
  const { id } = await book()
  rms.faults.set([{ kind: 'slow', probability: 1, on: 'change', ms: 5500, times: 1 }])
  const answer = await shop.call<{ code: string }>(`booking/${id}`, { partySize: 3 }, { method: 'PUT' })
  expect(answer).toMatchObject({ status: 503, body: { code: 'remote.unclear' } })
  await expect.poll(() => heardOf(id), polled).toContainEqual({ partySize: 3 })
  expect((await shop.call<BcBooking>(`booking/${id}`)).body.partySize).toBe(3)
})

test('HU4: told that nobody knows yet while another of its calls was changing it, a channel hears by webhook how that ended', async () => {
  const { id, remoteId } = await book()
  const change = (partySize: number) => shop.call<{ code?: string }>(`booking/${id}`, { partySize }, { method: 'PUT' })
  rms.faults.set([{ kind: 'slow', probability: 1, on: 'change', ms: 2700, times: 1 }])
  const first = change(3)
  await expect.poll(() => rms.book.all().find((one) => one.id === remoteId)?.partySize, polled).toBe(3)
  expect(await change(4)).toMatchObject({ status: 503, body: { code: 'remote.unclear' } })
  const jobs = async () =>
    (
      await sql<{ state: string }>`select state::text from pgboss.job where name = 'hub.tell' and data->>'reservationId' = ${id}`.execute(
        shop.container.db,
      )
    ).rows
  expect(await jobs()).toHaveLength(1)
  expect((await first).status).toBe(200)
  // Its own change, which nobody is told but who reads the answer.
  await expect.poll(() => heardOf(id), { ...polled, timeout: 30_000 }).toContainEqual({ partySize: 3 })
  await expect.poll(jobs, { ...polled, timeout: 10_000 }).toEqual([{ state: 'completed' }])
})

test('HU3: webhooks of a system have a limit of their own, apart from its other calls', async () => {
  const answers: number[] = []
  const sender = async (n: number): Promise<void> => {
    for (let i = 0; i < 40; i++) {
      const body = { eventId: `load-${n}-${i}`, entity: 'availability', entityId: 'harbour-lights', data: { date: '2030-02-01' } }
      answers.push((await shop.ask({ method: 'POST', url: '/v1/webhooks/rms', token: system.key, body })).statusCode)
    }
  }
  await Promise.all(Array.from({ length: 10 }, (_, n) => sender(n)))
  expect(new Set(answers)).toEqual(new Set([200]))
  const answer = await shop.ask({ method: 'POST', url: '/v1/webhooks/rms', token: system.key, body: { entity: 'availability' } })
  expect(answer.headers['ratelimit-limit']).toBe('60000')
})

test('HU3: a notice of a venue that has moved to another installation is no success, so that it is said there', async () => {
  const { db } = shop.container
  const [venueId, moveId] = [crypto.randomUUID(), crypto.randomUUID()]
  await sql`insert into company_moves (id, company_id, company_name, side, state, venues, url, ahead_before)
    values (${moveId}, ${crypto.randomUUID()}, 'Casa Mudanza', 'source', 'done', ${[venueId]}::uuid[], 'https://north.example', current_date)`.execute(
    db,
  )
  await sql`insert into closed_places (place_id, turn, move_id, until, url) values (${venueId}, ${moveId}, ${moveId}, null, 'https://north.example')`.execute(
    db,
  )
  for (const body of [
    { entity: 'booking', entityId: 'R-1', action: 'update', venueId },
    { entity: 'availability', entityId: venueId },
  ]) {
    const answer = await shop.ask({ method: 'POST', url: '/v1/webhooks/rms', token: system.key, body })
    expect([answer.statusCode, answer.json()]).toMatchObject([421, { code: 'venue.moved', details: { url: 'https://north.example' } }])
  }
})
