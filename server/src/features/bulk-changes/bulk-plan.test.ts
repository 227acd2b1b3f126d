import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aUser, ctxOfUser } from '../../../../tests/build/a-user.ts'
import { aBook } from '../../../../tests/build/a-venue.ts'
import { idOf, manyCompanies } from '../../../../tests/build/many-rows.ts'
import { vacuumed, wholeReads } from '../../../../tests/build/whole-reads.ts'
import { readRun } from './bulk-view.ts'
import { previewBulk } from './preview-bulk.ts'
import { listBulk, listBulkVenues } from './list-bulk.ts'

const { version: _version, areas: _areas, ...rules } = aBook()
let open: OpenDb
const tables = ['bulk_changes', 'bulk_change_venues', 'venues', 'books']
const id = '01900000-0000-7000-b000-000000000007'
beforeAll(async () => {
  // One connection, so that its own statistics can be asked for at once.
  open = await aDb(1)
  for (const table of tables) await sql`alter table ${sql.table(table)} set (autovacuum_enabled = false)`.execute(open.db)
  await manyCompanies(open.db, 400)
  await sql`
    insert into venues (id, company_id, name, city, country_code, time_zone, currency)
    select ${idOf('9000', 'n')}, ${idOf('8000', 'n % 400')}, 'V ' || md5(n::text), 'City ' || n % 700, 'ES', 'Europe/Madrid', 'EUR' from generate_series(1, 20000) n`.execute(
    open.db,
  )
  await sql`insert into books (venue_id, rules) select id, ${JSON.stringify(rules)}::jsonb from venues on conflict do nothing`.execute(
    open.db,
  )
  await sql`
    insert into bulk_changes (id, company_id, change, state, total, created_by_name, scope, created_at, counts)
    select ${idOf('b000', 'n')}, ${idOf('8000', 'n % 400')}, '{"kind": "restore"}', 'applied', 100, 'Ada', '{"kind": "all"}', timestamptz '2026-01-01' + n * interval '1 minute',
      case when n <> 7 then '{"done": 100, "changed": 100, "unchanged": 0, "refused": 0, "restored": 0, "kept": 0}'::jsonb end
    from generate_series(1, 2000) n`.execute(open.db)
  await sql`
    insert into bulk_change_venues (bulk_id, place, venue_id, outcome)
    select ${idOf('b000', 'n')}, p, ${idOf('9000', '1 + p')}, case when p % 10 = 0 then 'refused' else 'changed' end
    from generate_series(1, 2000) n, generate_series(0, 99) p`.execute(open.db)
  await vacuumed(open)
})
afterAll(() => open.close())

const reads = () => wholeReads(open, ...tables)

test('S9: of very many changes, a page, one of them and its venues are found without reading all', async () => {
  const ctx = aCtx(open.db)
  const company = ctxOfUser(open.db, await aUser(open.db, { companyId: '01900000-0000-7000-8000-000000000007' }))
  const before = await wholeReads(open, 'bulk_change_venues', 'venues')
  const page = await listBulk(ctx, { limit: 50 })
  expect(page.data).toHaveLength(50)
  await listBulk(ctx, { limit: 50, after: page.next! })
  expect((await listBulk(company, {})).total).toBe(5)
  expect(await wholeReads(open, 'bulk_change_venues', 'venues')).toBe(before)
  const one = await reads()
  // Its counts are not kept: they are counted.
  expect(await readRun(ctx, id)).toMatchObject({ done: 100, counts: { changed: 90, refused: 10 } })
  expect((await listBulkVenues(ctx, { params: { id }, query: { filters: { outcome: 'refused' } } })).total).toBe(10)
  expect(await reads()).toBe(one)
})

test('S9: a preview of some venues reads no others', async () => {
  const ctx = ctxOfUser(open.db, await aUser(open.db, { companyId: '01900000-0000-7000-8000-000000000007' }))
  const before = await reads()
  const seen = await previewBulk(ctx, {
    selection: { filters: { companyId: '01900000-0000-7000-8000-000000000007' } },
    change: { kind: 'fields', fields: { active: false } },
  })
  expect(seen.total).toBe(50)
  expect(await reads()).toBe(before)
})
