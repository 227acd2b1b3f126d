import type { BcBooking } from '@tablewire/contracts/channels/channel-api-objects'
import { onChangeNotice } from '@tablewire/server/features/rms-bookings/api'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Rms } from '../../sandbox/src/rms/serve-rms.ts'
import { bookThere } from '../build/a-remote-venue.ts'
import type { TestSystem } from '../build/a-system.ts'
import type { TestVenue } from '../build/a-venue.ts'
import { aRemoteShop, type RemoteShop } from './a-remote-shop.ts'
import { aContact, type Shop } from './a-shop.ts'

// While our own create is on its way, something else is written down under the id that the system is about to answer.
let remote: RemoteShop
let rms: Rms
let shop: Shop
let system: TestSystem
let venue: TestVenue
beforeAll(async () => {
  remote = await aRemoteShop()
  ;({ rms, shop } = remote)
  system = await remote.connect()
  venue = await remote.openRemote(system)
})
afterAll(() => remote.close())
beforeEach(() => rms.faults.set([]))

let days = 3
const contact = () => aContact({ email: `${randomUUID()}@example.test` })
const book = async (guest: { email: string }): Promise<BcBooking> => {
  const body = { venueId: venue.id, date: shop.at('20:00', ++days, venue), partySize: 2, contact: guest }
  return (await shop.call<BcBooking>('booking', body, { idempotencyKey: randomUUID() })).body
}

type Standing = { id: string; source: string; status: string; state: string | null; remoteId: string | null }
const standing = async (id: string): Promise<Standing> =>
  (
    await sql<Standing>`
      select r.id, r.source, r.status, b.state, b.remote_id from reservations r
        left join remote_bookings b on b.venue_id = r.venue_id and b.reservation_id = r.id
      where r.id = ${id}`.execute(shop.container.db)
  ).rows[0]!
const idOf = async (remoteId: string): Promise<string | undefined> =>
  (await sql<{ id: string }>`select reservation_id as id from remote_bookings where remote_id = ${remoteId}`.execute(shop.container.db))
    .rows[0]?.id
const giveId = (from: string, to: string) =>
  sql`
    with gone as (delete from remote_bookings where remote_id = ${from} returning *)
    insert into remote_bookings
    select one.* from gone, jsonb_populate_record(null::remote_bookings, to_jsonb(gone) || jsonb_build_object('remote_id', ${to}::text)) as one`.execute(
    shop.container.db,
  )

/** Books; once the system has made it and before it answers, the booking here that had the id `earlier` has that of the new one. */
const bookUnder = async (earlier: string): Promise<{ booked: BcBooking; remoteId: string }> => {
  const guest = contact()
  rms.faults.set([{ kind: 'slow', probability: 1, on: 'create', ms: 1500, times: 1 }])
  const booking = book(guest)
  await expect.poll(() => remote.there(guest.email).length, { interval: 20 }).toBe(1)
  const remoteId = remote.there(guest.email)[0]!.id
  await giveId(earlier, remoteId)
  return { booked: await booking, remoteId }
}

test('HU4: a mirror of the booking that is just being made gives way to it', async () => {
  const byPhone = bookThere(rms, { startSec: shop.at('20:00', ++days, venue) })
  await onChangeNotice(shop.container.systemCtx('test'), { systemId: system.id, remoteId: byPhone, venueId: venue.id })
  await expect.poll(() => idOf(byPhone)).toBeDefined()
  const mirrorId = (await idOf(byPhone))!

  const { booked, remoteId } = await bookUnder(byPhone)
  expect(booked.status).toBe('confirmed')
  expect(await standing(booked.id)).toMatchObject({ source: 'channel', status: 'confirmed', state: 'live', remoteId })
  expect(await standing(mirrorId)).toMatchObject({ source: 'system', status: 'canceled', state: null })
})

test('HU4: an id that another guest’s booking has is nobody’s to take: people decide, and both stay as they are', async () => {
  const first = contact()
  const { id } = await book(first)
  const { booked, remoteId } = await bookUnder(remote.there(first.email)[0]!.id)
  expect(booked.status).toBe('pending')
  expect(await standing(booked.id)).toMatchObject({ status: 'pending_confirmation', state: 'stuck', remoteId: null })
  expect(await standing(id)).toMatchObject({ status: 'confirmed', state: 'live', remoteId })
})

test('HU4: what people write at the booking while the system is asked stays, and the answer is taken all the same', async () => {
  const guest = contact()
  rms.faults.set([{ kind: 'slow', probability: 1, on: 'create', ms: 1500, times: 1 }])
  const booking = book(guest)
  await expect.poll(() => remote.there(guest.email).length, { interval: 20 }).toBe(1)
  await sql`update reservations set tags = '{vip}', version = version + 1 where guest_email = ${guest.email}`.execute(shop.container.db)
  const booked = await booking
  expect(booked.status).toBe('confirmed')
  const { rows } = await sql`select status, tags, version from reservations where id = ${booked.id}`.execute(shop.container.db)
  expect(rows).toEqual([{ status: 'confirmed', tags: ['vip'], version: 3 }])
  expect(await standing(booked.id)).toMatchObject({ state: 'live', remoteId: remote.there(guest.email)[0]!.id })
})
