import { importers } from '#src/app/importers.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aUser, ctxOfUser, type TestUser } from '../../../../tests/build/a-user.ts'
import { aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import { vacuumed, wholeReads } from '../../../../tests/build/whole-reads.ts'
import { venueImporter } from '#src/features/venue-imports/api.ts'
import { listBatches } from './list-batches.ts'
import { listFindings, listRejectedRows } from './list-findings.ts'
import { listRows } from './list-rows.ts'

let open: OpenDb
let venue: TestVenue
let users: Record<'platform' | 'company' | 'single', TestUser>
let batchId: string

beforeAll(async () => {
  open = await aDb(1)
  const { db } = open
  venue = await aVenue(db)
  users = {
    platform: await aUser(db),
    company: await aUser(db, { companyId: venue.companyId }),
    single: await aUser(db, { companyId: venue.companyId, venues: [venue.id] }),
  }
  const id = (prefix: string) => sql.raw(`('01900000-0000-7000-${prefix}-' || lpad(n::text, 12, '0'))::uuid`)
  await sql`
    insert into companies (id, name, country_code) select ${id('8000')}, 'C' || n, 'ES' from generate_series(1, 300) n`.execute(db)
  await sql`
    insert into import_batches (id, company_id, kind, company_wanted, state, file_name, file_bytes, mapping, created_by_name, created_at, updated_at)
    select ${id('9000')}, ('01900000-0000-7000-8000-' || lpad((1 + n % 300)::text, 12, '0'))::uuid, 'venues', 'C', 'applied', 'f', 1, '{"fields": {}}', 'A',
      now() - n * interval '1 minute', now() from generate_series(1, 20000) n`.execute(db)
  await sql`
    insert into import_batches (id, company_id, kind, venue_id, state, file_name, file_bytes, mapping, created_by_name, created_at, updated_at)
    select ${id('a000')}, ${venue.companyId}, 'reservations', ${venue.id}, 'applied', 'f', 1, '{"fields": {}}', 'A', now() - n * interval '1 hour', now()
    from generate_series(1, 30) n`.execute(db)
  batchId = '01900000-0000-7000-9000-000000000001'
  await sql`
    insert into import_findings (batch_id, id, line, outcome, reason, column_name, value)
    select ('01900000-0000-7000-9000-' || lpad((1 + n % 200)::text, 12, '0'))::uuid, ${id('b000')}, n, (array['rejected', 'noted'])[1 + n % 2], 'date.unreadable', 'c', 'v'
    from generate_series(1, 40000) n`.execute(db)
  await sql`
    insert into import_rows (batch_id, line, outcome, name, changes)
    select ('01900000-0000-7000-9000-' || lpad((1 + n % 200)::text, 12, '0'))::uuid, n, (array['changed', 'unchanged'])[1 + n % 2], 'V', '[]'
    from generate_series(1, 40000) n`.execute(db)
  await sql`insert into import_row_fields (batch_id, field, line) select batch_id, (array['name', 'phone'])[1 + line % 2], line from import_rows`.execute(
    db,
  )
  await vacuumed(open)
})
afterAll(() => open.close())

const ctxOf = (name: keyof typeof users) => ctxOfUser(open.db, users[name])

test.each(['platform', 'company', 'single'] as const)('RE6: a page of imports for %s reads no table from end to end', async (name) => {
  const ctx = ctxOf(name)
  const first = await listBatches(ctx, { limit: 20 })
  const before = await wholeReads(open, 'import_batches')
  expect((await listBatches(ctx, { limit: 20, ...(first.next ? { after: first.next } : {}) })).total).toBe(
    name === 'platform' ? 20_030 : 30,
  )
  // Counting all of them for somebody who sees all is the only question that may read them all.
  expect((await wholeReads(open, 'import_batches')) - before).toBeLessThanOrEqual(name === 'platform' ? 1 : 0)
})

test('RE6: findings, rejected rows and what was changed since are found by their import', async () => {
  const ctx = ctxOf('platform')
  const before = await wholeReads(open, 'import_findings', 'reservations', 'venues')
  const found = await listFindings(ctx, { limit: 20, filters: { importId: batchId, outcome: 'rejected', reason: 'date.unreadable' } })
  expect(found.total).toBe(200)
  expect((await listFindings(ctx, { limit: 20, after: found.next!, filters: { importId: batchId } })).data.length).toBe(20)
  await listRejectedRows(ctx, { id: batchId, after: undefined })
  await venueImporter.changedSince(ctx, batchId)
  expect((await wholeReads(open, 'import_findings', 'reservations')) - before).toBeLessThanOrEqual(1)
})

test('RE6: rows of an import, by outcome and by field, are found by their import', async () => {
  const ctx = ctxOf('platform')
  const before = await wholeReads(open, 'import_rows', 'import_row_fields', 'import_findings')
  const first = await listRows(ctx, importers, { limit: 20, filters: { importId: batchId } })
  expect(first.total).toBe(200)
  expect(
    (await listRows(ctx, importers, { limit: 20, after: first.next!, filters: { importId: batchId, outcome: 'changed' } })).data,
  ).toHaveLength(20)
  expect((await listRows(ctx, importers, { limit: 20, filters: { importId: batchId, field: 'name' } })).total).toBe(200)
  expect((await listRows(ctx, importers, { limit: 20, filters: { importId: batchId, outcome: 'changed', field: 'phone' } })).total).toBe(0)
  expect((await wholeReads(open, 'import_rows', 'import_row_fields', 'import_findings')) - before).toBe(0)
})
