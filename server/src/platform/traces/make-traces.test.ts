import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { newId } from '../id.ts'
import { makeLogger } from '../log.ts'
import { makeTraces } from './make-traces.ts'
import type { TraceCount, TraceNote } from './traces.ts'

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

test('every hop that is noted or counted is told to the counter, and what it counted is written when traces stop', async () => {
  const calls: string[] = []
  const counter = { count: ({ operation }: TraceCount) => void calls.push(operation), write: async () => void calls.push('written') }
  const traces = makeTraces(open.db, makeLogger('silent'), counter)
  traces.note(note({ operation: 'noted' }))
  traces.count(note({ operation: 'counted' }))
  traces.keep(note({ operation: 'kept' }))
  await traces.stop()
  expect(calls).toEqual(['noted', 'counted', 'written'])
})
