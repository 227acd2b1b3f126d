import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChannel, type TestChannel } from '../../../../tests/build/a-channel.ts'
import { aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aSystem, type TestSystem } from '../../../../tests/build/a-system.ts'
import { idOf, manyCompanies } from '../../../../tests/build/many-rows.ts'
import { vacuumed, wholeReads } from '../../../../tests/build/whole-reads.ts'
import { onboardingHandlers as onboarding } from './routes.ts'

let open: OpenDb
let system: TestSystem
let channel: TestChannel

beforeAll(async () => {
  // One connection, so that its own statistics can be asked for at once.
  open = await aDb(1)
  await sql`alter table venues set (autovacuum_enabled = false)`.execute(open.db)
  system = await aSystem(open.db)
  channel = await aChannel(open.db)
  await manyCompanies(open.db, 500)
  await sql`
    insert into venues (id, company_id, system_id, name, city, country_code, time_zone, currency, address, phone_number)
    select ${idOf('9000', 'n')}, ${idOf('8000', 'n % 500')}, ${system.id}::uuid, 'V ' || md5(n::text), 'City ' || n % 300, 'ES', 'Europe/Madrid', 'EUR',
      'Calle ' || left(md5(n::text), 8) || ' ' || n % 90, '+34 91' || lpad(n::text, 7, '0') from generate_series(1, 20000) n`.execute(
    open.db,
  )
  await vacuumed(open)
})
afterAll(() => open.close())

test('ON3: among twenty thousand venues of a system none is looked for from end to end', async () => {
  const before = await wholeReads(open, 'venues')
  const parties = { systemId: system.id, channelId: channel.id }
  const place = { venueAddress: 'Calle c4ca4238 1, Madrid', venuePhone: '910000001', venueCountry: 'ES' }
  const query = { ...parties, venueName: 'V c4ca4238a0b923820dcc509a6f75849b', ...place }
  const found = await onboarding.candidates(aCtx(open.db), { query })
  expect(found[0]).toMatchObject({ reasons: ['name', 'address', 'phone'], likely: true })
  expect(await wholeReads(open, 'venues')).toBe(before)
})
