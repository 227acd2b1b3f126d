import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChannel, ctxOfChannel, type TestChannel } from '../../../../tests/build/a-channel.ts'
import { aCtx, aDb, type OpenDb, recordingPorts } from '../../../../tests/build/a-ctx.ts'
import { aReservation } from '../../../../tests/build/a-reservation.ts'
import { aSystem } from '../../../../tests/build/a-system.ts'
import { aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import { recordAnswer, recordBooking, writeHealth } from '#src/features/channels/api.ts'
import { builtInSystemId } from '#src/features/venues/api.ts'
import { restaurantConfirms } from './api.ts'
import { proofFollower } from './follow-proofs.ts'
import { activate, proveAll } from './prove-steps.ts'
import { onboardingHandlers as onboarding } from './routes.ts'

let open: OpenDb
beforeAll(async () => {
  open = await aDb()
})
afterAll(() => open.close())

let count = 0
const word = { name: 'Casa', address: 'Calle Mayor 1', hours: 'Mon', accessFor: [], termsVersion: '1' }

/** A request that waits for a channel, whose link is asked for. */
const waiting = async ({ comesLater = false } = {}) => {
  const { db } = open
  const externalId = `p-${++count}`
  const channel = await aChannel(db)
  const venue = comesLater ? undefined : await aVenue(db, { externalId })
  const systemId = comesLater ? (await aSystem(db)).id : builtInSystemId
  const body = { venueName: 'Casa', systemId, channelId: channel.id, requester: 'bc' as const, rmsVenueId: externalId }
  const { id } = await onboarding.create(aCtx(db), { body })
  await restaurantConfirms(aCtx(db), id, word)
  await activate(aCtx(db), { requestId: id })
  if (venue) return { id, channel, venue }
  const later = await aVenue(db, { externalId })
  await db.updateTable('venues').set({ systemId }).where('id', '=', later.id).execute()
  return { id, channel, venue: later }
}
const read = (id: string) => open.db.selectFrom('onboardingRequests').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const kindsOf = async (id: string) =>
  (await open.db.selectFrom('onboardingHistory').select('kind').where('requestId', '=', id).orderBy('id').execute()).map(({ kind }) => kind)
const linkTo = (state: string, channel: TestChannel) =>
  sql`update channel_venues set state = ${state} where channel_id = ${channel.id}`.execute(open.db)
const answered = async (channel: TestChannel, venue: TestVenue, offers: boolean) => {
  const { ports, live } = recordingPorts()
  const ctx = ctxOfChannel(open.db, channel, { ports })
  recordAnswer(ctx, venue.id, offers)
  await writeHealth(ctx)
  return live
}
const booked = async (channel: TestChannel, venue: TestVenue, status: 'confirmed' | 'held' = 'confirmed') => {
  const { id } = await aReservation(open.db, venue, { channelId: channel.id, source: 'channel', status })
  await sql`insert into reservation_events (venue_id, reservation_id, id, kind, to_status, side, actor_kind, actor_name)
    values (${venue.id}, ${id}, gen_random_uuid(), ${status === 'held' ? 'held' : 'booked'}, ${status}, 'channel', 'channel', 'test')`.execute(
    open.db,
  )
}

test('ON3: the link is asked for once, in the name of the restaurant', async () => {
  const { id, channel, venue } = await waiting()
  const link = () => open.db.selectFrom('channelVenues').select(['state', 'version']).where('channelId', '=', channel.id).execute()
  expect(await link()).toMatchObject([{ state: 'requested' }])
  const before = await link()
  await activate(aCtx(open.db), { requestId: id })
  expect(await link()).toEqual(before)
  const events = await open.db.selectFrom('linkEvents').select(['move', 'side']).where('venueId', '=', venue.id).execute()
  expect(events).toEqual([{ move: 'connect', side: 'venue' }])
})

test('ON3: only what happens after the request and on sale proves anything; all of it makes it live', async () => {
  const { id, channel, venue } = await waiting()
  await answered(channel, venue, true)
  await booked(channel, venue, 'held')
  await proveAll(aCtx(open.db))
  expect(await read(id)).toMatchObject({ status: 'bc_activation', visibleAt: null, availableAt: null, onboardedAt: null })
  await linkTo('live', channel)
  await booked(channel, venue)
  await linkTo('paused', channel)
  await proveAll(aCtx(open.db))
  const half = await read(id)
  expect([half.status, half.visibleAt, half.onboardedAt === null]).toEqual(['bc_activation', null, false])
  await linkTo('live', channel)
  await proveAll(aCtx(open.db))
  expect((await read(id)).status).toBe('live')
  expect((await kindsOf(id)).slice(-4)).toEqual(['onboarded', 'visible', 'available', 'live'])
  const entries = await sql<{ action: string }>`select action from audit_entries where subject_id = ${id} order by at desc limit 1`.execute(
    open.db,
  )
  expect(entries.rows).toEqual([{ action: 'onboarding.moved' }])
})

test('ON3: a first answer and a first table are told at once, and no more when nobody waits', async () => {
  const { id, channel, venue } = await waiting()
  await linkTo('live', channel)
  const told = [{ type: 'channel', venueId: venue.id, id: channel.id, kind: 'proved' }]
  expect(await answered(channel, venue, false)).toEqual(told)
  expect(await answered(channel, venue, false)).toEqual([])
  expect(await answered(channel, venue, true)).toEqual(told)
  await booked(channel, venue)
  const message = { type: 'channel' as const, venueId: venue.id, id: channel.id, kind: 'proved', at: new Date().toISOString() }
  await proofFollower.take(aCtx(open.db), [{ id: 1, xid: '1', message }])
  expect((await read(id)).status).toBe('live')
  const { ports, live } = recordingPorts()
  const ctx = ctxOfChannel(open.db, channel, { ports })
  recordBooking(ctx, venue.id)
  await writeHealth(ctx)
  expect([live, proofFollower.wants(message)]).toEqual([[], true])
})

test('ON3: a venue that comes to the hub after its request is found', async () => {
  const { id, venue } = await waiting({ comesLater: true })
  expect((await read(id)).venueId).toBeNull()
  await proveAll(aCtx(open.db))
  expect((await read(id)).venueId).toBe(venue.id)
  expect((await kindsOf(id)).at(-1)).toBe('venue_found')
})

test('ON3: one that was here before its request, of another system then, is asked itself', async () => {
  const { db } = open
  const { id: systemId } = await aSystem(db)
  const before = await aVenue(db, { externalId: `p-${++count}` })
  const body = { venueName: 'Casa', systemId, channelId: (await aChannel(db)).id, requester: 'bc' as const, rmsVenueId: before.externalId }
  const { id } = await onboarding.create(aCtx(db), { body })
  await restaurantConfirms(aCtx(db), id, word)
  await db.updateTable('venues').set({ systemId }).where('id', '=', before.id).execute()
  await proveAll(aCtx(db))
  expect(await read(id)).toMatchObject({ venueId: before.id, status: 'restaurant_activation', restaurantConfirmedAt: null })
})

test('ON3: what refuses the link is told in the history', async () => {
  const { db } = open
  const channel = await aChannel(db)
  const venue = await aVenue(db, { externalId: `p-${++count}` })
  const body = { venueName: 'Casa', systemId: builtInSystemId, channelId: channel.id, requester: 'bc' as const, mozrestId: venue.id }
  const { id } = await onboarding.create(aCtx(db), { body })
  await restaurantConfirms(aCtx(db), id, word)
  await db.updateTable('channels').set({ active: false }).where('id', '=', channel.id).execute()
  await activate(aCtx(db), { requestId: id })
  expect((await kindsOf(id)).at(-1)).toBe('link_refused')
})
