import type { BcBooking } from '@tablewire/contracts/channels/channel-api-objects'
import type { Notification } from '@tablewire/contracts/operations/notifications'
import type { Reservation } from '@tablewire/contracts/booking/reservations'
import type { Journey } from '@tablewire/contracts/operations/traces'
import { acceptRemoteState, onChangeNotice } from '@tablewire/server/features/rms-bookings/api'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Rms } from '../../sandbox/src/rms/serve-rms.ts'
import { bookThere } from '../build/a-remote-venue.ts'
import type { TestSystem } from '../build/a-system.ts'
import { aUser } from '../build/a-user.ts'
import type { TestVenue } from '../build/a-venue.ts'
import { aRemoteShop, type RemoteShop } from './a-remote-shop.ts'
import { aContact, type Shop } from './a-shop.ts'

let remote: RemoteShop
let rms: Rms
let shop: Shop
let system: TestSystem
let venue: TestVenue
let manager: string
beforeAll(async () => {
  remote = await aRemoteShop()
  ;({ rms, shop } = remote)
  system = await remote.connect({ keyInNotes: true })
  venue = await remote.openRemote(system)
  manager = await shop.signIn(await aUser(shop.container.db, { companyId: venue.companyId }))
})
afterAll(() => remote.close())

const get = async <T>(url: string): Promise<T> => {
  await shop.container.ports.traces.stop()
  return (await shop.ask({ method: 'GET', url, token: manager })).json<{ data: T }>().data
}
const news = async (): Promise<Notification[]> =>
  (await get<Notification[]>('/v1/notifications?limit=50')).filter(({ event }) => event === 'sync_failure')

test('HU4: a second booking under the key of one of ours is told to the venue’s people once, shows in the journey, and is forgotten when it is gone there', async () => {
  const { db } = shop.container
  const date = shop.at('20:00', 4, venue)
  const booked = await shop.call<BcBooking>('booking', { venueId: venue.id, date, partySize: 2, contact: aContact() })
  const { id, reference } = booked.body
  const row = async () =>
    (
      await sql<{
        key: string
        remoteId: string
        doubles: string[]
      }>`select key, remote_id, doubles from remote_bookings where reservation_id = ${id}`.execute(db)
    ).rows[0]!
  const { key, remoteId } = await row()
  const doubleId = bookThere(rms, { startSec: date, notes: `[ref ${key}]`, channel: { id: shop.channel.id, name: 'Guide' } })
  const ctx = shop.container.systemCtx('test')
  await onChangeNotice(ctx, { systemId: system.id, remoteId: doubleId, venueId: venue.id })
  await expect.poll(async () => (await news()).length, { interval: 250 }).toBe(1)
  expect((await news())[0]!.about).toBe(`${reference}: the system has this booking twice under its key: ${remoteId}, ${doubleId}`)
  const { hops, waiting } = await get<Journey>(`/v1/reservations/${id}/journey`)
  expect(waiting).toMatchObject([{ kind: 'system', given: true, error: expect.stringContaining(doubleId) }])
  expect(hops.filter(({ operation }) => operation === 'doubled')).toHaveLength(1)
  expect((await get<Reservation>(`/v1/reservations/${id}`)).remote?.lastError).toContain(doubleId)

  // Every round over the bookings names it again: nobody is told a second time, and it becomes no reservation of its own.
  const stated = { id: doubleId, status: 'confirmed' as const, startsAt: new Date(date * 1000).toISOString(), partySize: 2, key }
  for (let round = 0; round < 2; round++) await acceptRemoteState(ctx, { systemId: system.id, venueId: venue.id, booking: stated })
  expect((await row()).doubles).toEqual([doubleId])
  const told = await sql<{ n: number }>`select count(*)::int as n from pgboss.job where name = 'hub.trouble'`.execute(db)
  expect(told.rows[0]!.n).toBe(1)
  expect(await news()).toHaveLength(1)
  expect((await sql`select from reservations where venue_id = ${venue.id}`.execute(db)).rows).toHaveLength(1)

  rms.book.change(doubleId, { status: 'canceled', cancelActor: 'venue' })
  await shop.ask({ method: 'POST', url: `/v1/reservations/${id}/journey/settle`, token: manager })
  await expect.poll(async () => (await row()).doubles, { interval: 250 }).toEqual([])
  expect((await get<Journey>(`/v1/reservations/${id}/journey`)).waiting.filter(({ given }) => given)).toEqual([])
  expect((await get<Reservation>(`/v1/reservations/${id}`)).status).toBe('confirmed')
})
