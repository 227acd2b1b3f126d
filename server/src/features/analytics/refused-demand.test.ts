import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChannel } from '../../../../tests/build/a-channel.ts'
import { aCtx } from '../../../../tests/build/a-ctx.ts'
import { aTestApp, type TestApp } from '../../../../tests/build/a-test-app.ts'
import { aSystem } from '../../../../tests/build/a-system.ts'
import { aVenue } from '../../../../tests/build/a-venue.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { readRefusedDemand } from './demand-figures.ts'

let app: TestApp
let ctx: Ctx
beforeAll(async () => {
  app = await aTestApp()
  ctx = aCtx(app.container.db)
})
afterAll(() => app.close())

const [saturday, sunday] = ['2026-12-05', '2026-12-06']
type Row = [day: string, size: number, hour: number, rule: string, searches: number]
const counted = async (venueId: string, channelId: string, rows: readonly Row[]): Promise<void> => {
  for (const [day, size, hour, rule, searches] of rows)
    await sql`insert into refused_searches values (${venueId}, ${day}, ${channelId}, ${size}, ${hour}, ${rule}, ${searches})`.execute(
      ctx.db,
    )
}

test('RE5: covers turned away by rule, hour, weekday and channel are the sums of what was counted; a channel sees its own and no limits', async () => {
  const venue = await aVenue(ctx.db)
  const [one, other] = [await aChannel(ctx.db, { venues: [venue.id] }), await aChannel(ctx.db, { venues: [venue.id] })]
  await counted(venue.id, one.id, [
    [saturday, 2, 19, 'pacing_covers', 5],
    [saturday, 4, 20, 'area_capacity', 1],
    [sunday, 4, 13, 'no_shift', 8],
    [sunday, 7, 14, 'opening_hours', 2],
    [sunday, 2, -1, 'closure', 1],
  ])
  await counted(venue.id, other.id, [
    [saturday, 2, 19, 'unknown', 3],
    ['2026-12-20', 2, 19, 'pacing_covers', 9],
  ])
  await sql`insert into refused_samples (venue_id, day, place, asked_at, channel_id, party_size, wanted_at, start_at, rule, most, used)
    values (${venue.id}, ${saturday}, 1, '2026-12-01T10:00:00Z', ${one.id}, 2, '2026-12-05T18:07:00Z', '2026-12-05T18:00:00Z', 'pacing_covers', 40, 39),
      (${venue.id}, ${saturday}, 2, '2026-12-01T11:00:00Z', ${other.id}, 2, null, null, 'unknown', null, null)`.execute(ctx.db)
  const query = { from: saturday, to: sunday, venueId: [venue.id] }
  const found = await readRefusedDemand(ctx, query)
  expect(found).toMatchObject({ searches: 20, covers: 68, venues: 1, span: { from: saturday, to: sunday } })
  expect(found.rules.map(({ rule, covers }) => [rule, covers])).toEqual([
    ['no_shift', 32],
    ['opening_hours', 14],
    ['pacing_covers', 10],
    ['unknown', 6],
    ['area_capacity', 4],
    ['closure', 2],
  ])
  expect(found.hours.map(({ hour, covers }) => [hour, covers])).toEqual([
    [null, 2],
    [13, 32],
    [14, 14],
    [19, 16],
    [20, 4],
  ])
  expect(found.weekdays.map(({ weekday, covers }) => [weekday, covers])).toEqual([
    [6, 20],
    [7, 48],
  ])
  expect(found.channels.map(({ channelId, covers }) => [channelId, covers])).toEqual([
    [one.id, 62],
    [other.id, 6],
  ])
  expect(found.notOpen).toEqual([
    { weekday: 7, meal: 'lunch', searches: 10, covers: 46 },
    { weekday: 7, meal: null, searches: 1, covers: 2 },
  ])
  for (const parts of [found.rules, found.hours, found.weekdays, found.channels])
    expect(parts.reduce((sum, { covers }) => sum + covers, 0)).toBe(found.covers)
  expect(found.samples.map(({ askedAt, rule, limit, used }) => [askedAt, rule, limit, used])).toEqual([
    ['2026-12-01T11:00:00Z', 'unknown', null, null],
    ['2026-12-01T10:00:00Z', 'pacing_covers', 40, 39],
  ])
  expect((await readRefusedDemand(ctx, { ...query, rule: 'pacing_covers' })).samples).toHaveLength(1)
  expect((await readRefusedDemand(ctx, { ...query, channelId: [other.id], partySize: [2] })).covers).toBe(6)
  const agent = { ...ctx, scope: { kind: 'channels', channelIds: [one.id] } } as Ctx
  const theirs = await readRefusedDemand(agent, query)
  expect([theirs.covers, theirs.channels.map(({ channelId }) => channelId)]).toEqual([62, [one.id]])
  expect(theirs.samples).toEqual([expect.objectContaining({ channelId: one.id, limit: null, used: null, rule: 'pacing_covers' })])
  const system = await aSystem(ctx.db, { venues: [venue.id] })
  await ctx.db.updateTable('venues').set({ systemId: system.id }).where('id', '=', venue.id).execute()
  const rms = { ...ctx, scope: { kind: 'system', systemId: system.id } } as Ctx
  expect(await readRefusedDemand(rms, query)).toMatchObject({ searches: 0, rules: [], channels: [], samples: [] })
})
