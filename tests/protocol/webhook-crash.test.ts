import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeSecrets } from '@tablewire/server/platform/secrets/secrets'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Rms } from '../../sandbox/src/rms/serve-rms.ts'
import { aCaller, asChannel } from '../build/a-caller.ts'
import { aChannel } from '../build/a-channel.ts'
import { aDb, type OpenDb } from '../build/a-ctx.ts'
import { anEndpoint, aReceiver } from '../build/an-endpoint.ts'
import { aConnectedSystem, anRms, aRemoteVenue } from '../build/a-remote-venue.ts'
import { dayFromNow, instantAt } from '../build/a-reservation.ts'
import { aServer, type TestServer } from '../build/a-server.ts'

const secretKey = 'a key that outlives each of its processes'
let [open, rms, server]: [OpenDb?, Rms?, TestServer?] = []
// Slow enough to die with a delivery in hand; what was received before that death comes once more.
let receiver: Awaited<ReturnType<typeof aReceiver>>
const start = (port = 0): Promise<TestServer> =>
  aServer({
    databaseUrl: open!.url,
    port,
    args: ['--empty'],
    env: { SYSTEM_SERVICES: rms!.origin, CHANNEL_SERVICES: receiver.origin, TABLEWIRE_SECRET_KEY: secretKey },
  })
beforeAll(async () => {
  open = await aDb()
  rms = await anRms()
  // No event twice: after a third refusal in a row the published schedule waits two minutes, longer than this looks on.
  const refused = new Set<unknown>()
  let answers = 0
  receiver = await aReceiver(({ body }) => {
    if (++answers % 12 !== 0 || refused.has(body['event_id'])) return { status: 204 }
    refused.add(body['event_id'])
    return { status: 500 }
  })
  server = await start()
})
afterAll(async () => {
  await server?.stop()
  receiver.close()
  await rms?.close()
  await open?.close()
})

type ReceivedEvent = { id: string; reservation: string; text: string; sequence: number }

test('HU3: killed again and again between hearing a hint, asking and telling, no notice is lost and each channel hears everything in its order', async () => {
  const { db } = open!
  const system = await aConnectedSystem({ db, secrets: makeSecrets([secretKey]), rms: rms! })
  const venue = await aRemoteVenue(db, system)
  const channel = await aChannel(db, { venues: [venue.id] })
  await anEndpoint(db, channel.id, { url: receiver.origin })
  const call = asChannel(server!.url, channel.key)
  const bookings: { id: string; remoteId: string }[] = []
  for (let day = 3; day < 11; day++) {
    const email = `${randomUUID()}@crash.test`
    const contact = { firstname: 'Lena', lastname: 'Brandt', email, telephone: '34600111222' }
    const date = Date.parse(instantAt(venue, dayFromNow(day, venue), '20:00')) / 1000
    const made = await call('booking', { body: { venueId: venue.id, partySize: 2, date, contact } })
    expect(made.body['status']).toBe('confirmed')
    bookings.push({ id: String(made.body['id']), remoteId: rms!.book.all().find((one) => one.contact.email === email)!.id })
  }

  /** As a system does it: until the hub has said that it heard, with the same id. */
  const notify = async (entityId: string): Promise<void> => {
    const body = { eventId: randomUUID(), entity: 'booking', entityId, action: 'update', venueId: 'harbour-lights' }
    const tell = aCaller(server!.url, { authorization: `Bearer ${system.key}` })
    for (const until = performance.now() + 240_000; performance.now() < until; await sleep(60)) {
      const answer = await tell('/v1/webhooks/rms', { method: 'POST', body }).catch(() => undefined)
      if (answer?.status === 200) return
    }
    throw new Error('the hub never heard')
  }
  const over = new AbortController()
  const change = async ({ remoteId }: { remoteId: string }): Promise<void> => {
    for (let size = 3; !over.signal.aborted; size = size === 4 ? 1 : size + 1) {
      rms!.book.change(remoteId, { partySize: size })
      await notify(remoteId)
      await sleep(40)
    }
  }
  const changing = Promise.all(bookings.map(change))
  changing.catch(() => undefined)
  for (let round = 0; round < 3; round++) {
    await sleep(500 + Math.random() * 700)
    const { port } = new URL(server!.url)
    await server!.kill()
    // The leases of the dead process, which run out by themselves in half a minute, are over.
    await sql`update webhook_deliveries set next_at = now() where lease is not null`.execute(db)
    server = await start(Number(port))
  }
  await sleep(400)
  over.abort()
  await changing

  const sizes = async () =>
    (await sql<{ id: string; partySize: number }>`select id, party_size from reservations where venue_id = ${venue.id}`.execute(db)).rows
  const wanted = bookings.map(({ id, remoteId }) => `${id} ${rms!.book.get(remoteId)!.partySize}`).toSorted()
  await expect
    .poll(async () => (await sizes()).map(({ id, partySize }) => `${id} ${partySize}`).toSorted(), { interval: 200 })
    .toEqual(wanted)
  const waiting = async () => (await sql`select from webhook_deliveries where state <> 'delivered'`.execute(db)).rows.length
  await expect.poll(waiting, { interval: 200 }).toBe(0)

  const { rows: events } = await sql<{ id: string; reservationId: string; sequence: string }>`
      select id, reservation_id, sequence from webhook_events where channel_id = ${channel.id}`.execute(db)
  const sequenceOf = new Map(events.map(({ id, sequence }) => [id, Number(sequence)]))
  const heard = receiver.received.map(({ text, body }): ReceivedEvent => {
    const id = String(body['event_id'])
    return { id, reservation: String(body['entity_id']), text, sequence: sequenceOf.get(id)! }
  })
  expect(new Set(heard.map(({ id }) => id))).toEqual(new Set(events.map(({ id }) => id)))
  // Repeated word by word.
  for (const same of Map.groupBy(heard, ({ id }) => id).values()) expect(new Set(same.map(({ text }) => text)).size).toBe(1)
  // Of each booking one after the other: nothing older comes after something newer.
  for (const [reservation, all] of Map.groupBy(heard, (one) => one.reservation)) {
    const order = all.map(({ sequence }) => sequence)
    expect([reservation, order]).toEqual([reservation, order.toSorted((x, y) => x - y)])
  }
  expect(events.length).toBeGreaterThan(bookings.length)
})
