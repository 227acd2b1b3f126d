import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChannel } from '../../../../tests/build/a-channel.ts'
import { aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aReservation, dayFromNow } from '../../../../tests/build/a-reservation.ts'
import { aSystem } from '../../../../tests/build/a-system.ts'
import { aUser, ctxOfUser } from '../../../../tests/build/a-user.ts'
import { aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import { refusal } from '../../../../tests/build/refusal.ts'
import { restoreVenue } from '#src/features/venue-archive/api.ts'
import { readVenue, venueIdOf } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { mergeForecast } from './merge-forecast.ts'
import { mergeVenues } from './merge-venues.ts'

let open: OpenDb
let ctx: Ctx
beforeAll(async () => {
  open = await aDb()
  ctx = ctxOfUser(open.db, await aUser(open.db))
})
afterAll(() => open.close())

let pairs = 0
/** Whoever sees all companies asks by own ids, so no two pairs share one. */
const twins = async (others: Parameters<typeof aVenue>[1] = {}): Promise<{ kept: TestVenue; other: TestVenue }> => {
  const nth = ++pairs
  const kept = await aVenue(open.db, { name: 'Casa Mayor', externalId: `${nth}-kept` })
  return {
    kept,
    other: await aVenue(open.db, { name: 'Casa Mayor (2)', companyId: kept.companyId, externalId: `${nth}-other`, ...others }),
  }
}
const merge = ({ kept, other }: { kept: { id: string }; other: { id: string } }, by = ctx) =>
  mergeVenues(by, { kept: kept.id, other: other.id })
const setLink = (venueId: string, channelId: string, set: object) =>
  open.db.updateTable('channelVenues').set(set).where('venueId', '=', venueId).where('channelId', '=', channelId).execute()
const statesOf = async (venueId: string): Promise<Record<string, string>> => {
  const rows = await open.db.selectFrom('channelVenues').select(['channelId', 'state']).where('venueId', '=', venueId).execute()
  return Object.fromEntries(rows.map(({ channelId, state }) => [channelId, state]))
}

test('VE1: the rehearsal tells what comes over and what stays, and the merge does that', async () => {
  const pair = await twins()
  const { kept, other } = pair
  const sold = await aChannel(open.db, { venues: [other.id] })
  const paused = await aChannel(open.db, { venues: [other.id] })
  const both = await aChannel(open.db, { venues: [kept.id, other.id] })
  await setLink(other.id, paused.id, { state: 'paused' })
  await setLink(other.id, sold.id, { limits: JSON.stringify({ coversPerDay: 12 }) })
  const groupId = '019a0000-0000-7000-8000-0000000000a1'
  await open.db.insertInto('groups').values({ id: groupId, companyId: kept.companyId, name: 'Norte' }).execute()
  await open.db
    .updateTable('venues')
    .set({ groupId, listingEnabled: true, listingEnabledAt: '2026-01-02T10:00:00Z', tripadvisorId: 'T7' })
    .where('id', '=', other.id)
    .execute()
  const manager = { companyId: kept.companyId, roles: ['ROLE_MANAGER' as const], permissions: ['reservations' as const] }
  await aUser(open.db, { ...manager, venues: [other.id] })
  await aUser(open.db, { ...manager, venues: [other.id, kept.id] })
  await aReservation(open.db, other, { date: dayFromNow(-3, other), status: 'completed' })

  expect(await mergeForecast(ctx, kept.id, other.id)).toEqual({
    kept: { id: kept.id, name: 'Casa Mayor', city: 'Madrid', externalId: kept.externalId },
    other: { id: other.id, name: 'Casa Mayor (2)', city: 'Madrid', externalId: other.externalId },
    channels: [sold.name, paused.name],
    channelsStay: [both.name],
    people: 1,
    group: 'Norte',
    groupLeft: null,
    products: ['listing', 'tripadvisor'],
    reservations: 1,
  })
  expect(await merge(pair)).toMatchObject({
    id: kept.id,
    listingEnabled: true,
    listingEnabledAt: '2026-01-02T10:00:00Z',
    tripadvisorId: 'T7',
  })
  expect(await statesOf(kept.id)).toEqual({ [sold.id]: 'live', [paused.id]: 'paused', [both.id]: 'live' })
  expect(new Set(Object.values(await statesOf(other.id)))).toEqual(new Set(['not_enabled']))
  const link = await open.db
    .selectFrom('channelVenues')
    .select('limits')
    .where('venueId', '=', kept.id)
    .where('channelId', '=', sold.id)
    .execute()
  expect(link).toEqual([{ limits: { coversPerDay: 12 } }])
  const { rows } = await sql<{ seers: number; groupId: string }>`
    select (select count(*)::integer from user_venues where venue_id = v.id) as seers, v.group_id from venues v where v.id = ${kept.id}`.execute(
    open.db,
  )
  expect(rows).toEqual([{ seers: 2, groupId }])
  expect(await readVenue(ctx, other.id)).toMatchObject({
    active: false,
    mergedInto: { id: kept.id, name: 'Casa Mayor' },
    listingEnabled: false,
  })
})

test('VE1: both venues tell it in their audit', async () => {
  const pair = await twins()
  await merge(pair)
  const told = (id: string) =>
    open.db.selectFrom('auditEntries').select(['action', 'after']).where('venueId', '=', id).where('action', '=', 'venue.merged').execute()
  expect(await told(pair.kept.id)).toMatchObject([{ after: { mergedFrom: pair.other.id, people: 0 } }])
  expect(await told(pair.other.id)).toMatchObject([{ after: { mergedInto: pair.kept.id, archived: true } }])
})

test('HU3: the old ids find the venue that is kept, also after a second merge; a reader of the archive finds the old one', async () => {
  const pair = await twins()
  const third = await aVenue(open.db, { companyId: pair.kept.companyId })
  const channel = await aChannel(open.db, { venues: [pair.other.id] })
  await merge(pair)
  expect(await venueIdOf(ctx, pair.other.externalId!)).toBe(pair.kept.id)
  await merge({ kept: third, other: pair.kept })
  expect(await venueIdOf(ctx, pair.other.externalId!)).toBe(third.id)
  expect(await venueIdOf(ctx, pair.kept.externalId!)).toBe(third.id)
  expect(await venueIdOf(ctx, pair.other.id)).toBe(pair.other.id)
  const asChannel: Ctx = { ...ctx, scope: { kind: 'channel', channelId: channel.id } }
  expect(await venueIdOf(asChannel, pair.other.id)).toBe(third.id)
  const stranger = ctxOfUser(open.db, await aUser(open.db, { companyId: (await aVenue(open.db)).companyId }))
  expect(await refusal(venueIdOf(stranger, pair.other.id))).toBe('venue.not_found')
})

test('VE1: no merge where guests are expected or at table, and nothing of it is written', async () => {
  const pair = await twins()
  const channel = await aChannel(open.db, { venues: [pair.other.id] })
  await aReservation(open.db, pair.other, { partySize: 5 })
  await expect(merge(pair)).rejects.toMatchObject({
    code: 'venue.merge_guests',
    values: { reservations: 1, covers: 5, last: dayFromNow(1, pair.other) },
  })
  expect(await refusal(mergeForecast(ctx, pair.kept.id, pair.other.id))).toBe('venue.merge_guests')
  expect(await statesOf(pair.other.id)).toEqual({ [channel.id]: 'live' })
  // Those of the venue that is kept are nobody's concern.
  const turned = { kept: pair.other, other: pair.kept }
  expect((await merge(turned)).id).toBe(pair.other.id)
})

test('VE1: what cannot be one venue is refused in words', async () => {
  const pair = await twins({ timeZone: 'Atlantic/Canary' })
  expect(await refusal(merge(pair))).toBe('venue.merge_zone')
  expect(await refusal(merge({ kept: pair.kept, other: { id: pair.kept.id.toUpperCase() } }))).toBe('venue.merge_itself')
  expect(await refusal(merge({ kept: pair.kept, other: await aVenue(open.db) }))).toBe('venue.merge_company')
  const own = await twins()
  const system = await aSystem(open.db)
  await open.db.updateTable('venues').set({ systemId: system.id }).where('id', '=', own.other.id).execute()
  expect(await refusal(merge(own))).toBe('venue.merge_system')
  const done = await twins()
  await merge(done)
  expect(await refusal(merge(done))).toBe('venue.archived')
  const ours = ctxOfUser(open.db, await aUser(open.db, { companyId: pair.kept.companyId }))
  expect(await refusal(merge(done, ours))).toBe('venue.not_found')
})

test('VE1: a merged venue that comes back from the archive answers to its ids itself again', async () => {
  const pair = await twins()
  await merge(pair)
  expect(await restoreVenue(ctx, pair.other.id, { apart: true })).toMatchObject({ active: true, mergedInto: null })
  expect(await venueIdOf(ctx, pair.other.externalId!)).toBe(pair.other.id)
})

test('two who merge the same two venues into one another do not both succeed', async () => {
  const pair = await twins()
  const said = await Promise.all([refusal(merge(pair)), refusal(merge({ kept: pair.other, other: pair.kept }))])
  expect(said.toSorted()).toEqual(['done', 'venue.archived'])
})

test('a booking under way is waited for and refuses the merge; one that comes later is refused itself', async () => {
  const pair = await twins()
  const booking = Promise.withResolvers<void>()
  const written = Promise.withResolvers<void>()
  const booked = transaction(aCtx(open.db), async (inner) => {
    await aReservation(inner.db, pair.other)
    written.resolve()
    await booking.promise
  })
  await written.promise
  const merging = refusal(merge(pair))
  // Not before the booking is through.
  expect(await Promise.race([merging, new Promise((later) => setTimeout(later, 150, 'waits'))])).toBe('waits')
  booking.resolve()
  await booked
  expect(await merging).toBe('venue.merge_guests')

  const calm = await twins()
  await merge(calm)
  await expect(aReservation(open.db, calm.other, { bookVersion: 2 })).rejects.toMatchObject({ code: 'TW040' })
})

test('CH1: channels hear of no booking by it', async () => {
  const pair = await twins()
  const channel = await aChannel(open.db, { venues: [pair.other.id] })
  await aReservation(open.db, pair.other, { date: dayFromNow(-2, pair.other), status: 'completed', channelId: channel.id })
  const events = () => open.db.selectFrom('webhookEvents').select('id').where('venueId', '=', pair.other.id).execute()
  const before = await events()
  await merge(pair)
  expect(await events()).toEqual(before)
})
