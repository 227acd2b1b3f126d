import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChannel, type TestChannel } from '../../../../tests/build/a-channel.ts'
import { aClock, aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aListedVenue } from '../../../../tests/build/a-listed-venue.ts'
import type { TestVenue } from '../../../../tests/build/a-venue.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { readListingAnalytics } from './read-analytics.ts'
import { writeListingDays } from './write-days.ts'

let open: OpenDb
let venue: TestVenue
let channel: TestChannel
const at = (instant: string): Ctx => ({ ...aCtx(open.db), clock: aClock(instant) })
type Row = { day: string; score: number; differences: number; byChannel: Record<string, number> }
const days = async (venueId = venue.id): Promise<Row[]> =>
  (await sql<Row>`select day, score, differences, by_channel from listing_days where venue_id = ${venueId} order by day`.execute(open.db))
    .rows

beforeAll(async () => {
  open = await aDb()
  venue = await aListedVenue(open.db)
  channel = await aChannel(open.db, { venues: [venue.id] })
  // Known since the first of November in Madrid; it scored 30 until the third at noon. Two stand open, one of them since the fourth; another ended then.
  await sql`update listing_scores set kept_from = '2026-11-01T10:00:00Z'`.execute(open.db)
  await sql`delete from listing_score_moves`.execute(open.db)
  await sql`insert into listing_score_moves (venue_id, at, before) values (${venue.id}, '2026-11-03T12:00:00Z', 30)`.execute(open.db)
  await sql`insert into listing_copies (venue_id, channel_id) values (${venue.id}, ${channel.id})`.execute(open.db)
  for (const field of ['phone', 'hours'])
    await sql`
      insert into listing_differences (id, venue_id, channel_id, field, ours, theirs, changed_by, since)
      values (gen_random_uuid(), ${venue.id}, ${channel.id}, ${field}, '{}', '{}', 'guest', now())`.execute(open.db)
  await sql`delete from listing_difference_moves`.execute(open.db)
  for (const [opened, instant] of [
    [true, '2026-11-01T11:00:00Z'],
    [true, '2026-11-01T11:00:00Z'],
    [true, '2026-11-04T09:00:00Z'],
    [false, '2026-11-04T22:59:59Z'],
  ] as const)
    await sql`
      insert into listing_difference_moves (venue_id, channel_id, field, opened, at, day)
      values (${venue.id}, ${channel.id}, 'phone', ${opened}, ${instant}, ${instant.slice(0, 10)})`.execute(open.db)
})
afterAll(() => open.close())

test('AN2: days that a machine missed are written as they ended, each once, and none before anything was known', async () => {
  const { score } = (await sql<{ score: number }>`select score from listing_scores where venue_id = ${venue.id}`.execute(open.db)).rows[0]!
  await writeListingDays(at('2026-11-05T23:30:00Z'))
  const written = await days()
  expect(written.map((row) => [row.day, row.score, row.differences])).toEqual([
    ['2026-11-01', 30, 2],
    ['2026-11-02', 30, 2],
    ['2026-11-03', score, 2],
    ['2026-11-04', score, 2],
    ['2026-11-05', score, 2],
  ])
  expect(written[0]!.byChannel).toEqual({ [channel.id]: 2 })
  await Promise.all([writeListingDays(at('2026-11-05T23:40:00Z')), writeListingDays(at('2026-11-05T23:40:00Z'))])
  expect(await days()).toEqual(written)
})

test('AN2: a day ends at midnight of its venue, also where clocks change, and a listing begins with the product', async () => {
  const far = await aListedVenue(open.db, { timeZone: 'Pacific/Chatham' })
  const west = await aListedVenue(open.db, { timeZone: 'America/New_York' })
  await sql`update listing_scores set kept_from = '2026-10-31T12:00:00Z'`.execute(open.db)
  await sql`update venues set listing_enabled_at = '2026-10-31T12:00:00Z' where id = ${west.id}`.execute(open.db)
  await writeListingDays(at('2026-11-02T04:59:00Z'))
  // The product came at the first of November, 23:45 there; New York has an hour more on that day.
  expect((await days(far.id)).map(({ day }) => day)).toEqual(['2026-11-01'])
  expect((await days(west.id)).map(({ day }) => day)).toEqual(['2026-10-31'])
  await writeListingDays(at('2026-11-02T05:00:00Z'))
  expect((await days(west.id)).map(({ day }) => day)).toEqual(['2026-10-31', '2026-11-01'])
})

test('AN2: of a venue in the archive no day is written, not even when it comes back', async () => {
  const gone = await aListedVenue(open.db)
  await sql`update listing_scores set kept_from = '2026-10-01T10:00:00Z' where venue_id = ${gone.id}`.execute(open.db)
  await sql`update venues set archived_at = '2026-11-03T10:00:00Z', archived_active = true, active = false where id = ${gone.id}`.execute(
    open.db,
  )
  await writeListingDays(at('2026-11-06T12:00:00Z'))
  await sql`update venues set archived_at = null, archived_active = null, active = true where id = ${gone.id}`.execute(open.db)
  await writeListingDays(at(new Date().toISOString()))
  expect(await days(gone.id)).toEqual([])
})

test('AN2: the course of listings is what was written, says since when, and ends with how they stand now', async () => {
  const ctx = { ...at('2026-11-06T12:00:00Z'), scope: { kind: 'all' } } as Ctx
  const asked = { from: '2026-10-30', to: '2026-11-30', today: '2026-11-06', venueId: [venue.id], compare: 'none' as const }
  const { course, since, demoUntil, standing } = await readListingAnalytics(ctx, asked)
  expect([since, demoUntil]).toEqual(['2026-11-01', null])
  const ended = course.map(({ standing: one }) => one && [one.listings, one.average, one.differences])
  const score = standing.now!.average
  expect(ended.slice(0, 8)).toEqual([null, null, [1, 30, 2], [1, 30, 2], [1, score, 2], [1, score, 2], [1, score, 2], [1, score, 2]])
  expect(ended.slice(8).every((one) => one === null)).toBe(true)
  const past = await readListingAnalytics(ctx, { ...asked, to: '2026-11-02' })
  expect(past.standing).toMatchObject({ live: false, now: { average: 30, differences: 2 }, rows: null })
  const agent = { ...ctx, scope: { kind: 'channels', channelIds: [channel.id] } } as Ctx
  expect((await readListingAnalytics(agent, { ...asked, to: '2026-11-02' })).standing.now).toMatchObject({ differences: 2 })
  const moved = async () =>
    (await sql<{ n: number }>`select count(*)::integer as n from listing_score_moves where venue_id = ${venue.id}`.execute(open.db))
      .rows[0]!.n
  const before = await moved()
  await open.db.updateTable('venues').set({ phoneNumber: null }).where('id', '=', venue.id).execute()
  expect((await moved()) - before).toBe(1)
})
