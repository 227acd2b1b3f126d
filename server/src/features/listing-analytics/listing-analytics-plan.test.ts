import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClock, aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aUser, ctxOfUser } from '../../../../tests/build/a-user.ts'
import { idOf, manyCompanies } from '../../../../tests/build/many-rows.ts'
import { vacuumed, wholeReads } from '../../../../tests/build/whole-reads.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { readListingAnalytics } from './read-analytics.ts'
import { writeListingDays } from './write-days.ts'

let open: OpenDb
const now = '2026-11-20T18:00:00Z'
const growing = ['listing_days', 'listing_difference_moves', 'listing_score_moves']
beforeAll(async () => {
  // One connection, so that its own statistics can be asked for at once.
  open = await aDb(1)
  for (const table of [...growing, 'venues', 'listing_scores', 'listing_copies', 'listing_differences'])
    await sql`alter table ${sql.table(table)} set (autovacuum_enabled = false)`.execute(open.db)
  await manyCompanies(open.db, 100)
  await sql`
    insert into venues (id, company_id, name, country_code, time_zone, currency, listing_enabled, listing_enabled_at)
    select ${idOf('9000', 'n')}, ${idOf('8000', 'n % 100')}, 'Venue ' || n, 'ES', 'Europe/Madrid', 'EUR', true, '2026-01-01' from generate_series(1, 2000) n`.execute(
    open.db,
  )
  await sql`insert into books (venue_id, rules) select ${idOf('9000', 'n')}, '{"openingHours": []}' from generate_series(1, 2000) n`.execute(
    open.db,
  )
  await sql`update listing_scores set kept_from = '2025-11-01'`.execute(open.db)
  await sql`insert into channels (id, name, type) select ${idOf('a000', 'n')}, 'Channel ' || n, 'partner' from generate_series(1, 4) n`.execute(
    open.db,
  )
  await sql`
    insert into channel_venues (venue_id, channel_id, state) select ${idOf('9000', 'n')}, ${idOf('a000', 'c')}, 'live'
    from generate_series(1, 2000) n, generate_series(1, 4) c`.execute(open.db)
  await sql`
    insert into listing_copies (venue_id, channel_id, facts, observed_at) select ${idOf('9000', 'n')}, ${idOf('a000', 'c')}, '{}', now()
    from generate_series(1, 2000) n, generate_series(1, 4) c`.execute(open.db)
  await sql`
    insert into listing_differences (id, venue_id, channel_id, field, ours, theirs, changed_by, since, state)
    select gen_random_uuid(), k.venue_id, k.channel_id, 'phone', '{}', '{}', 'guest', ${now}::timestamptz - random() * interval '90 days',
      (array['open', 'asked', 'ignored'])[1 + (random() * 2)::integer] from listing_copies k where random() < 0.3`.execute(open.db)
  await sql`
    insert into listing_difference_moves (venue_id, channel_id, field, opened, at, day)
    select k.venue_id, k.channel_id, 'phone', n % 2 = 0, at, at::date from listing_copies k, generate_series(1, 12) n,
      lateral (select ${now}::timestamptz - (n + random() * 30) * interval '12 days' as at) x`.execute(open.db)
  await sql`
    insert into listing_days (venue_id, day, score, differences)
    select v.id, g::date, 50, 1 from venues v, generate_series('2025-11-20'::date, '2026-11-18'::date, interval '1 day') g`.execute(open.db)
  await sql`
    insert into listing_score_moves (venue_id, at, before)
    select v.id, ${now}::timestamptz - n * interval '9 days', 40 from venues v, generate_series(1, 10) n`.execute(open.db)
  await vacuumed(open)
})
afterAll(() => open.close())

const everybody = (): Ctx => ({ ...aCtx(open.db), clock: aClock(now) })
const days = { today: '2026-11-20', compare: 'previous', align: 'date' } as const

test.each([
  ['a month by days', { from: '2026-11-01', to: '2026-11-30' }],
  ['a year by weeks', { from: '2026-01-01', to: '2026-12-31' }],
])('AN2: of two thousand listings, %s is not found by reading all that was kept', async (_what, span) => {
  const before = await wholeReads(open, ...growing)
  const answer = await readListingAnalytics(everybody(), { ...span, ...days })
  expect([answer.now.listings, answer.now.venues.length]).toEqual([2000, 100])
  expect(await wholeReads(open, ...growing)).toBe(before)
})

test('AN2: what a company sees of them, and the day that ended, are not found by reading all either', async () => {
  const user = await aUser(open.db, { companyId: '01900000-0000-7000-8000-000000000007', permissions: ['analytics'] })
  const before = await wholeReads(open, ...growing)
  const company = { ...ctxOfUser(open.db, user), clock: aClock(now) }
  expect((await readListingAnalytics(company, { from: '2026-01-01', to: '2026-12-31', ...days })).now.listings).toBe(20)
  await writeListingDays(everybody())
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from listing_days where day = '2026-11-19'`.execute(open.db)
  expect(rows[0]!.n).toBe(2000)
  expect(await wholeReads(open, ...growing)).toBe(before)
})
