import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChannel } from '../../../../tests/build/a-channel.ts'
import { aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aUser, ctxOfUser } from '../../../../tests/build/a-user.ts'
import { idOf, manyCompanies } from '../../../../tests/build/many-rows.ts'
import { vacuumed, wholeReads } from '../../../../tests/build/whole-reads.ts'
import { listVenueChannels } from './list-venue-channels.ts'
import { listVenueLinks } from './list-venue-links.ts'

let open: OpenDb
let channelIds: string[]
const tables = ['venues', 'channel_venues', 'venue_link_states']
beforeAll(async () => {
  // One connection, so that its own statistics can be asked for at once.
  open = await aDb(1)
  for (const table of tables) await sql`alter table ${sql.table(table)} set (autovacuum_enabled = false)`.execute(open.db)
  await manyCompanies(open.db, 2000)
  await sql`
    insert into venues (id, company_id, name, city, country_code, time_zone, currency)
    select ${idOf('9000', 'n')}, ${idOf('8000', 'n % 2000')}, (array['Osteria', 'Casa', 'Bistro', 'The', 'Cafe'])[1 + n % 5] || ' ' || md5(n::text),
      'City ' || n % 700, 'ES', 'Europe/Madrid', 'EUR'
    from generate_series(1, 20000) n`.execute(open.db)
  channelIds = [(await aChannel(open.db)).id, (await aChannel(open.db)).id]
  for (const channelId of channelIds)
    await sql`
      insert into channel_venues (venue_id, channel_id, state)
      select id, ${channelId}::uuid, case when import_key is null and right(id::text, 3) = '007' then 'error' when right(id::text, 1) = '3' then 'paused' else 'live' end
      from venues`.execute(open.db)
  await vacuumed(open)
})
afterAll(() => open.close())

const platform = () => aCtx(open.db)
test.each<[string, () => Parameters<typeof listVenueLinks>[1]]>([
  ['the first page', () => ({})],
  ['a name', () => ({ filters: { criteria: 'abc1' } })],
  ['what is broken on one channel', () => ({ filters: { channelId: channelIds[0]!, state: ['error'] } })],
  ['what is broken anywhere', () => ({ filters: { state: ['error', 'rejected'] } })],
  ['what is not live on one channel', () => ({ filters: { channelId: channelIds[0]!, state: ['not_enabled', 'paused', 'error'] } })],
])('CH1: of twenty thousand venues, %s does not read all', async (_what, query) => {
  const before = await wholeReads(open, ...tables)
  const page = await listVenueLinks(platform(), query())
  expect(page.total).toBeGreaterThan(0)
  if (page.next) await listVenueLinks(platform(), { ...query(), after: page.next })
  expect(await wholeReads(open, ...tables)).toBe(before)
})

test('nor does what a company sees, or the channels of one venue', async () => {
  const company = ctxOfUser(open.db, await aUser(open.db, { companyId: '01900000-0000-7000-8000-000000000007' }))
  const before = await wholeReads(open, ...tables)
  expect((await listVenueLinks(company, { filters: { state: ['live', 'error'] } })).total).toBe(10)
  expect(await listVenueChannels(platform(), { venueId: '01900000-0000-7000-9000-000000000001' })).toHaveLength(2)
  expect(await wholeReads(open, ...tables)).toBe(before)
})
