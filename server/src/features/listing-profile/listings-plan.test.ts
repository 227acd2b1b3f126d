import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { idOf, manyCompanies } from '../../../../tests/build/many-rows.ts'
import { vacuumed, wholeReads } from '../../../../tests/build/whole-reads.ts'
import { listingsHandlers as listings } from './routes.ts'

let open: OpenDb
const tables = ['venues', 'listing_profiles', 'listing_photos']
beforeAll(async () => {
  // One connection, so that its own statistics can be asked for at once.
  open = await aDb(1)
  for (const table of [...tables, 'listing_scores'])
    await sql`alter table ${sql.table(table)} set (autovacuum_enabled = false)`.execute(open.db)
  await manyCompanies(open.db, 500)
  await sql`
    insert into venues (id, company_id, name, city, country_code, time_zone, currency, listing_enabled, listing_enabled_at, address, phone_number)
    select ${idOf('9000', 'n')}, ${idOf('8000', 'n % 500')}, 'V ' || md5(n::text), 'City ' || n % 300, 'ES', 'Europe/Madrid', 'EUR', true, now(),
      case when n % 3 = 0 then 'Street ' || n end, case when n % 2 = 0 then '+34910000000' end from generate_series(1, 10000) n`.execute(
    open.db,
  )
  await sql`
    insert into books (venue_id, rules) select ${idOf('9000', 'n')}, '{"openingHours": []}' from generate_series(1, 10000) n`.execute(
    open.db,
  )
  await sql`
    insert into listing_profiles (venue_id, menu_url, updated_at)
    select ${idOf('9000', 'n')}, case when n % 10 > 0 then 'https://a.example' end, now() from generate_series(1, 10000) n`.execute(open.db)
  await sql`
    insert into listing_photos (id, venue_id, width, height, sizes, original, created_at)
    select ${idOf('9100', 'n')}, ${idOf('9000', 'n')}, 800, 600, '[]', 'listing-photos/' || n, now() from generate_series(1, 10000) n`.execute(
    open.db,
  )
  await vacuumed(open)
})
afterAll(() => open.close())

test('LI1: ten thousand listings are rated as they come, sorted, filtered and counted exactly, page by page', async () => {
  const ask = (query: object) => listings.list(aCtx(open.db), { query: query as never })
  const before = await wholeReads(open, 'listing_profiles', 'listing_photos')
  expect((await ask({})).total).toBe(10_000)
  expect((await ask({ sort: '-score' })).data).toHaveLength(50)
  expect((await ask({ sort: 'name', offset: 9000 })).data).toHaveLength(50)
  expect((await ask({ filters: { missing: ['menu'] } })).total).toBe(1000)
  expect((await ask({ filters: { missing: ['menu', 'phone'] } })).total).toBe(0)
  expect((await ask({ filters: { q: 'city 299' } })).total).toBe(33)
  expect(await listings.completeness(aCtx(open.db), {})).toMatchObject({ venues: 10_000, complete: 0 })
  expect(await wholeReads(open, 'listing_profiles', 'listing_photos')).toBe(before)
})
