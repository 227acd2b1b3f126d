import { onboardingMoves, openStatuses } from '@tablewire/contracts/onboarding/onboarding.rules'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChannel, ctxOfChannel, type TestChannel } from '../../../../tests/build/a-channel.ts'
import { aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aSystem, type TestSystem } from '../../../../tests/build/a-system.ts'
import { refusal } from '../../../../tests/build/refusal.ts'
import { aVenue } from '../../../../tests/build/a-venue.ts'
import { builtInSystemId } from '#src/features/venues/api.ts'
import { type Ctx, newUnitOfWork } from '#src/platform/ctx.ts'
import {
  announce,
  movedJob,
  noteHistory,
  type OnboardingRecord,
  requestInScope,
  restaurantConfirms,
  type RestaurantWord,
  type ScopedRequest,
} from './api.ts'
import { requestSheet } from './export-requests.ts'
import { onboardingHandlers as onboarding } from './routes.ts'

let open: OpenDb
let system: TestSystem
let channel: TestChannel
let count = 0

beforeAll(async () => {
  open = await aDb()
  system = await aSystem(open.db)
  channel = await aChannel(open.db)
})
afterAll(() => open.close())

const ofSystem = (id = system.id): Ctx =>
  aCtx(open.db, {
    actor: { kind: 'system', id, name: 'System', rateLimitPerMinute: 600 },
    scope: { kind: 'system', systemId: id },
  })
const asked = (over: Record<string, unknown> = {}, ctx = ofSystem()) =>
  onboarding.create(ctx, { body: { venueName: `Casa ${++count}`, channelId: channel.id, rmsVenueId: `v-${++count}`, ...over } })
const word: RestaurantWord & { termsVersion: string } = {
  name: 'Casa Vieja',
  address: 'Calle Mayor 1',
  hours: 'Mon–Sun 19–23',
  accessFor: [],
  termsVersion: '1',
}

test('ON3: the moves people are told are those of the database', async () => {
  const { rows } = await sql<unknown>`select from_status as "from", to_status as "to", by_change from onboarding_moves`.execute(open.db)
  expect(new Set(rows.map((row) => JSON.stringify(row)))).toEqual(new Set(onboardingMoves.map((move) => JSON.stringify(move))))
})

test('ON3: a request waits for the first part that is missing; what is there already is skipped, and the history says so', async () => {
  expect((await asked({ rmsVenueId: null })).status).toBe('rms_activation')
  const known = await asked()
  expect(known).toMatchObject({ status: 'restaurant_activation', requester: 'rms', side: 'rms', pendingOnMe: false })
  const history = await open.db
    .selectFrom('onboardingHistory')
    .select(['kind', 'side'])
    .where('requestId', '=', known.id)
    .orderBy('id')
    .execute()
  expect(history).toEqual([
    { kind: 'requested', side: 'rms' },
    { kind: 'skipped', side: 'rms' },
  ])
})

test('ON3: the restaurant confirms once, and the channel is next', async () => {
  const { id } = await asked()
  expect((await restaurantConfirms(aCtx(open.db), id, word)).status).toBe('bc_activation')
  expect(await refusal(restaurantConfirms(aCtx(open.db), id, word))).toBe('onboarding.state_wrong')
})

test('ON3: no side reads what the other one notes for itself, nor anybody of a third one the request', async () => {
  const { id, internalNotes } = await asked({ internalNotes: 'They owe us a call.' })
  expect(internalNotes).toEqual({ rms: 'They owe us a call.', bc: null })
  const ofBc = ctxOfChannel(open.db, channel)
  expect((await onboarding.get(ofBc, { params: { id } })).internalNotes).toEqual({ rms: null, bc: '' })
  expect((await onboarding.get(aCtx(open.db), { params: { id } })).internalNotes).toEqual({ rms: 'They owe us a call.', bc: '' })
  expect(await refusal(requestInScope(ctxOfChannel(open.db, await aChannel(open.db)), id))).toBe('onboarding.not_found')
  expect(await refusal(onboarding.get(ofSystem((await aSystem(open.db)).id), { params: { id } }))).toBe('onboarding.not_found')
})

test('ON3: never a second open one for the same venue, by whichever name it goes', async () => {
  const venue = await aVenue(open.db)
  await open.db.updateTable('venues').set({ systemId: system.id, externalId: 'same' }).where('id', '=', venue.id).execute()
  const first = await asked({ rmsVenueId: 'same' })
  expect(first).toMatchObject({ mozrestId: venue.id, mozrestName: venue.name })
  expect(await onboarding.get(ctxOfChannel(open.db, channel), { params: { id: first.id } })).toMatchObject({ mozrestName: null })
  expect(await refusal(asked({ rmsVenueId: 'same' }))).toBe('onboarding.open_already')
  expect(await refusal(asked({ rmsVenueId: null, mozrestId: venue.id }))).toBe('onboarding.open_already')
})

test('ON3: an id that nobody stands for is refused in the same words: our own book knows its venues alone, a channel none of a system that keeps no list', async () => {
  const { db } = open
  const book = { requester: 'bc' as const, systemId: builtInSystemId, channelId: channel.id }
  const ofBc = ctxOfChannel(db, channel)
  const unknown = { body: { ...book, venueName: 'Nope', rmsVenueId: 'NOPE-1' } }
  expect(await refusal(onboarding.create(aCtx(db), unknown))).toBe('onboarding.venue_unknown')
  expect(await refusal(onboarding.createForChannel(ofBc, unknown))).toBe('onboarding.venue_unknown')
  const guessed = { body: { systemId: system.id, venueName: 'Nope', rmsVenueId: 'NOPE-1' } }
  expect(await refusal(onboarding.createForChannel(ofBc, guessed))).toBe('onboarding.venue_unknown')
  const waiting = await onboarding.create(aCtx(db), { body: { ...book, venueName: `Casa ${++count}` } })
  const named = { params: { id: waiting.id }, body: { version: waiting.version, rmsVenueId: 'NOPE-1' } }
  expect(await refusal(onboarding.provide(aCtx(db), named))).toBe('onboarding.venue_unknown')
  // Without an id of its own a venue of our book goes by ours.
  const plain = await aVenue(db)
  const known = await onboarding.provide(aCtx(db), { ...named, body: { ...named.body, rmsVenueId: plain.id } })
  expect(known).toMatchObject({ mozrestId: plain.id, rmsVenueId: plain.id, status: 'restaurant_activation' })
})

test('ON3: an id of a restaurant of another name is refused by whoever it comes, and changes no request', async () => {
  const { db } = open
  const bar = await aVenue(db, { name: 'Bar Tramontana' })
  await db.updateTable('venues').set({ systemId: system.id, externalId: 'tramontana' }).where('id', '=', bar.id).execute()
  const other = { venueName: 'Bistro Neu', rmsVenueId: 'tramontana' }
  const ofBc = { body: { ...other, systemId: system.id } }
  for (const refused of [
    () => asked(other),
    () => asked({ ...other, noneOfThese: true }),
    () => onboarding.createForChannel(ctxOfChannel(db, channel), ofBc),
  ])
    await expect(refused()).rejects.toMatchObject({ code: 'onboarding.venue_differs', fields: { rmsVenueId: [{ issue: 'invalid' }] } })
  const waiting = await asked({ venueName: 'Bistro Neu', rmsVenueId: null })
  const given = { params: { id: waiting.id }, body: { version: waiting.version, rmsVenueId: 'tramontana' } }
  expect(await refusal(onboarding.provide(ofSystem(), given))).toBe('onboarding.venue_differs')
  expect(await onboarding.get(ofSystem(), { params: { id: waiting.id } })).toMatchObject({ status: 'rms_activation', mozrestId: null })
  expect((await asked({ venueName: 'Tramontana', rmsVenueId: 'tramontana' })).mozrestId).toBe(bar.id)
})

test('ON3: who never heard the answer and asks again by the same key gets the same request, and moves nothing twice', async () => {
  const keyed = (idempotencyKey: string, actor = 'agent') =>
    aCtx(open.db, {
      actor: { kind: 'channel', id: actor, name: 'A', rateLimitPerMinute: 60 },
      unitOfWork: { ...newUnitOfWork(), idempotencyKey },
    })
  const body = {
    requester: 'rms' as const,
    systemId: system.id,
    channelId: channel.id,
    venueName: `Casa ${++count}`,
    rmsVenueId: `v-${count}`,
  }
  const first = await onboarding.create(keyed('k-1'), { body })
  expect((await onboarding.create(keyed('k-1'), { body })).id).toBe(first.id)
  for (const other of [keyed('k-2'), keyed('k-1', 'another')])
    expect(await refusal(onboarding.create(other, { body }))).toBe('onboarding.open_already')

  const waiting = await asked({ rmsVenueId: null })
  const given = { params: { id: waiting.id }, body: { version: waiting.version, rmsVenueId: `late-${count}` } }
  const moved = await onboarding.provide(ofSystem(), given)
  expect(await onboarding.provide(ofSystem(), given)).toEqual(moved)
  const stale = { ...given, body: { ...given.body, rmsVenueId: 'another' } }
  expect(await refusal(onboarding.provide(ofSystem(), stale))).toBe('onboarding.changed_meanwhile')
})

test('ON3: who may see the open request that stands in the way is told which one it is, nobody else', async () => {
  const bookingChannelVenueId = `standing-${++count}`
  const first = await asked({ bookingChannelVenueId })
  const second = { bookingChannelVenueId, rmsVenueId: null }
  await expect(asked(second)).rejects.toMatchObject({ code: 'onboarding.open_already', details: { id: first.id } })
  const others = asked(second, ofSystem((await aSystem(open.db)).id))
  await expect(others).rejects.not.toHaveProperty('details.id')
  await expect(others).rejects.toBeInstanceOf(Error)
})

test('ON3: both sides read what happened, the newest first, and nothing a restaurant said of its people', async () => {
  const { id } = await asked()
  await restaurantConfirms(aCtx(open.db), id, { ...word, accessFor: ['ida@house.test'] })
  const read = await onboarding.history(ctxOfChannel(open.db, channel), { params: { id } })
  expect(read.map(({ kind }) => kind)).toEqual(['confirmed', 'skipped', 'requested'])
  expect(read[0]).toMatchObject({ from: 'restaurant_activation', to: 'bc_activation' })
  expect(JSON.stringify(read)).not.toContain('ida@house.test')
  await noteHistory(aCtx(open.db), id, { kind: 'access_given', data: { name: 'Ida Sol' } })
  const [given] = await onboarding.history(ctxOfChannel(open.db, channel), { params: { id } })
  expect(given).toMatchObject({ kind: 'access_given', person: null })
  expect((await onboarding.history(aCtx(open.db), { params: { id } }))[0]).toMatchObject({ kind: 'access_given', person: 'Ida Sol' })
  const foreign = onboarding.history(ctxOfChannel(open.db, await aChannel(open.db)), { params: { id } })
  expect(await refusal(foreign)).toBe('onboarding.not_found')
})

test('ON3: what the restaurant corrects is what the request says from then on, beside what stood there', async () => {
  const { id } = await asked({ venueName: 'Casa Nueva', venueAddress: 'Calle Mayor 1, suite 4' })
  await restaurantConfirms(aCtx(open.db), id, { ...word, hours: 'Mo 12:00-15:00' })
  const ofChannel = ctxOfChannel(open.db, channel)
  expect(await onboarding.get(ofChannel, { params: { id } })).toMatchObject({
    venueName: 'Casa Vieja',
    venueAddress: 'Calle Mayor 1',
    restaurantWord: { name: 'Casa Vieja', address: 'Calle Mayor 1', hours: 'Mo 12:00-15:00' },
  })
  const [confirmed] = await onboarding.history(ofChannel, { params: { id } })
  expect(confirmed).toMatchObject({
    kind: 'confirmed',
    confirmed: {
      name: 'Casa Vieja',
      nameBefore: 'Casa Nueva',
      address: 'Calle Mayor 1',
      addressBefore: 'Calle Mayor 1, suite 4',
      hours: 'Mo 12:00-15:00',
    },
  })
  const sheet = await requestSheet(ofChannel, { filters: { q: 'Casa Vieja' } }, 'en')
  const rows = []
  for await (const row of sheet.rows) rows.push(row)
  const hours = sheet.columns.findIndex(({ header }) => header === 'Opening hours it confirmed')
  expect(rows.find((row) => row.at(-1) === id)?.[hours]).toBe('Mo 12:00-15:00')
})

test('ON3: the database lets nothing through that is not a move, and nothing be live that is not proved', async () => {
  const { id } = await asked()
  const to = (status: string) =>
    sql`update onboarding_requests set status = ${status}, version = version + 1 where id = ${id}`.execute(open.db)
  await expect(to('rms_activation')).rejects.toMatchObject({ code: 'TW140' })
  await expect(to('live')).rejects.toMatchObject({ code: 'TW140' })
  await restaurantConfirms(aCtx(open.db), id, word)
  await expect(to('live')).rejects.toMatchObject({ code: '23514' })
  await expect(sql`delete from onboarding_history where request_id = ${id}`.execute(open.db)).rejects.toMatchObject({ code: 'TW141' })
  const scoped: ScopedRequest = await requestInScope(aCtx(open.db), id)
  const row: OnboardingRecord = scoped
  await noteHistory(aCtx(open.db), row.id, { kind: 'reminded' })
  await announce(aCtx(open.db), row, 'changed')
  expect([movedJob.name, openStatuses.length]).toEqual(['onboarding.moved', 3])
})

test('ON3: ids move it on, only its own side gives them, and another venue is asked anew', async () => {
  const { id, version } = await asked({ rmsVenueId: null })
  const ofBc = ctxOfChannel(open.db, channel)
  expect(await refusal(onboarding.provide(ofBc, { params: { id }, body: { version, rmsVenueId: 'x' } }))).toBe(
    'onboarding.id_of_other_side',
  )
  const given = await onboarding.provide(ofSystem(), { params: { id }, body: { version, rmsVenueId: `w-${++count}` } })
  expect(given.status).toBe('restaurant_activation')
  expect(await refusal(onboarding.provide(ofBc, { params: { id }, body: { version, bookingChannelVenueId: 'b' } }))).toBe(
    'onboarding.changed_meanwhile',
  )
  const { version: confirmed } = await restaurantConfirms(aCtx(open.db), id, word)
  const moved = await onboarding.provide(ofSystem(), { params: { id }, body: { version: confirmed, rmsVenueId: `w-${++count}` } })
  expect([moved.status, moved.restaurantConfirmedAt]).toEqual(['restaurant_activation', null])
})

test('ON3: who says nothing new of the ids changes nothing', async () => {
  const { id, version, rmsVenueId } = await asked()
  for (const again of [{}, { rmsVenueId: rmsVenueId! }])
    expect(await onboarding.provide(ofSystem(), { params: { id }, body: { version, ...again } })).toMatchObject({ version })
  const history = await onboarding.history(ofSystem(), { params: { id } })
  expect(history.map(({ kind }) => kind)).toEqual(['skipped', 'requested'])
})

test('ON3: every side and every state: whoever asked cancels, the others reject, and what is over is final', async () => {
  const callers = { rms: ofSystem(), bc: ctxOfChannel(open.db, channel), admin: aCtx(open.db) }
  const reach: Record<(typeof openStatuses)[number], () => Promise<{ id: string; version: number }>> = {
    rms_activation: () => asked({ rmsVenueId: null }),
    restaurant_activation: () => asked(),
    bc_activation: async () => restaurantConfirms(aCtx(open.db), (await asked()).id, word),
  }
  for (const status of openStatuses)
    for (const [who, ctx] of Object.entries(callers))
      for (const verb of ['cancel', 'reject'] as const) {
        const { id, version } = await reach[status]()
        const end = (seen: number, by = ctx) => onboarding[verb](by, { params: { id }, body: { version: seen, reason: 'Closed' } })
        const may = who === 'admin' || (who === 'rms') === (verb === 'cancel')
        if (!may) expect([status, who, verb, await refusal(end(version))]).toEqual([status, who, verb, 'onboarding.ends_otherwise'])
        else {
          const over = await end(version)
          expect([status, who, over.status]).toEqual([status, who, verb === 'cancel' ? 'canceled' : 'rejected'])
          expect(await refusal(end(over.version, callers.admin))).toBe('onboarding.state_wrong')
        }
      }
})

test('ON3: what waits for the reader comes first, the longest wait before the others; what is over comes last', async () => {
  const mine = await aSystem(open.db)
  const ctx = ofSystem(mine.id)
  const waiting = await asked({ rmsVenueId: null, venueName: 'Second Casa' }, ctx)
  const others = await asked({ venueName: 'Third' }, ctx)
  const over = await asked({ rmsVenueId: null, venueName: 'Last' }, ctx)
  await onboarding.cancel(ctx, { params: { id: over.id }, body: { version: over.version, reason: 'Closed' } })
  const list = await onboarding.list(ctx, { query: {} })
  expect(list.data.map(({ id }) => id)).toEqual([waiting.id, others.id, over.id])
  expect([list.total, list.counts.rms_activation, list.counts.canceled]).toEqual([3, 1, 1])
  expect((await onboarding.list(ctx, { query: { filters: { pendingOnMe: true, q: 'casa' } } })).data.map(({ id }) => id)).toEqual([
    waiting.id,
  ])
})
