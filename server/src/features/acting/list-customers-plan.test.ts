import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aUser, ctxOfUser, type TestUser } from '../../../../tests/build/a-user.ts'
import { aCompany, aVenue } from '../../../../tests/build/a-venue.ts'
import { idOf } from '../../../../tests/build/many-rows.ts'
import { vacuumed, wholeReads } from '../../../../tests/build/whole-reads.ts'
import { listCustomers } from './list-customers.ts'

let open: OpenDb
let admin: TestUser
beforeAll(async () => {
  // One connection, so that its own statistics can be asked for at once.
  open = await aDb(1)
  await sql`insert into companies (id, name, country_code) select ${idOf('8000', 'n')}, 'Company ' || md5(n::text), 'ES' from generate_series(0, 1999) n`.execute(
    open.db,
  )
  await sql`
    insert into users (id, company_id, email, password_hash, first_name, last_name, roles)
    select ${idOf('a000', 'n')}, ${idOf('8000', 'n % 2000')}, 'user-' || n || '@example.test', '', (array['Ana', 'Bo', 'Cy', 'Di', 'Eve'])[1 + n % 5], md5((n * 7)::text),
      array['ROLE_MANAGER'] from generate_series(1, 20000) n`.execute(open.db)
  admin = await aUser(open.db)
  await vacuumed(open)
})
afterAll(() => open.close())

const reads = () => wholeReads(open, 'users')

test.each([
  ['an e-mail address', 'user-12345@example.test', 1],
  ['a name', 'ana 0a1b', undefined],
  ['a company', 'c4ca4238a0b923820dcc509a6f75849b', 10],
])('AC8: of twenty thousand customers, %s is found without reading all', async (_what, search, total) => {
  const before = await reads()
  const page = await listCustomers(ctxOfUser(open.db, admin), { filters: { search } })
  if (total !== undefined) expect(page.total).toBe(total)
  expect(await reads()).toBe(before)
})

test('AC8: and page follows page in the order of names', async () => {
  const ctx = ctxOfUser(open.db, admin)
  const first = await listCustomers(ctx, { limit: 3 })
  const second = await listCustomers(ctx, { limit: 3, after: first.next! })
  const six = await listCustomers(ctx, { limit: 6 })
  expect([...first.data, ...second.data]).toEqual(six.data)
  expect([first.total, six.total]).toEqual([20_000, 20_000])
})

test('AC8: what somebody was given is counted without the venues that were given up', async () => {
  const companyId = await aCompany(open.db)
  const [one, gone] = [await aVenue(open.db, { companyId }), await aVenue(open.db, { companyId })]
  const person = await aUser(open.db, { companyId, roles: ['ROLE_MANAGER'], venues: [one.id, gone.id] })
  await sql`update venues set archived_at = now(), archived_active = active, active = false where id = ${gone.id}`.execute(open.db)
  const { data } = await listCustomers(ctxOfUser(open.db, admin), { filters: { search: person.email } })
  expect(data).toMatchObject([{ id: person.id, venues: 1 }])
})
