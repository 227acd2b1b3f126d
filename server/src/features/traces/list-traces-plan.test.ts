import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClock, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aUser, ctxOfUser, type TestUser } from '../../../../tests/build/a-user.ts'
import { idOf, numberedId, thousandVenues } from '../../../../tests/build/many-rows.ts'
import { rowsOfReads, rowsOfWholeReads, vacuumed } from '../../../../tests/build/whole-reads.ts'
import { makeTraceDays } from '#src/platform/traces/trace-days.ts'
import { listConnections } from './list-connections.ts'
import { listTraces, sumTraces } from './list-traces.ts'
import { hopsOf } from './trace-view.ts'
import type { TraceQuery } from './trace-filters.ts'

let open: OpenDb
let admin: TestUser
const company = numberedId('8000', 7)
const venue = numberedId('9000', 107)
// One hop a minute: 60,000 of them end now.
const clock = aClock('2026-02-11T16:00:00Z')
const ctx = (user: TestUser) => ctxOfUser(open.db, user, { clock })

beforeAll(async () => {
  open = await aDb(1)
  await makeTraceDays(
    open.db,
    Array.from({ length: 42 }, (_, days) => Temporal.PlainDate.from('2026-01-01').add({ days })),
  )
  await sql`
    do $$ declare day text; begin
      for day in select inhrelid::regclass::text from pg_inherits where inhparent = 'traces'::regclass loop
        execute 'alter table ' || day || ' set (autovacuum_enabled = false)';
      end loop;
    end $$`.execute(open.db)
  await thousandVenues(open.db)
  await sql`
    insert into traces (id, started_at, from_party, to_party, operation, system_id, channel_id, venue_id, reservation_id, other_ids, request_id, outcome, duration_ms)
    select ${idOf('b000', 'n')}, timestamptz '2026-01-01' + n * interval '1 minute', 'hub', 'system', (array['create', 'find', 'health'])[1 + n % 3],
      ${idOf('a000', 'n % 40')}, ${idOf('c000', 'n % 60')}, ${idOf('9000', 'n % 1000')}, case when n % 3 > 0 then ${idOf('d000', 'n / 6')} end,
      case when n % 3 > 0 then array['REMOTE-' || n / 6] else '{}' end, 'request-' || n / 3, case when n % 50 = 0 then 'failed' else 'ok' end, n % 900
    from generate_series(1, 60000) n`.execute(open.db)
  admin = await aUser(open.db)
  await vacuumed(open)
})
afterAll(() => open.close())

/** Of the days one asks for a page may be read as a whole; of all 42 never. */
const fewDays = 6000
const reads = () => rowsOfWholeReads(open, 'traces')
const long = { from: '2026-01-01T00:00:00Z' }

test.each<[string, TraceQuery, number]>([
  ['the last day', {}, 1441],
  ['trouble of weeks', { filters: { ...long, outcome: ['failed'] } }, 1200],
  ['a venue', { filters: { ...long, venueId: venue } }, 60],
  ['a system’s trouble', { filters: { ...long, systemId: numberedId('a000', 10), outcome: ['failed', 'unclear'] } }, 300],
  ['a channel', { filters: { ...long, channelId: numberedId('c000', 7) } }, 1000],
  ['the system’s id of a booking', { filters: { id: 'REMOTE-4711' } }, 4],
  ['a booking', { filters: { id: numberedId('d000', 4711) } }, 4],
  ['a request', { filters: { id: 'request-4711' } }, 3],
  ['an id that nobody has', { filters: { id: 'nothing' } }, 0],
])('of very many hops, %s does not read all', async (_what, query, total) => {
  const before = await reads()
  const page = await listTraces(ctx(admin), query)
  expect(page.total).toBe(total)
  if (page.next) await listTraces(ctx(admin), { ...query, after: page.next })
  expect((await sumTraces(ctx(admin), query)).total).toBe(total)
  expect((await reads()) - before).toBeLessThan(fewDays)
})

/** The last day ends at 16:00, and PostgreSQL 15 reads as short a day as a whole. */
const lastDay = 961

/** Days are many and a search by an id knows none of them, so it looks into each: for what it finds there, and not for what there is. */
test.each([
  ['the system’s id of a booking', 'REMOTE-4711', 4],
  ['a booking', numberedId('d000', 4711), 4],
  ['a request', 'request-4711', 3],
  ['a hop', numberedId('b000', 4711), 1],
  ['an id that nobody has', 'nothing', 0],
])('of all days, %s reads the rows it answers with and hardly any other', async (_what, id, total) => {
  const before = await rowsOfReads(open, 'traces')
  expect((await listTraces(ctx(admin), { filters: { id } })).total).toBe(total)
  await sumTraces(ctx(admin), { filters: { id } })
  // The page, its count and the numbers are three looks.
  expect((await rowsOfReads(open, 'traces')) - before).toBeLessThanOrEqual(10 * total + 3 * lastDay)
})

test('nor does what a company or a person of one venue sees, or the way of one booking', async () => {
  const [whole, limited] = [await aUser(open.db, { companyId: company }), await aUser(open.db, { companyId: company, venues: [venue] })]
  const before = await reads()
  expect((await listTraces(ctx(whole), { filters: long })).total).toBe(600)
  expect((await listTraces(ctx(limited), { filters: long })).total).toBe(60)
  expect(await hopsOf(ctx(admin), sql`t.reservation_id = ${numberedId('d000', 4711)}`)).toHaveLength(4)
  expect((await reads()) - before).toBeLessThan(fewDays)
})

test('nor does how connections are doing, for the platform, for a company and for one venue', async () => {
  const seen = [admin, await aUser(open.db, { companyId: company }), await aUser(open.db, { companyId: company, venues: [venue] })]
  const before = await reads()
  for (const user of seen) expect(await listConnections(ctx(user))).toBeDefined()
  expect((await reads()) - before).toBeLessThan(fewDays)
})
