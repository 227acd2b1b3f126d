import type { TraceCount } from '#src/platform/traces/traces.ts'
import { newId } from '#src/platform/id.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { makeTally } from './flow-tally.ts'

let open: OpenDb
beforeAll(async () => {
  open = await aDb()
})
afterAll(() => open.close())

const note = (more: Partial<TraceCount> = {}): TraceCount => ({
  from: 'channel',
  to: 'hub',
  operation: 'book',
  outcome: 'ok',
  startedAt: '2026-11-20T18:07:00Z',
  durationMs: 12.4,
  ...more,
})
const counts = async (partyId: string) =>
  (
    await sql<{ at: string; calls: number; bookings: number; searches: number; refused: number; failed: number; durationMs: number }>`
    select at, calls, bookings, searches, refused, failed, duration_ms::integer as duration_ms from flow_counts where party_id = ${partyId} order by flow, at`.execute(
      open.db,
    )
  ).rows

test('the latest five durations are kept with the first that somebody would notice, whoever wrote them', async () => {
  const channelId = newId()
  const at = (second: number) => `2026-11-20T18:07:${String(second).padStart(2, '0')}.000Z`
  const call = (tally: ReturnType<typeof makeTally>, second: number, durationMs: number) =>
    tally.count(note({ channelId, startedAt: at(second), durationMs }))
  const [one, other] = [makeTally(open.db), makeTally(open.db)]
  for (const [second, ms] of [
    [10, 20],
    [11, 4000],
    [14, 5000],
  ] as const)
    call(one, second, ms)
  await one.write()
  for (const second of [20, 21, 22]) call(other, second, second)
  await other.write()
  const { rows } = await sql`
    select latest_calls, first_noticed_at, last_prompt_at from channel_calls where channel_id = ${channelId}`.execute(open.db)
  expect(rows).toEqual([
    {
      latestCalls: [
        [at(22), 22, 0],
        [at(21), 21, 0],
        [at(20), 20, 0],
        [at(14), 5000, 0],
        [at(11), 4000, 0],
      ],
      firstNoticedAt: '2026-11-20T18:07:11Z',
      lastPromptAt: '2026-11-20T18:07:22Z',
    },
  ])
})

test('hops are counted by flow and step and kind of call, and two writers add up', async () => {
  const [channelId, venueId, systemId] = [newId(), newId(), newId()]
  const writers = [makeTally(open.db), makeTally(open.db)]
  for (const tally of writers) {
    tally.count(note({ channelId, venueId }))
    tally.count(note({ channelId, venueId, outcome: 'refused', startedAt: '2026-11-20T18:11:00Z' }))
    for (let at = 0; at < 5; at++) tally.count(note({ channelId, venueId, operation: 'availability', startedAt: '2026-11-20T18:12:00Z' }))
    tally.count(note({ from: 'hub', to: 'system', systemId, channelId, operation: 'create', outcome: 'unclear' }))
  }
  await Promise.all(writers.map((tally) => tally.write()))
  expect(await counts(channelId)).toEqual([
    { at: '2026-11-20T18:00:00Z', calls: 2, bookings: 2, searches: 0, refused: 0, failed: 0, durationMs: 24 },
    { at: '2026-11-20T18:10:00Z', calls: 12, bookings: 0, searches: 10, refused: 2, failed: 0, durationMs: 144 },
  ])
  const { rows: byKind } = await sql`
    select at, kind, calls, refused, failed, duration_ms::integer as duration_ms from channel_calls where channel_id = ${channelId} order by at, kind`.execute(
    open.db,
  )
  expect(byKind).toEqual([
    { at: '2026-11-20T18:00:00Z', kind: 'booking', calls: 2, refused: 0, failed: 0, durationMs: 24 },
    { at: '2026-11-20T18:10:00Z', kind: 'availability', calls: 10, refused: 0, failed: 0, durationMs: 120 },
    { at: '2026-11-20T18:10:00Z', kind: 'booking', calls: 2, refused: 2, failed: 0, durationMs: 24 },
  ])
  expect(await counts(systemId)).toMatchObject([{ calls: 2, failed: 2, bookings: 0 }])
  expect(await counts(venueId)).toMatchObject([{ at: '2026-11-20T00:00:00Z', calls: 14, searches: 10, bookings: 2, refused: 2 }])
})
