import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { aChannel } from '../../../../tests/build/a-channel.ts'
import { aCtx } from '../../../../tests/build/a-ctx.ts'
import { aReservation, dayFromNow, instantAt } from '../../../../tests/build/a-reservation.ts'
import { aSystem } from '../../../../tests/build/a-system.ts'
import { aTestApp, type TestApp } from '../../../../tests/build/a-test-app.ts'
import { aShift, aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import { makeTurnedAway, offerDays } from '#src/features/demand/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { newId } from '#src/platform/id.ts'
import type { TraceCount } from '#src/platform/traces/traces.ts'
import { askOf, type Query } from '#src/features/analytics-questions/api.ts'
import { analyticsOf } from './reservation-analytics.ts'

let app: TestApp
let ctx: Ctx
let venue: TestVenue
beforeAll(async () => {
  app = await aTestApp()
  ctx = aCtx(app.container.db)
  venue = await aVenue(ctx.db)
})
afterAll(() => app.close())

const asked = async (query: Partial<Query> & { from: string }, reader = ctx) =>
  analyticsOf(reader, await askOf(reader, { to: query.from, compare: 'none', excludeCanceled: true, ...query }))
const figureOf = async (id: string, query: Partial<Query> & { from: string }, reader = ctx) =>
  (await asked(query, reader)).figures.find((one) => one.id === id)!

test('AN1: occupancy is what was sold of what the book offered; where the book is elsewhere it is not known', async () => {
  const yesterday = dayFromNow(-1, venue)
  await aReservation(ctx.db, venue, { date: yesterday, partySize: 24, status: 'completed' })
  await aReservation(ctx.db, venue, { date: yesterday, partySize: 10, status: 'canceled', cancelActor: 'guest' })
  expect(await figureOf('occupancy', { from: yesterday, venueId: [venue.id] })).toMatchObject({ value: null, parts: null })
  await offerDays(ctx)
  const own = { from: yesterday, venueId: [venue.id] }
  expect(await figureOf('occupancy', own)).toMatchObject({ value: 10, parts: { count: 24, of: 240 }, rows: { venueId: venue.id } })
  // Whose tables a system counts is neither full nor empty: it is left out, with its covers.
  const elsewhere = await aVenue(ctx.db)
  const system = await aSystem(ctx.db, { venues: [elsewhere.id] })
  await ctx.db.updateTable('venues').set({ systemId: system.id }).where('id', '=', elsewhere.id).execute()
  await aReservation(ctx.db, elsewhere, { date: yesterday, partySize: 12, status: 'completed', systemId: system.id })
  await offerDays(ctx)
  expect(await figureOf('occupancy', { from: yesterday, venueId: [elsewhere.id] })).toMatchObject({ value: null, rows: null })
  expect(await figureOf('occupancy', { from: yesterday, venueId: [venue.id, elsewhere.id] })).toMatchObject({
    value: 10,
    rows: { venueId: venue.id, status: expect.not.stringContaining('canceled') },
  })
  // By the day of booking nothing is offered, and what a house offers is none of a channel's business.
  expect(await figureOf('occupancy', { ...own, basis: 'creation' })).toMatchObject({ value: null })
  const channel = await aChannel(ctx.db, { venues: [venue.id] })
  const agent = { ...ctx, scope: { kind: 'channels', channelIds: [channel.id] } } as Ctx
  // What a house offers is none of theirs.
  expect(await figureOf('occupancy', own, agent)).toBeUndefined()
})

test('AN1: a changed book changes what is ahead, not what is over', async () => {
  const [yesterday, tomorrow] = [dayFromNow(-1, venue), dayFromNow(1, venue)]
  const rules = { ...venue.book, shifts: [aShift({ pacing: { covers: 2, parties: null } })] }
  await sql`update books set rules = rules || ${JSON.stringify({ shifts: rules.shifts })}::jsonb, version = version + 1 where venue_id = ${venue.id}`.execute(
    ctx.db,
  )
  await offerDays(ctx)
  const offered = async (from: string) => (await figureOf('occupancy', { from, venueId: [venue.id], whole: true })).parts?.of
  expect([await offered(yesterday), await offered(tomorrow)]).toEqual([240, 42])
})

test('AN1: at a venue where the new day has begun before midnight UTC, the day that is over is worked out', async () => {
  const house = await aVenue(ctx.db, { timeZone: 'Europe/Madrid' })
  await aReservation(ctx.db, house, { date: '2026-11-20', partySize: 24, status: 'completed' })
  const late = { ...ctx, clock: () => Temporal.Instant.from('2026-11-20T23:45:00Z') }
  await offerDays(late)
  const over = { from: '2026-11-20', venueId: [house.id] }
  expect(await figureOf('occupancy', over, late)).toMatchObject({ parts: { count: 24, of: 240 } })
})

const search = (more: Partial<TraceCount> & { date: string; partySize: number }): TraceCount => ({
  from: 'channel',
  to: 'hub',
  operation: 'availability',
  outcome: 'ok',
  startedAt: '2026-11-20T18:07:00Z',
  durationMs: 3,
  venueId: venue.id,
  turnedAway: { date: Date.parse(instantAt(venue, more.date, '19:00')) / 1000, partySize: more.partySize },
  ...more,
})

test('AN1: who searched in vain counts once in ten minutes, by the day asked for or of asking, and not before it was counted', async () => {
  const [one, other] = [(await aChannel(ctx.db, { venues: [venue.id] })).id, (await aChannel(ctx.db, { venues: [venue.id] })).id]
  await sql`update turned_away_since set day = '2026-11-18'`.execute(ctx.db)
  const tally = makeTurnedAway(ctx.db)
  for (const startedAt of ['2026-11-20T18:01:00Z', '2026-11-20T18:10:59Z', '2026-11-20T18:11:00Z'])
    tally.count(search({ date: '2026-12-04', partySize: 4, channelId: one, startedAt }))
  tally.count(search({ date: '2026-12-04', partySize: 2, channelId: other }))
  tally.count(search({ date: '2026-12-04', partySize: 99, channelId: other }))
  tally.count({ ...search({ date: '2026-12-04', partySize: 3, channelId: other }), venueId: newId() })
  await tally.write()
  const away = async (query: Partial<Query> & { from: string }) =>
    (await figureOf('turnedAway', { venueId: [venue.id], whole: true, ...query })).value
  expect(await away({ from: '2026-12-04' })).toBe(10)
  expect(await away({ from: '2026-11-20', basis: 'creation' })).toBe(10)
  expect(await away({ from: '2026-12-04', channelId: [other] })).toBe(2)
  expect(await away({ from: '2026-12-04', partySize: [4] })).toBe(8)
  expect(await away({ from: '2026-12-05' })).toBe(0)
  expect(await away({ from: '2026-11-17' })).toBeNull()
  expect(await away({ from: '2026-12-04', rmsId: [(await aSystem(ctx.db)).id] })).toBeNull()
})

test('AN1: a search of a channel that finds nothing is counted, one that finds a place or a closed house is not', async () => {
  const full = await aVenue(ctx.db, { book: { shifts: [aShift({ pacing: { covers: 0, parties: null } })] } })
  const closed = await aVenue(ctx.db, { book: { shifts: [] } })
  const free = await aVenue(ctx.db)
  const channel = await aChannel(ctx.db, { venues: [full.id, closed.id, free.id] })
  const day = dayFromNow(5, full)
  for (const { id } of [full, closed, free]) {
    const date = Date.parse(instantAt(full, day, '19:00')) / 1000
    const answer = await app.ask({ method: 'GET', url: `/v1/bc/availability?venueId=${id}&partySize=3&date=${date}`, key: channel.key })
    expect(answer.statusCode).toBe(200)
  }
  await vi.waitFor(async () => {
    const { rows } =
      await sql`select venue_id, day::text as day, party_size, searches from turned_away where channel_id = ${channel.id}`.execute(ctx.db)
    expect(rows).toEqual([{ venueId: full.id, day, partySize: 3, searches: 1 }])
  }, 60_000)
})
