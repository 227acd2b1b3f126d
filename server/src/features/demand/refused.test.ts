import { refusedBy } from '@tablewire/contracts/analytics/refused-demand'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { aChannel } from '../../../../tests/build/a-channel.ts'
import { dayFromNow, instantAt } from '../../../../tests/build/a-reservation.ts'
import { aTestApp, type TestApp } from '../../../../tests/build/a-test-app.ts'
import { aShift, aVenue } from '../../../../tests/build/a-venue.ts'
import type { RefusedSearch, WhyRefused } from '#src/platform/traces/traces.ts'
import { newId } from '#src/platform/id.ts'
import { findWhy } from './find-why.ts'
import { makeTurnedAway } from './turned-away.ts'

let app: TestApp
beforeAll(async () => {
  app = await aTestApp()
})
afterAll(() => app.close())

type Row = { day: string; hour: number; partySize: number; rule: string; searches: number }
const ledgerOf = async (venueId: string): Promise<Row[]> =>
  (
    await sql<Row>`select day::text as day, hour, party_size as "partySize", rule, searches from refused_counts where venue_id = ${venueId}
      order by day, hour, party_size, rule`.execute(app.container.db.withoutPlugins())
  ).rows
const why = (rule: string): WhyRefused => ({ date: '2026-12-04', rule, limit: 40, used: 39, startsAt: '2026-12-04T18:00:00Z' })

test('RE5: a search of a channel that finds nothing names the rule that bound it, at the hour it was asked for', async () => {
  const full = await aVenue(app.container.db, { book: { shifts: [aShift({ pacing: { covers: 0, parties: null } })] } })
  const closed = await aVenue(app.container.db, { book: { openingHours: [], shifts: [] } })
  const dinnerOnly = await aVenue(app.container.db)
  const small = await aVenue(app.container.db, { book: { party: { min: 1, max: 2 } } })
  const channel = await aChannel(app.container.db, { venues: [full.id, closed.id, dinnerOnly.id, small.id] })
  const day = dayFromNow(5, full)
  const ask = async (venueId: string, time: string, partySize = 3): Promise<void> => {
    const date = Date.parse(instantAt(full, day, time)) / 1000
    const url = `/v1/bc/availability?venueId=${venueId}&partySize=${partySize}&date=${date}`
    expect((await app.ask({ method: 'GET', url, key: channel.key })).statusCode).toBe(200)
  }
  await ask(full.id, '19:07')
  await ask(closed.id, '13:00')
  await ask(dinnerOnly.id, '13:00')
  await ask(dinnerOnly.id, '19:00')
  await ask(small.id, '20:00', 4)
  const one = (hour: number, rule: string, partySize = 3): Row => ({ day, hour, partySize, rule, searches: 1 })
  await vi.waitFor(async () => {
    expect(await ledgerOf(full.id)).toEqual([one(19, 'pacing_covers')])
    expect(await ledgerOf(closed.id)).toEqual([one(13, 'opening_hours')])
    expect(await ledgerOf(dinnerOnly.id)).toEqual([one(13, 'no_shift')])
    expect(await ledgerOf(small.id)).toEqual([one(20, 'party_max', 4)])
  }, 60_000)
  const { rows } = await sql`
    select place, party_size, area_id, wanted_at = ${instantAt(full, day, '19:07')}::timestamptz as wanted, start_at = ${instantAt(full, day, '19:00')}::timestamptz as start,
      rule, most, used from refused_samples where venue_id = ${full.id}`.execute(app.container.db)
  expect(rows).toEqual([{ place: 1, partySize: 3, areaId: null, wanted: true, start: true, rule: 'pacing_covers', most: 0, used: 0 }])
})

test('RE5: ten clicks of a guest are one search, of another guest another; a day is kept with twenty samples, however many come', async () => {
  const venue = await aVenue(app.container.db)
  const channel = await aChannel(app.container.db, { venues: [venue.id] })
  const tally = makeTurnedAway(app.container.db)
  const date = Date.parse(instantAt(venue, '2026-12-04', '19:00')) / 1000
  const count = (turnedAway: Partial<RefusedSearch>): void =>
    tally.count({
      from: 'channel',
      to: 'hub',
      operation: 'availability',
      outcome: 'ok',
      startedAt: '2026-11-20T18:07:00Z',
      durationMs: 3,
      venueId: venue.id,
      channelId: channel.id,
      turnedAway: { date, partySize: 2, why: why('pacing_covers'), ...turnedAway },
    })
  for (let click = 0; click < 10; click++) count({ who: 'one', anyTime: true, date: date + click * 86_400, partySize: 2 + (click % 3) })
  for (let guest = 0; guest < 49; guest++) count({ who: `guest ${guest}` })
  count({ who: 'a coach', partySize: 5000 })
  await tally.write()
  expect(await ledgerOf(venue.id)).toEqual([
    { day: '2026-12-04', hour: -1, partySize: 2, rule: 'pacing_covers', searches: 1 },
    { day: '2026-12-04', hour: 19, partySize: 2, rule: 'pacing_covers', searches: 49 },
  ])
  count({ who: 'later' })
  await tally.write()
  const { rows } = await sql`select count(*)::int as n, max(place) as most from refused_samples where venue_id = ${venue.id}`.execute(
    app.container.db,
  )
  expect(rows).toEqual([{ n: 20, most: 20 }])
  const away = await sql`select sum(searches)::int as n from turned_away where venue_id = ${venue.id}`.execute(app.container.db)
  expect(away.rows).toEqual([{ n: 51 }])
})

test('RE5: where time runs out the rest have no rule, whichever came first', async () => {
  const asked = ['a', 'b', 'c', 'd'].map((name) => ({ name, why: () => Promise.resolve(why(name)) }))
  const known = { name: 'known', why: why('known') }
  const gone = { name: 'gone', why: () => Promise.reject(new Error('gone')) }
  const all = await findWhy([...asked, known, gone])
  expect(new Map([...all].map(([{ name }, { rule }]) => [name, rule]))).toEqual(
    new Map(['a', 'b', 'c', 'd', 'known'].map((name) => [name, name])),
  )
  expect([...(await findWhy([...asked, known], { budgetMs: 0, least: 0 })).keys()]).toEqual([known])
})

test('RE5: each rule that binds a search has its number, and numbers and counts come out as they went in', async () => {
  const { db } = app.container
  const { rows } = await sql<{ rule: string }>`select rule from refused_rules`.execute(db)
  expect(rows.map(({ rule }) => rule).toSorted()).toEqual([...refusedBy].toSorted())
  const venue = await aVenue(db)
  const channel = newId()
  const add = (party: number, hour: number, searches: number) =>
    sql`insert into refused_days as r select ${venue.id}, '2026-12-05', ${channel}, array[refused_cell(${party}, ${hour}, 21, ${searches})]
      on conflict (venue_id, day, channel_id) do update set cells = refused_cells(r.cells, excluded.cells)`.execute(db)
  for (const [party, hour, searches] of [
    [200, 23, 1],
    [1, -1, 5],
    [200, 23, 100_000],
    [1, 0, 2],
  ] as const)
    await add(party, hour, searches)
  const found = await ledgerOf(venue.id)
  expect(found.map(({ partySize, hour, searches, rule }) => [partySize, hour, searches, rule])).toEqual([
    [1, -1, 5, 'system_silent'],
    [1, 0, 2, 'system_silent'],
    [200, 23, 100_001, 'system_silent'],
  ])
})
