import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { newId } from '../id.ts'
import { makeLogger } from '../log.ts'
import { makeTraces } from './make-traces.ts'
import type { TraceNote } from './traces.ts'

let open: OpenDb
beforeAll(async () => {
  open = await aDb()
})
afterAll(() => open.close())

const note = (more: Partial<TraceNote> = {}): TraceNote => ({
  from: 'channel',
  to: 'hub',
  operation: 'book',
  requestId: 'r-1',
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

test('notes are kept masked, whatever is in them; one that cannot be stored takes no other with it', async () => {
  const traces = makeTraces(open.db, makeLogger('silent'))
  const requestId = newId()
  traces.note(note({ requestId, requestBody: { email: 'anna@example.com', text: 'a\u0000b\ud800' }, otherIds: ['R-1', 'R-1', ''] }))
  traces.note(note({ requestId, systemId: 'no uuid at all' }))
  traces.note(note({ requestId, durationMs: Number.NaN, operation: '\u0000' }))
  traces.note(note({ requestId, requestBody: 'x'.repeat(1_000_000), operation: 'change' }))
  await traces.stop()
  const { rows: kept } = await sql<{
    operation: string
    requestBody: unknown
  }>`select * from traces where request_id = ${requestId} order by id`.execute(open.db)
  expect(kept.map(({ operation }) => operation)).toEqual(['book', '\ufffd', 'change'])
  expect(kept[0]).toMatchObject({ requestBody: { email: 'a***@e***.com' }, otherIds: ['R-1'], durationMs: 12 })
  expect(JSON.stringify(kept[2]!.requestBody).length).toBeLessThan(16_000)
})

test('what comes while others are written waits for its own moment and goes together, also when nothing comes after it', async () => {
  const requestId = newId()
  let statements = 0
  const counted = open.db.withPlugin({
    transformQuery: ({ node }) => {
      if (JSON.stringify(node).includes('insert into traces')) statements++
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const traces = makeTraces(counted, makeLogger('silent'))
  const written = async () => (await sql`select from traces where request_id = ${requestId}`.execute(open.db)).rows.length
  traces.note(note({ requestId }))
  await vi.waitFor(() => expect(statements).toBe(1))
  for (let n = 0; n < 30; n++) {
    traces.note(note({ requestId }))
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  await vi.waitFor(async () => expect(await written()).toBe(31), { timeout: 60_000 })
  expect(statements).toBeLessThanOrEqual(3)
  await traces.stop()
})

test('hops are counted by flow and step, those that are only counted as well, and two writers add up', async () => {
  const [channelId, venueId, systemId] = [newId(), newId(), newId()]
  const writers = [makeTraces(open.db, makeLogger('silent')), makeTraces(open.db, makeLogger('silent'))]
  for (const traces of writers) {
    traces.note(note({ channelId, venueId }))
    traces.note(note({ channelId, venueId, outcome: 'refused', startedAt: '2026-11-20T18:11:00Z' }))
    for (let at = 0; at < 5; at++) traces.count(note({ channelId, venueId, operation: 'availability', startedAt: '2026-11-20T18:12:00Z' }))
    traces.note(note({ from: 'hub', to: 'system', systemId, channelId, operation: 'create', outcome: 'unclear' }))
  }
  await Promise.all(writers.map((traces) => traces.stop()))
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
