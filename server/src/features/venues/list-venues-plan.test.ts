import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allVenues } from '../../../../tests/build/all-venues.ts'
import { aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aUser, ctxOfUser } from '../../../../tests/build/a-user.ts'
import { idOf, manyCompanies } from '../../../../tests/build/many-rows.ts'
import { vacuumed, wholeReads } from '../../../../tests/build/whole-reads.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { countVenues, listVenues } from './list-venues.ts'

type Query = Parameters<typeof listVenues>[1]

const channel = '01900000-0000-7000-a000-000000000001'
const group = '01900000-0000-7000-b000-000000000001'
const system = '01900000-0000-7000-8000-000000000001'

let open: OpenDb
beforeAll(async () => {
  // One connection, so that its own statistics can be asked for at once.
  open = await aDb(1)
  // The server's own tidying, just then, would keep pages from being marked visible to all, and with it the index from being enough.
  for (const table of ['companies', 'venues', 'books'])
    await sql`alter table ${sql.table(table)} set (autovacuum_enabled = false)`.execute(open.db)
  await manyCompanies(open.db, 2000)
  await sql`
    insert into venues (id, company_id, name, city, country_code, time_zone, currency, active, external_id, system_id)
    select ${idOf('9000', 'n')}, ${idOf('8000', 'n % 2000')}, (array['Osteria', 'Casa', 'Bistro', 'The', 'Cafe'])[1 + n % 5] || ' ' || md5(n::text),
      'City ' || n % 700, (array['ES', 'FR', 'DE', 'IT', 'NL'])[1 + n % 5], 'Europe/Madrid', 'EUR', n % 50 > 0, 'X-' || n,
      case when n % 40 = 0 then ${system}::uuid end
    from generate_series(1, 20000) n`.execute(open.db)
  await sql`update venues set latitude = 40, longitude = -3, phone_number = '+34913640617' where right(id::text, 1) <> '3'`.execute(open.db)
  await sql`update venues set archived_at = now(), archived_active = active, active = false where right(id::text, 2) = '42'`.execute(
    open.db,
  )
  await sql`insert into groups (id, company_id, name) values (${group}, '01900000-0000-7000-8000-000000000007', 'North')`.execute(open.db)
  await sql`update venues set group_id = ${group} where company_id = '01900000-0000-7000-8000-000000000007'`.execute(open.db)
  await sql`insert into channels (id, name, type) values (${channel}, 'Guide', 'partner')`.execute(open.db)
  await sql`
    insert into channel_venues (venue_id, channel_id, state)
    select id, ${channel}, 'live' from venues where right(id::text, 1) = '7'`.execute(open.db)
  // Links that ended stay: of few rows all would be read, and rightly.
  const before = '01900000-0000-7000-a000-000000000002'
  await sql`insert into channels (id, name, type) values (${before}, 'Old guide', 'partner')`.execute(open.db)
  await sql`insert into channel_venues (venue_id, channel_id, state) select id, ${before}, 'not_enabled' from venues`.execute(open.db)
  await sql`insert into books (venue_id, rules) select id, ('{"party": {"min": 1, "max": 20}, "shifts": ' ||
      case when right(id::text, 1) = '5' then '[]' else '[{}]' end || '}')::jsonb from venues`.execute(open.db)
  // People of the platform may be given venues of every company.
  const keeper = await aUser(open.db, { companyId: null, venues: [] })
  await sql`insert into user_venues (user_id, venue_id) select ${keeper.id}, id from venues where right(id::text, 1) <> '9'`.execute(
    open.db,
  )
  await vacuumed(open)
})
afterAll(() => open.close())

const reads = () => wholeReads(open, 'venues', 'books', 'channel_venues', 'user_venues')

test('reading all is noticed', async () => {
  const before = await reads()
  await sql`select * from venues`.execute(open.db)
  expect(await reads()).toBe(before + 1)
})

const platform = (): Ctx => aCtx(open.db)
test.each<[string, Query]>([
  ['the first page', {}],
  ['the archive', { filters: { archived: true } }],
  ['by city, descending', { sort: '-city' }],
  ['a rare name', { filters: { criteria: 'abc1' } }],
  ['a common name', { filters: { criteria: 'osteria' } }],
  ['a city', { filters: { city: 'city 12' } }],
  ['a country', { filters: { countryCode: ['ES'] } }],
  ['the inactive ones', { filters: { active: false } }],
  ['a venue id', { filters: { criteria: 'X-777' } }],
  ['those of a system', { filters: { systemId: system } }],
  ['those on a channel', { filters: { channelId: channel } }],
  ['those of a company', { filters: { companyId: '01900000-0000-7000-8000-000000000007' } }],
  ['those of a group', { filters: { groupId: group } }],
  ['those without opening times', { filters: { missing: ['hours'] } }],
  ['those on no channel', { filters: { missing: ['channel'] } }],
  ['those without a position', { filters: { missing: ['position'] } }],
  ['those without a phone', { filters: { missing: ['phone'] } }],
  ['those in no group', { filters: { missing: ['group'] } }],
])('of twenty thousand venues, %s does not read all', async (_what, query) => {
  const before = await reads()
  const page = await listVenues(platform(), query)
  expect(page.total).toBeGreaterThan(0)
  if (page.next) await listVenues(platform(), { ...query, after: page.next })
  expect(await reads()).toBe(before)
})

test('to count what nobody was given each venue is asked, but not all that anybody was given is read', async () => {
  const before = await wholeReads(open, 'books', 'channel_venues', 'user_venues')
  expect((await listVenues(platform(), { filters: { missing: ['manager'] } })).total).toBeGreaterThan(0)
  expect(await wholeReads(open, 'books', 'channel_venues', 'user_venues')).toBe(before)
})

test('VE1: what no channel sells is found without passing over the links of all', async () => {
  const passed = async (): Promise<number> => {
    await sql`select pg_stat_force_next_flush()`.execute(open.db)
    const { rows } = await sql<{ passed: number }>`
      select (seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as passed from pg_stat_user_tables where relname = 'channel_venues'`.execute(
      open.db,
    )
    const { rows: index } = await sql<{ passed: number }>`
      select coalesce(sum(idx_tup_read), 0)::integer as passed from pg_stat_user_indexes where relname = 'channel_venues'`.execute(open.db)
    return rows[0]!.passed + index[0]!.passed
  }
  const before = await passed()
  expect(await countVenues(platform(), { missing: ['channel'] })).toBeGreaterThan(10_000)
  expect(await passed()).toBe(before)
})

test('nor does what a company or a person sees', async () => {
  const company = ctxOfUser(open.db, await aUser(open.db, { companyId: '01900000-0000-7000-8000-000000000007' }))
  const person = ctxOfUser(
    open.db,
    await aUser(open.db, { venues: ['01900000-0000-7000-9000-000000000001', '01900000-0000-7000-9000-000000000002'] }),
  )
  const before = await reads()
  expect((await allVenues(company, { filters: { limit: -1 } })).total).toBe(10)
  expect((await listVenues(person, { sort: 'city' })).total).toBe(2)
  expect(await reads()).toBe(before)
})
