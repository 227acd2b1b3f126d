import { retainGuestsJob } from '@tablewire/server/features/guest-data/retain-guests'
import { addEntry } from '@tablewire/server/features/waitlist/add-entry'
import { changeSettings } from '@tablewire/server/features/waitlist/settings'
import { waitPath } from '@tablewire/server/features/waitlist/wait-link'
import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aReservation, dayFromNow } from '../build/a-reservation.ts'
import { aServer, firstAdmin, type TestServer } from '../build/a-server.ts'
import { aCompany, aShift, aVenue, type TestVenue } from '../build/a-venue.ts'
import { aShop, type Shop } from './a-shop.ts'

let shop: Shop
let worker: TestServer | undefined
const env = { TABLEWIRE_SECRET_KEY: 'a key that outlives each of its processes' }
beforeAll(async () => {
  shop = await aShop({ env })
})
afterAll(() => shop.close())
afterEach(async () => {
  await worker?.stop()
  worker = undefined
})
const system = () => shop.container.systemCtx('test')
/** The product in a process of its own, on the same database. */
const start = async (): Promise<TestServer> => (worker = await aServer({ databaseUrl: shop.container.ports.config.databaseUrl!, env }))
const die = async (): Promise<void> => {
  await worker!.kill()
  worker = undefined
}

const seats = { id: crypto.randomUUID(), name: 'Main room', names: {}, description: '', capacity: 2, byDefault: true, online: true }
const aHouse = async (): Promise<TestVenue> => {
  const { db } = shop.container
  const shifts = [aShift({ from: '18:00', to: '23:00', lastSeating: '18:00', intervalMinutes: 60 })]
  const venue = await aVenue(db, { book: { areas: [seats], shifts } })
  await db.updateTable('venues').set({ quietFrom: 0, quietUntil: 0 }).where('id', '=', venue.id).execute()
  await changeSettings(system(), venue.id, { open: true, offerMinutes: 10 })
  return venue
}
const joins = async (venue: TestVenue, lastName: string): Promise<string> => {
  const { id } = await addEntry(system(), venue.id, {
    kind: 'day',
    date: dayFromNow(3, venue),
    from: '18:00',
    until: '18:00',
    partySize: 2,
    lastName,
    firstName: 'Noa',
    email: `${lastName.toLowerCase()}@waits.example`,
    phone: null,
    lang: 'en',
    areaId: null,
    notes: null,
  })
  return waitPath(system(), id)
}
const entries = async (venue: TestVenue): Promise<Record<string, string>> => {
  const rows = await shop.container.db
    .selectFrom('waitlistEntries')
    .select(['lastName', 'status'])
    .where('venueId', '=', venue.id)
    .execute()
  return Object.fromEntries(rows.map(({ lastName, status }) => [lastName, status]))
}
const becomes = async (venue: TestVenue, states: Record<string, string>): Promise<void> => {
  await expect.poll(() => entries(venue), { interval: 50 }).toEqual(states)
}
/** How often the one table stands in the book: as a booking, or kept for somebody. */
const taken = async (venue: TestVenue) =>
  (
    await sql<{ booked: number; held: number }>`
    select count(*) filter (where status = 'confirmed')::integer as booked, count(*) filter (where status = 'held')::integer as held
    from reservations where venue_id = ${venue.id}`.execute(shop.container.db)
  ).rows[0]!
const cancelAll = (venue: TestVenue) =>
  sql`update reservations set status = 'canceled', cancel_actor = 'venue', version = version + 1 where venue_id = ${venue.id} and status = 'confirmed'`.execute(
    shop.container.db,
  )
const offersTo = async (venue: TestVenue) =>
  (
    await sql<{ state: string }>`select state from guest_messages where venue_id = ${venue.id} and kind = 'waitlist_offer'`.execute(
      shop.container.db,
    )
  ).rows.map(({ state }) => state)

test('WI1: kill -9 between an offer and its acceptance: no place twice, none lost, and the next one is offered', async () => {
  const venue = await aHouse()
  await aReservation(shop.container.db, venue, { date: dayFromNow(3, venue), time: '18:00' })
  const first = await joins(venue, 'First')
  await joins(venue, 'Second')
  await joins(venue, 'Third')
  await start()
  await cancelAll(venue)
  await becomes(venue, { First: 'offered', Second: 'waiting', Third: 'waiting' })
  const accept = (): Promise<number> =>
    fetch(`${worker!.url}${first}`, { method: 'POST', body: new URLSearchParams({ act: 'accept' }), redirect: 'manual' }).then(
      ({ status }) => status,
      () => 0,
    )
  const sent = accept()
  await sleep(Math.random() * 40)
  await die()
  await sent
  // Either it was taken, or it still waits for him; nobody else has it.
  const { booked, held } = await taken(venue)
  expect(booked + held).toBe(1)
  expect(await entries(venue)).toMatchObject({ First: booked ? 'booked' : 'offered', Second: 'waiting', Third: 'waiting' })
  await start()
  expect(await Promise.all([accept(), accept()])).toEqual([303, 303])
  expect(await taken(venue)).toEqual({ booked: 1, held: 0 })

  await cancelAll(venue)
  await becomes(venue, { First: 'booked', Second: 'offered', Third: 'waiting' })
  await die()
  // Nobody is there while its time runs out.
  const { db } = shop.container
  await sql`update waitlist_entries set offer_until = now() - interval '1 second' where venue_id = ${venue.id} and status = 'offered'`.execute(
    db,
  )
  await sql`update waitlist_due set next_at = now() where venue_id = ${venue.id}`.execute(db)
  await start()
  await becomes(venue, { First: 'booked', Second: 'lapsed', Third: 'offered' })
  expect(await taken(venue)).toEqual({ booked: 0, held: 1 })
  // Each was offered it once; what was on its way to somebody whose time is over does not go.
  await expect.poll(async () => (await offersTo(venue)).includes('queued'), { timeout: 120_000 }).toBe(false)
  expect(await offersTo(venue)).toHaveLength(3)
}, 300_000)

/** Somebody else has this row in hand, so that who needs it stops there. */
const inHand = async (text: string, values: unknown[]): Promise<{ waited: () => Promise<boolean>; let: () => Promise<void> }> => {
  const client = new pg.Client({ connectionString: shop.container.ports.config.databaseUrl! })
  client.on('error', () => undefined)
  await client.connect()
  await client.query('begin')
  await client.query(text, values)
  return {
    waited: async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query ilike '%erase_%'`.execute(
        shop.container.db,
      )
      return rows.length > 0
    },
    let: async () => {
      await client.query('rollback')
      await client.end()
    },
  }
}
const stands = async (venue: TestVenue) =>
  (
    await sql<{ erased: number; named: number; half: number }>`
    select count(*) filter (where erased_at is not null)::integer as erased,
      count(*) filter (where guest_last_name <> '' or guest_email is not null or notes is not null)::integer as named,
      count(*) filter (where (erased_at is null) <> (guest_last_name <> ''))::integer as half
    from reservations where venue_id = ${venue.id}`.execute(shop.container.db)
  ).rows[0]!
const aGuest = async (venue: TestVenue, email: string): Promise<string> => {
  const id = crypto.randomUUID()
  await sql`insert into guests (venue_id, id, first_name, last_name, email) values (${venue.id}, ${id}, 'Zoe', 'Quist', ${email})`.execute(
    shop.container.db,
  )
  return id
}
const past = {
  date: '2024-05-10',
  createdAt: '2024-05-01T10:00:00Z',
  status: 'completed',
  guestLastName: 'Quist',
  notes: 'By the window',
} as const

test('WI1: kill -9 in the midst of forgetting: what was begun is whole or not at all, and goes on', async () => {
  const { db } = shop.container
  const companyId = await aCompany(db)
  const venue = await aVenue(db, { companyId })
  const rows: string[] = []
  // More than one batch; the second one meets somebody who has a row of it in hand.
  for (let nth = 0; nth < 230; nth++) rows.push((await aReservation(db, venue, past)).id)
  const last = rows.toSorted().at(-1)!
  await sql`update companies set guest_months = 6 where id = ${companyId}`.execute(db)
  const hand = await inHand('select from reservations where venue_id = $1 and id = $2 for update', [venue.id, last])
  await start()
  await system().ports.jobs.enqueue(system(), retainGuestsJob, {})
  await expect.poll(hand.waited, { interval: 20 }).toBe(true)
  await die()
  await hand.let()
  expect(await stands(venue)).toEqual({ erased: 200, named: 30, half: 0 })
  await start()
  await system().ports.jobs.enqueue(system(), retainGuestsJob, {})
  await expect.poll(() => stands(venue)).toEqual({ erased: 230, named: 0, half: 0 })
}, 240_000)

test('WI1: kill -9 in the midst of erasing one guest: nothing is half gone, and asked again all of it goes', async () => {
  const { db } = shop.container
  const [one, other] = [await aVenue(db), await aVenue(db)]
  const email = 'zoe@forget.example'
  const ids: string[] = []
  for (const venue of [one, other]) {
    const guestId = await aGuest(venue, email)
    ids.push(guestId)
    await aReservation(db, venue, { ...past, guestId, guestEmail: email })
  }
  // The venues go in the order of their ids: the second one stops.
  const [, second] = [one, other].toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const hand = await inHand('select from guests where venue_id = $1 and email = $2 for update', [second!.id, email])
  await start()
  const ask = async (): Promise<number> => {
    const grant = {
      grant_type: 'password',
      client_id: 'portal',
      client_secret: 'portal',
      username: firstAdmin.email,
      password: firstAdmin.password,
    }
    const json = { 'content-type': 'application/json' }
    const signed = await fetch(`${worker!.url}/v2/token`, { method: 'POST', headers: json, body: JSON.stringify(grant) })
    const { access_token: token } = (await signed.json()) as { access_token: string }
    const headers = { ...json, authorization: `Bearer ${token}` }
    const answer = await fetch(`${worker!.url}/v1/guest-data/erasures`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ email, confirm: email }),
    })
    return answer.status
  }
  const asked = ask().catch(() => 0)
  await expect.poll(hand.waited, { interval: 20 }).toBe(true)
  await die()
  expect(await asked).toBe(0)
  await hand.let()
  for (const venue of [one, other]) expect(await stands(venue)).toEqual({ erased: 0, named: 1, half: 0 })
  expect((await sql`select from guest_erasures`.execute(db)).rows).toEqual([])
  await start()
  expect(await ask()).toBeLessThan(300)
  for (const venue of [one, other]) expect(await stands(venue)).toEqual({ erased: 1, named: 0, half: 0 })
  expect((await sql`select from guests where email = ${email}`.execute(db)).rows).toEqual([])
}, 240_000)
