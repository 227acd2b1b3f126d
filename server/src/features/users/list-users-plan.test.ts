import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aUser, ctxOfUser, type TestUser } from '../../../../tests/build/a-user.ts'
import { idOf } from '../../../../tests/build/many-rows.ts'
import { vacuumed, wholeReads } from '../../../../tests/build/whole-reads.ts'
import { listUsers } from './list-users.ts'

type Query = Parameters<typeof listUsers>[1]

let open: OpenDb
let admin: TestUser
const company = '01900000-0000-7000-8000-000000000007'

beforeAll(async () => {
  // One connection, so that its own statistics can be asked for at once.
  open = await aDb(1)
  await sql`alter table users set (autovacuum_enabled = false)`.execute(open.db)
  await sql`insert into companies (id, name, country_code) select ${idOf('8000', 'n')}, 'Company ' || md5(n::text), 'ES' from generate_series(0, 999) n`.execute(
    open.db,
  )
  await sql`
    insert into users (id, company_id, email, password_hash, first_name, last_name, roles, disabled_at, invited_at, joined_at)
    select ${idOf('a000', 'n')}, ${idOf('8000', 'n % 1000')}, 'user-' || n || '@example.test', '', (array['Ana', 'Bo', 'Cy', 'Di', 'Eve'])[1 + n % 5],
      md5((n * 7)::text), array[case when n % 40 = 0 then 'ROLE_ADMIN' else 'ROLE_MANAGER' end], case when n % 50 = 0 then now() end,
      case when n % 30 < 2 then now() end, case when n % 30 = 1 then now() end
    from generate_series(1, 10000) n`.execute(open.db)
  admin = await aUser(open.db)
  await vacuumed(open)
})
afterAll(() => open.close())

const reads = () => wholeReads(open, 'users')

test('reading all is noticed', async () => {
  const before = await reads()
  await sql`select count(*) from users where city like '%x%'`.execute(open.db)
  expect(await reads()).toBe(before + 1)
})

test.each<[string, Query]>([
  ['an address', { filters: { search: 'user-7777@example.test' } }],
  ['two words', { filters: { search: 'ana user-7775@' } }],
  ['a role', { filters: { role: ['ROLE_ADMIN'] } }],
  ['a company', { filters: { companyId: company } }],
  ['the disabled ones', { filters: { state: 'disabled' } }],
  ['the invited ones', { filters: { state: 'invited' } }],
])('of ten thousand users, %s does not read all', async (_what, query) => {
  const ctx = ctxOfUser(open.db, admin)
  const before = await reads()
  const page = await listUsers(ctx, query)
  expect(page.total).toBeGreaterThan(0)
  if (page.next) await listUsers(ctx, { ...query, after: page.next })
  expect(await reads()).toBe(before)
})

test('nor does what a company sees', async () => {
  const ctx = ctxOfUser(open.db, await aUser(open.db, { companyId: company }))
  const before = await reads()
  expect((await listUsers(ctx, {})).total).toBe(11)
  expect(await reads()).toBe(before)
})
