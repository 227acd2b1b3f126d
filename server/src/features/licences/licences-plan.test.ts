import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aUser, ctxOfUser } from '../../../../tests/build/a-user.ts'
import { idOf, manyCompanies } from '../../../../tests/build/many-rows.ts'
import { vacuumed, wholeReads } from '../../../../tests/build/whole-reads.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { licencesHandlers as licences } from './routes.ts'

let open: OpenDb
const tables = ['companies', 'venues', 'channel_venues', 'licensed_venues']
beforeAll(async () => {
  // One connection, so that its own statistics can be asked for at once.
  open = await aDb(1)
  // The server's own tidying, just then, would keep pages from being marked visible to all.
  for (const table of tables) await sql`alter table ${sql.table(table)} set (autovacuum_enabled = false)`.execute(open.db)
  await manyCompanies(open.db, 2000)
  await sql`
    insert into venues (id, company_id, name, city, country_code, time_zone, currency, tripadvisor_id, meta_enabled, meta_enabled_at, listing_enabled, listing_enabled_at)
    select ${idOf('9000', 'n')}, ${idOf('8000', 'n % 2000')}, (array['Osteria', 'Casa', 'Bistro', 'The', 'Cafe'])[1 + n % 5] || ' ' || md5(n::text),
      'City ' || n % 700, (array['ES', 'FR', 'DE', 'IT', 'NL'])[1 + n % 5], 'Europe/Madrid', 'EUR', case when n % 20 = 0 then n::text end,
      n % 30 = 0, case when n % 30 = 0 then now() end, n % 25 = 0, case when n % 25 = 0 then now() end
    from generate_series(1, 20000) n`.execute(open.db)
  await sql`insert into channels (id, name, type) select ${idOf('a000', 'n')}, case n when 1 then 'Tripadvisor' else 'Channel ' || n end, 'partner' from generate_series(1, 6) n`.execute(
    open.db,
  )
  await sql`
    insert into channel_venues (venue_id, channel_id, state)
    select ${idOf('9000', 'n')}, ${idOf('a000', 'c')}, case when (n + c) % 3 = 0 then 'live' else 'not_enabled' end
    from generate_series(1, 20000) n, generate_series(1, 6) c where n % 3 <> 0`.execute(open.db)
  await vacuumed(open)
})
afterAll(() => open.close())

// A company's venues are few, and the table of licensed ones is as narrow as any index on it: counting it is reading it.
const reads = () => wholeReads(open, ...tables.filter((table) => table !== 'companies' && table !== 'licensed_venues'))

const platform = (): Ctx => aCtx(open.db)
const channelId = '01900000-0000-7000-a000-000000000002'
test.each<[string, (ctx: Ctx) => Promise<{ total: number }>]>([
  ['the venues with Meta', (ctx) => licences.list(ctx, { query: { filters: { product: 'meta' } } })],
  ['the venues with a listing', (ctx) => licences.list(ctx, { query: { filters: { product: 'listing' } } })],
  ['everything, page by page', (ctx) => licences.list(ctx, { query: {} })],
  ['one channel', (ctx) => licences.list(ctx, { query: { filters: { channelId } } })],
  ['a country', (ctx) => licences.list(ctx, { query: { filters: { countryCode: ['ES'] } } })],
  ['a part of a city', (ctx) => licences.list(ctx, { query: { filters: { city: 'ty 69' } } })],
  ['a part of a city with Meta', (ctx) => licences.withMeta(ctx, { query: { filters: { city: 'ty 1' } } })],
  ['a rare name', (ctx) => licences.list(ctx, { query: { filters: { criteria: 'abc1' } } })],
  ['with-tripadvisor/installed', (ctx) => licences.withTripadvisor(ctx, { query: {} })],
  ['with-meta/installed', (ctx) => licences.withMeta(ctx, { query: {} })],
  ['with-listing/enabled', (ctx) => licences.withListing(ctx, { query: { sort: '-name' } })],
])('CH3, CH4: of twenty thousand venues, %s does not read all', async (_what, ask) => {
  const before = await reads()
  expect((await ask(platform())).total).toBeGreaterThan(0)
  expect(await reads()).toBe(before)
})

test('CH3: what a company sees does not read all', async () => {
  const company = ctxOfUser(open.db, await aUser(open.db, { companyId: '01900000-0000-7000-8000-000000000007' }))
  const before = await reads()
  expect((await licences.list(company, { query: {} })).total).toBeGreaterThan(0)
  expect((await licences.withMeta(company, { query: {} })).total).toBe(0)
  expect(await reads()).toBe(before)
})

test('CH3: whoever scrolls far makes nobody look up the systems of all he passes', async () => {
  const looks = async (): Promise<number> => {
    await sql`select pg_stat_force_next_flush()`.execute(open.db)
    const { rows } = await sql<{ looks: number }>`
      select (seq_scan + coalesce(idx_scan, 0))::integer as looks from pg_stat_user_tables where relname = 'systems'`.execute(open.db)
    return rows[0]!.looks
  }
  const before = await looks()
  expect((await licences.list(platform(), { query: { offset: 4000, limit: 50 } })).data).toHaveLength(50)
  expect((await looks()) - before).toBeLessThan(200)
})
