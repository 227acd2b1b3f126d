import type { BcBooking } from '@tablewire/contracts/channels/channel-api-objects'
import { acceptRemoteState, onChangeNotice } from '@tablewire/server/features/rms-bookings/api'
import fc from 'fast-check'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FaultKind } from '../../sandbox/src/rms/faults.ts'
import type { Rms } from '../../sandbox/src/rms/serve-rms.ts'
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
let token: string
beforeAll(async () => {
  remote = await aRemoteShop({ TABLEWIRE_WAITS: 'failed=800,stale=800,change=500,firstRetry=100,longestRetry=1000' })
  ;({ rms, shop } = remote)
  system = await remote.connect({ keyInNotes: false, lateSeconds: 2 })
  venue = await remote.openRemote(system)
  token = await shop.signIn(await aUser(shop.container.db, { roles: ['ROLE_SUPER_ADMIN', 'ROLE_ADMIN'] }))
})
afterAll(() => remote.close())

/** What somebody does to the booking: the guest by the channel, the venue by the portal, the restaurant in its own system. */
const step = fc.oneof(
  fc.record({ by: fc.constant('channel' as const), partySize: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ by: fc.constant('staff' as const), partySize: fc.integer({ min: 1, max: 4 }) }),
  fc.record({
    by: fc.constant('system' as const),
    partySize: fc.integer({ min: 1, max: 4 }),
    told: fc.constantFrom('hint', 'twice', 'stated', 'lost'),
  }),
  fc.record({ by: fc.constantFrom('channel cancels' as const, 'staff cancels' as const, 'system cancels' as const) }),
)
type Step = { by: string; partySize?: number; told?: string }
const trouble = fc.array(
  fc.record({
    kind: fc.constantFrom<FaultKind>('error_before', 'error_after', 'cut', 'garbage', 'conflict', 'busy'),
    on: fc.constantFrom('create', 'change', 'cancel', 'find', 'search'),
    times: fc.integer({ min: 1, max: 2 }),
  }),
  { maxLength: 3 },
)

let days = 2
const take = async (id: string, one: Step): Promise<void> => {
  const ctx = shop.container.systemCtx('test')
  const { rows } = await sql<{ remoteId: string | null }>`select remote_id from remote_bookings where reservation_id = ${id}`.execute(
    ctx.db,
  )
  const remoteId = rows[0]?.remoteId ?? null
  const staff = (method: string, path: string, body: object) => shop.ask({ method, url: `/v1/reservations/${id}${path}`, token, body })
  if (one.by === 'channel') await shop.call(`booking/${id}`, { partySize: one.partySize }, { method: 'PUT' })
  if (one.by === 'staff') await staff('PATCH', '', { partySize: one.partySize })
  if (one.by === 'channel cancels') await shop.call(`booking/${id}/cancel`, { cancelActor: 'guest' }, { method: 'PUT' })
  if (one.by === 'staff cancels') await staff('POST', '/cancel', { reason: 'closed' })
  if (remoteId === null) return
  if (one.by === 'system') rms.book.change(remoteId, { partySize: one.partySize! })
  if (one.by === 'system cancels') rms.book.change(remoteId, { status: 'canceled', cancelActor: 'venue' })
  if (one.told === 'stated') await acceptRemoteState(ctx, { systemId: system.id, booking: { id: remoteId, partySize: one.partySize! } })
  else if (one.told !== 'lost')
    for (let n = one.told === 'twice' ? 2 : 1; n > 0; n--) await onChangeNotice(ctx, { systemId: system.id, remoteId })
}

test('HU4: changed from three sides at once, with answers lost on the way, both sides end with the same booking', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 6 }), trouble, async (steps, faults) => {
      const contact = aContact({ email: `${randomUUID()}@example.test` })
      const held = await shop.call<{ id: string }>('pending-booking', {
        venueId: venue.id,
        date: shop.at('20:00', ++days, venue),
        partySize: 2,
      })
      const { id } = held.body
      rms.faults.set(faults.map((fault) => ({ ...fault, probability: 1, ms: 0 })))
      const commit = shop.call<BcBooking>(`pending-booking/${id}`, { contact }, { method: 'PUT' })
      // Half of it while it is being made.
      await Promise.all([commit, ...steps.slice(0, 2).map((one) => take(id, one))])
      await Promise.all(steps.slice(2).map((one) => take(id, one)))
      rms.faults.set([])
      const { db } = shop.container
      const ctx = shop.container.systemCtx('test')
      const known = (await sql<{ remoteId: string | null }>`select remote_id from remote_bookings where reservation_id = ${id}`.execute(db))
        .rows[0]
      // What the system changed without a word is found at the latest by the next look.
      if (known?.remoteId) await onChangeNotice(ctx, { systemId: system.id, remoteId: known.remoteId })
      await expect
        .poll(
          async () =>
            (
              await sql<{
                state: string
              }>`select state from remote_bookings where reservation_id = ${id} and (state not in ('live', 'closed') or (look_again and next_at < now() + interval '30 seconds'))`.execute(
                db,
              )
            ).rows,
          { interval: 100 },
        )
        .toEqual([])
      const { rows } = await sql<{ status: string; partySize: number; remoteId: string | null }>`
        select r.status, r.party_size, b.remote_id from reservations r left join remote_bookings b on b.reservation_id = r.id where r.id = ${id}`.execute(
        db,
      )
      const there = remote.there(contact.email)
      expect(there.length).toBeLessThanOrEqual(1)
      const here = rows[0]!
      const standing = there.filter(({ status }) => status === 'confirmed')
      expect(here.status === 'confirmed' ? [[here.remoteId, here.partySize]] : []).toEqual(
        standing.map((booking) => [booking.id, booking.partySize]),
      )
      expect(['confirmed', 'canceled', 'rejected']).toContain(here.status)
    }),
    { numRuns: 12 },
  )
})
