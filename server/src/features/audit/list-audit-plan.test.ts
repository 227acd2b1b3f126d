import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aUser, ctxOfUser, type TestUser } from '../../../../tests/build/a-user.ts'
import { idOf, thousandVenues } from '../../../../tests/build/many-rows.ts'
import { vacuumed, wholeReads } from '../../../../tests/build/whole-reads.ts'
import { filteredEntries } from './audit-filters.ts'
import { closeDays } from './close-days.ts'
import { listAuditEntries } from './list-audit-entries.ts'

type Query = Parameters<typeof listAuditEntries>[1]

let open: OpenDb
let admin: TestUser
const company = '01900000-0000-7000-8000-000000000007'
const batch = '01900000-0000-7000-8000-00000000ba7c'
const venue = '01900000-0000-7000-9000-000000000107'

beforeAll(async () => {
  // One connection, so that its own statistics can be asked for at once.
  open = await aDb(1)
  await sql`alter table audit_entries set (autovacuum_enabled = false)`.execute(open.db)
  await thousandVenues(open.db)
  await sql`
    insert into audit_entries (id, action, subject, subject_id, venue_id, company_id, actor_kind, actor_id, actor_name, request_id, before, after, batch_id, at)
    select ${idOf('b000', 'n')}, (array['venue.updated', 'user.updated', 'channel.updated'])[1 + n % 3], (array['venue', 'user', 'channel'])[1 + n % 3],
      n::text, ${idOf('9000', 'n % 1000')}, ${idOf('8000', 'n % 100')}, 'user', 'person-' || n % 500, 'P', 'r', jsonb_build_object('a', 1, case when n % 500 = 0 then 'rare' else 'usual' end, 1), '{"a": 2}', case when n % 300 = 0 then ${batch}::uuid end,
      timestamptz '2026-01-01' + n * interval '1 minute'
    from generate_series(1, 60000) n`.execute(open.db)
  admin = await aUser(open.db)
  await vacuumed(open)
})
afterAll(() => open.close())

const reads = () => wholeReads(open, 'audit_entries')

test.each<[string, Query]>([
  ['the last days', { filters: { from: '2026-02-09' } }],
  ['one thing', { filters: { subjectId: '4711' } }],
  ['a kind within days', { filters: { subject: 'channel', from: '2026-02-01' } }],
  ['a venue', { filters: { venueId: venue } }],
  ['a person', { filters: { actorId: 'person-7' } }],
  ['a field few changed', { filters: { field: 'rare' } }],
  ['a field and a venue', { filters: { field: 'a', venueId: venue } }],
  ['what was done within days', { filters: { act: 'updated', from: '2026-02-09' } }],
  ['a batch', { filters: { batchId: batch } }],
  ['a name', { filters: { search: 'v777' } }],
  ['a name of more than a hundred', { filters: { search: 'v1' } }],
])('of very many entries, %s does not read all', async (_what, query) => {
  const ctx = ctxOfUser(open.db, admin)
  const before = await reads()
  const page = await listAuditEntries(ctx, query, {})
  expect(page.total).toBeGreaterThan(0)
  if (page.next) await listAuditEntries(ctx, { ...query, after: page.next }, {})
  expect(await reads()).toBe(before)
})

test('a name that many venues share is looked up once, and not compared with each entry one by one', async () => {
  for (const user of [admin, await aUser(open.db, { companyId: company })]) {
    const where = await filteredEntries(ctxOfUser(open.db, user), { search: 'v' })
    const { rows } = await sql<Record<string, string>>`explain select count(*) from audit_entries e where ${where}`.execute(open.db)
    expect(rows.map((row) => Object.values(row)[0]).join('\n')).not.toMatch(/venues_name|lower\(/)
  }
})

test('nor does what a company or a person of one venue sees', async () => {
  const [whole, limited] = [await aUser(open.db, { companyId: company }), await aUser(open.db, { companyId: company, venues: [venue] })]
  const before = await reads()
  expect((await listAuditEntries(ctxOfUser(open.db, whole), {}, {})).total).toBe(600)
  expect((await listAuditEntries(ctxOfUser(open.db, limited), {}, {})).total).toBe(60)
  expect(await reads()).toBe(before)
})

test('nor does the total of all, which stays exact whatever comes late', async () => {
  const ctx = ctxOfUser(open.db, admin)
  const exact = async (): Promise<number> => {
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count from audit_entries`.execute(open.db)
    return rows[0]!.count
  }
  const total = async (): Promise<number> => (await listAuditEntries(ctx, {}, {})).total
  expect(await total()).toBe(await exact())
  await closeDays(ctx)
  await sql`analyze audit_entries`.execute(open.db)
  const before = await reads()
  expect(await total()).toBeGreaterThanOrEqual(60_000)
  expect(await reads()).toBe(before)
  const late = (at: string) =>
    sql`
    insert into audit_entries (id, action, subject, actor_kind, actor_name, request_id, at) values (gen_random_uuid(), 'a.b', 'a', 'system', 'S', 'r', ${at}::timestamptz)`.execute(
      open.db,
    )
  for (const at of ['2025-06-01T10:00:00Z', '2026-01-05T10:00:00Z', new Date().toISOString()]) await late(at)
  expect(await total()).toBe(await exact())
  await closeDays(ctx)
  expect(await total()).toBe(await exact())
})
