import type { GoogleLaunch } from '@tablewire/contracts/google/google-launch'
import type { Notification } from '@tablewire/contracts/operations/notifications'
import type { Connection } from '@tablewire/contracts/operations/traces'
import { writeCalls } from '@tablewire/server/features/google-booking/count-calls'
import { watchCalls } from '@tablewire/server/features/google-booking/watch-calls'
import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aUser } from '../build/a-user.ts'
import { anArea } from '../build/a-venue.ts'
import { aGoogle, aSlot, creation, type Google, slotTime } from './a-google.ts'
import { aShop, type Shop } from './a-shop.ts'

let shop: Shop
let google: Google
let token: string
beforeAll(async () => {
  shop = await aShop({ work: true })
  google = await aGoogle(shop)
  token = await shop.signIn(await aUser(shop.container.db, { roles: ['ROLE_SUPER_ADMIN', 'ROLE_ADMIN'] }))
}, 60_000)
afterAll(() => shop.close())

const watch = async (minutes = 0): Promise<void> => {
  const ctx = shop.container.systemCtx('googleBooking.watchCalls')
  await writeCalls(ctx)
  await watchCalls({ ...ctx, clock: () => Temporal.Now.instant().add({ minutes }) })
}
const connection = async (): Promise<Connection> =>
  (await shop.ask({ method: 'GET', url: '/v1/connections', token }))
    .json<{ data: Connection[] }>()
    .data.find(({ id }) => id === shop.channel.id)!
const told = async (): Promise<NonNullable<Notification['googleTrouble']>[]> =>
  (await shop.ask({ method: 'GET', url: '/v1/notifications?limit=50', token }))
    .json<{ data: Notification[] }>()
    .data.flatMap(({ googleTrouble }) => googleTrouble ?? [])

test('GO1: beyond what Google allows of a method is told once, stands in Health, and is told once when it is over', async () => {
  const venue = await shop.openVenue({ book: { areas: [anArea({ capacity: 400 })] } })
  const at = shop.at('19:00', 3, venue)
  const lookup = (merchant_id: string) => google.ask('BatchAvailabilityLookup', { merchant_id, slot_time: [slotTime(at)] })
  for (let nth = 0; nth < 18; nth++) await lookup(venue.id)
  await google.ask('CreateBooking', creation(aSlot(venue.id, at)))
  await watch()
  expect(await told()).toEqual([])
  const well = await connection()
  expect(well.google).toMatchObject([
    { method: 'BatchAvailabilityLookup', calls: 18, failed: 0, late: 0, errorShare: 0.03, ms: 1500, since: null },
    { method: 'CreateBooking', calls: 1, failed: 0, errorShare: 0.05, ms: 4000, since: null },
  ])
  // Google's own limits, not those of others.
  expect(well.kinds.map(({ kind, limits }) => [kind, limits])).toContainEqual(['availability', { errorShare: 0.03, averageMs: 1500 }])
  // One bad call is chance.
  await lookup('nobody')
  await watch()
  expect(await told()).toEqual([])
  await lookup('nobody')
  await Promise.all([watch(), watch(), watch(1)])
  await expect
    .poll(told, { timeout: 20_000 })
    .toMatchObject([{ accountId: google.id, what: 'calls', subject: 'BatchAvailabilityLookup', count: 10, limit: 3 }])
  const bad = await connection()
  expect(bad).toMatchObject({ state: 'failing', since: expect.any(String), beyond: null })
  expect(bad.google[0]).toMatchObject({ method: 'BatchAvailabilityLookup', calls: 20, failed: 2, since: expect.any(String) })
  // Calm for a while before it is over.
  await watch(7)
  await watch(9)
  expect(await told()).toHaveLength(1)
  await Promise.all([watch(13), watch(13)])
  await expect.poll(async () => (await told()).map(({ what }) => what).toSorted(), { timeout: 20_000 }).toEqual(['calls', 'calls_over'])
  expect((await connection()).google.every(({ since }) => since === null)).toBe(true)
})

test('GO1: a call that comes later than Google waits is a bad one, and a place that had gone counts against bookings', async () => {
  const { db } = shop.container
  const other = await aGoogle(shop, { environment: 'sandbox' })
  const minute = new Date()
  const counted = [
    {
      account_id: other.id,
      method: 'UpdateBooking',
      minute,
      calls: 100,
      failed: 2,
      late: 4,
      duration_ms: 60_000,
      times: [100, 200, 300, 5000],
    },
    { account_id: other.id, method: 'ListBookings', minute, calls: 100, failed: 50, late: 2, duration_ms: 60_000, times: [] },
  ]
  await sql`insert into google_calls select * from json_populate_recordset(null::google_calls, ${JSON.stringify(counted)}::json)`.execute(
    db,
  )
  await watch()
  const mine = (await connection()).google.filter(({ accountId }) => accountId === other.id)
  // What Google has no limits for is not judged by those of lookups.
  expect(mine.map(({ method, since }) => [method, since !== null])).toEqual([['UpdateBooking', true]])
  // Each account is measured by its own calls, although both book as one channel.
  const changes = async ({ id }: Google) =>
    (await shop.ask({ method: 'GET', url: `/v1/google/accounts/${id}/launch`, token }))
      .json<{ data: GoogleLaunch }>()
      .data.checks.filter(({ name }) => name === 'change_time' || name === 'change_errors')
  expect(await changes(other)).toMatchObject([
    { name: 'change_errors', state: 'missed', figure: 0.06, threshold: 0.05, of: 100 },
    { name: 'change_time', state: 'missed', figure: 4295, threshold: 4000 },
  ])
  expect(await changes(google)).toMatchObject([{ state: 'waiting', figure: null }, { state: 'waiting' }])
  const venue = await shop.openVenue({ book: { areas: [anArea({ capacity: 2 })] } })
  const slot = aSlot(venue.id, shop.at('19:00', 3, venue))
  for (let nth = 0; nth < 3; nth++) await other.ask('CreateBooking', creation(slot))
  await watch()
  expect((await connection()).google).toContainEqual(
    expect.objectContaining({ accountId: other.id, method: 'CreateBooking', calls: 3, failed: 2 }),
  )
  // Who sees some restaurants only hears nothing of how others are doing.
  const manager = await shop.signIn(await aUser(db, { roles: ['ROLE_MANAGER'], companyId: shop.venue.companyId } as never))
  const seen = await shop.ask({ method: 'GET', url: '/v1/connections', token: manager })
  if (seen.statusCode === 200) for (const { google: calls } of seen.json<{ data: Connection[] }>().data) expect(calls).toEqual([])
})

test('GO1: a password that Google has wrong, and changes that it does not take, ring the bell once, after five minutes, and again the next time', async () => {
  const { db } = shop.container
  const kinds = async (): Promise<string[]> => (await told()).filter(({ accountId }) => accountId === google.id).map(({ what }) => what)
  const { rows: troubles } = await sql<{ method: string }>`select method from google_call_troubles where account_id = ${google.id}`.execute(
    db,
  )
  expect(troubles.filter(({ method }) => method === 'signed_out' || method === 'stopped')).toEqual([])
  const known = ['signed_out', 'stopped']
  const ring = async (minutes: number, expected: string[]): Promise<void> => {
    await Promise.all([watch(minutes), watch(minutes)])
    await expect.poll(async () => (await kinds()).filter((what) => known.includes(what)).toSorted(), { timeout: 20_000 }).toEqual(expected)
  }
  await sql`delete from google_refused_sign_ins`.execute(db)
  await sql`update google_passwords set used_at = null where account_id = ${google.id}`.execute(db)
  await sql`insert into google_refused_sign_ins (account_id, since, at) values (${google.id}, now(), now())`.execute(db)
  await ring(1, [])
  await ring(6, ['signed_out'])
  await ring(7, ['signed_out'])
  await sql`insert into google_update_states (account_id, error, error_since) values (${google.id}, 'Google answered 429', now())
    on conflict (account_id) do update set error = excluded.error, error_since = excluded.error_since`.execute(db)
  await ring(6, ['signed_out', 'stopped'])
  // Over: a good sign-in has come, and the next trouble is news again.
  await sql`update google_passwords set used_at = now() + interval '1 minute' where account_id = ${google.id}`.execute(db)
  await ring(7, ['signed_out', 'stopped'])
  await sql`update google_passwords set used_at = null where account_id = ${google.id}`.execute(db)
  await ring(8, ['signed_out', 'signed_out', 'stopped'])
})
