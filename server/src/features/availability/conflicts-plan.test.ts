import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClock, aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import { vacuumed, wholeReads } from '../../../../tests/build/whole-reads.ts'
import { conflictsLeft, recordConflicts } from './conflict-rows.ts'
import { findConflicts } from './find-conflicts.ts'

let open: OpenDb
let venue: TestVenue
const clock = aClock('2026-11-20T12:00:00Z')
const tables = ['reservations', 'book_conflicts']
beforeAll(async () => {
  // One connection, so that its own statistics can be asked for at once.
  open = await aDb(1)
  for (const table of tables) await sql`alter table ${sql.table(table)} set (autovacuum_enabled = false)`.execute(open.db)
  const others = await Promise.all(Array.from({ length: 40 }, () => aVenue(open.db, { timeZone: 'UTC' })))
  venue = others[7]!
  for (const { id, areaId } of others)
    await sql`
      insert into reservations (venue_id, id, reference, status, party_size, starts_at, ends_at, starts_local, service_on, area_id, pacing_at, pacing_until, book_version, source)
      select ${id}, gen_random_uuid(), 'R' || n, 'confirmed', 2, at, at + interval '90 minutes', at at time zone 'UTC', (at at time zone 'UTC')::date, ${areaId},
        at, at + interval '15 minutes', 1, 'import'
      from generate_series(1, 500) n, lateral (select timestamptz '2026-10-01 19:00Z' + make_interval(days => n % 100) as at) times`.execute(
      open.db,
    )
  await sql`
    insert into book_conflicts (venue_id, reservation_id, starts_at, area_id, party_size, rules, book_version)
    select venue_id, id, starts_at, area_id, party_size, '[]', 1 from reservations`.execute(open.db)
  await vacuumed(open)
})
afterAll(() => open.close())

const reads = () => wholeReads(open, ...tables)

test('SE2 of twenty thousand reservations, neither looking for conflicts nor listing or noting them reads all', async () => {
  const ctx = aCtx(open.db, { clock })
  const before = await reads()
  expect((await findConflicts(ctx, { venueId: venue.id, book: { ...venue.book, shifts: [] } })).total).toBe(250)
  expect(await conflictsLeft(ctx, venue.id)).toMatchObject({ total: 250 })
  await recordConflicts(ctx, { venueId: venue.id, before: venue.book })
  expect(await conflictsLeft(ctx, venue.id)).toMatchObject({ total: 0 })
  expect(await reads()).toBe(before)
  await sql`select count(*) from reservations where notes = 'x'`.execute(open.db)
  expect(await reads()).toBe(before + 1)
})
