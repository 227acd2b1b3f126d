import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { idOf } from '../../../../tests/build/many-rows.ts'
import { vacuumed, wholeReads } from '../../../../tests/build/whole-reads.ts'
import { claimDeliveries, dueEndpoints } from './claim-deliveries.ts'
import { listDeliveries } from './list-deliveries.ts'

let open: OpenDb
const tables = ['webhook_deliveries', 'webhook_events']
const one = (prefix: string, n: number): string => `01900000-0000-7000-${prefix}-${String(n).padStart(12, '0')}`
beforeAll(async () => {
  // One connection, so that its own statistics can be asked for at once.
  open = await aDb(1)
  for (const table of tables) await sql`alter table ${sql.table(table)} set (autovacuum_enabled = false)`.execute(open.db)
  await sql`insert into channels (id, name, type) select ${idOf('a000', 'n')}, 'Channel ' || n, 'partner' from generate_series(0, 9) n`.execute(
    open.db,
  )
  await sql`
    insert into webhook_endpoints (id, channel_id, url, state) select ${idOf('b000', 'n')}, ${idOf('a000', 'n')}, 'https://a.test/' || n, 'active'
    from generate_series(0, 9) n`.execute(open.db)
  await sql`
    with events as (
      insert into webhook_events (id, channel_id, venue_id, reservation_id, action, data, occurred_at)
      select ${idOf('c000', 'n')}, ${idOf('a000', 'n % 10')}, ${idOf('d000', 'n % 300')}, ${idOf('e000', 'n % 9000')}, 'update', '{}', now() - n * interval '1 second'
      from generate_series(1, 40000) n returning *)
    insert into webhook_deliveries (endpoint_id, event_id, channel_id, reservation_id, sequence, state, next_at)
    select ${sql.raw(`('01900000-0000-7000-b000-' || right(channel_id::text, 12))::uuid`)}, id, channel_id, reservation_id, sequence,
      case when (sequence / 10) % 50 = 0 then 'dead' when (sequence / 10) % 20 = 0 then 'waiting' else 'delivered' end, occurred_at from events`.execute(
    open.db,
  )
  await vacuumed(open)
})
afterAll(() => open.close())

test.each<[string, Parameters<typeof listDeliveries>[1]]>([
  ['the first page of one channel', { filters: { channelId: one('a000', 3) } }],
  ['the first page of one endpoint', { filters: { endpointId: one('b000', 3) } }],
  ['what failed at one endpoint', { filters: { endpointId: one('b000', 3), state: 'dead' } }],
  ['what waits anywhere', { filters: { state: 'waiting' } }],
  ['one booking', { filters: { reservationId: one('e000', 77) } }],
  ['one event', { filters: { eventId: one('c000', 77) } }],
])('HU3: of forty thousand deliveries, %s does not read all', async (_what, query) => {
  const before = await wholeReads(open, ...tables)
  expect((await listDeliveries(aCtx(open.db), query, 'channel')).total).toBeGreaterThan(0)
  expect(await wholeReads(open, ...tables)).toBe(before)
})

test('HU3: neither looking for work nor taking it reads all', async () => {
  const before = await wholeReads(open, ...tables)
  const due = await dueEndpoints(aCtx(open.db))
  expect(due).toHaveLength(10)
  expect(await claimDeliveries(aCtx(open.db), due[0]!)).toHaveLength(16)
  expect(await wholeReads(open, ...tables)).toBe(before)
})

test('HU3: two who take never take the same, and what somebody died with is taken after its lease', async () => {
  const ctx = aCtx(open.db)
  const [first, second] = [await claimDeliveries(ctx, one('b000', 5)), await claimDeliveries(ctx, one('b000', 5))]
  const ids = [...first, ...second].map((claimed) => claimed.id)
  expect(new Set(ids).size).toBe(32)
  // Of a booking the oldest alone.
  expect(new Set([...first, ...second].map(({ reservationId }) => reservationId)).size).toBe(32)
  const later = aCtx(open.db, { clock: () => ctx.clock().add({ seconds: 31 }) })
  const again: string[] = []
  for (let batch = await claimDeliveries(later, one('b000', 5)); batch.length; batch = await claimDeliveries(later, one('b000', 5)))
    again.push(...batch.map((claimed) => claimed.id))
  expect(again).toEqual(expect.arrayContaining(ids))
})
