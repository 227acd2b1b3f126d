import { deflateRawSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChannel } from '../../../../tests/build/a-channel.ts'
import { aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aGoogleAccount } from '../../../../tests/build/a-google-account.ts'
import { aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import { vacuumed, wholeReads } from '../../../../tests/build/whole-reads.ts'
import { keepPublication } from '../google-feeds/publications.ts'
import { listDrifts } from './list-drifts.ts'
import { readLaunch } from './read-launch.ts'
import { readOffered } from './read-offered.ts'

let open: OpenDb
let venue: TestVenue
let accountId: string
/** Probes of one account are counted, and all are of one here. */
const growing = ['google_publications', 'audit_entries']
beforeAll(async () => {
  open = await aDb(1)
  for (const table of growing) await sql`alter table ${sql.table(table)} set (autovacuum_enabled = false)`.execute(open.db)
  const venues = await Promise.all(Array.from({ length: 20 }, () => aVenue(open.db)))
  venue = venues[7]!
  const channel = await aChannel(open.db, { venues: venues.map(({ id }) => id) })
  ;({ id: accountId } = await aGoogleAccount(open.db, { channelId: channel.id }))
  const starts = deflateRawSync('[]').toString('base64')
  await sql`
    insert into google_publications (account_id, venue_id, day, at, hash, starts)
    select ${accountId}, v.id, current_date + d, now() - n * interval '10 minutes', n::text, decode(${starts}, 'base64')
    from venues v, generate_series(0, 59) d, generate_series(1, 30) n`.execute(open.db)
  await sql`
    insert into google_drifts (id, account_id, at, checked, wrong)
    select gen_random_uuid(), ${accountId}, now() - n * interval '1 hour', 100, 1 from generate_series(1, 20000) n`.execute(open.db)
  await sql`
    insert into audit_entries (id, action, subject, venue_id, actor_kind, actor_name, request_id, at)
    select gen_random_uuid(), 'book.updated', 'book', v.id, 'user', 'Ada', 'test', now() - n * interval '1 minute' from venues v, generate_series(1, 1500) n`.execute(
    open.db,
  )
  await vacuumed(open)
})
afterAll(() => open.close())

test('GO1: of thirty-six thousand publications an evening is read by its index, and so are probes and the launch room', async () => {
  const ctx = aCtx(open.db)
  const before = await wholeReads(open, ...growing)
  const date = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
  const offered = await readOffered(ctx, { params: { id: venue.id, accountId }, query: { date, partySize: 2 } } as never)
  expect(offered.history).toHaveLength(10)
  expect(offered.history[0]!.causes[0]).toMatchObject({ kind: 'setting', action: 'book.updated', by: 'Ada' })
  const next = await readOffered(ctx, { params: { id: venue.id, accountId }, query: { date, partySize: 2, after: offered.next! } } as never)
  expect(new Set([...offered.history, ...next.history].map(({ id }) => id)).size).toBe(20)
  expect((await listDrifts(ctx, { params: { id: accountId }, query: {} } as never)).data).toHaveLength(24)
  expect((await readLaunch(ctx, accountId)).checks.find(({ name }) => name === 'drift')).toMatchObject({ state: 'met', of: 100 })
  expect(await wholeReads(open, ...growing)).toBe(before)
})

test('GO1: what is told again unchanged is kept once, and what was never told is no news for an update', async () => {
  const ctx = aCtx(open.db)
  const count = async (): Promise<number> => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::integer as n from google_publications where venue_id = ${venue.id} and day >= current_date + 100`.execute(open.db)
    return rows[0]!.n
  }
  const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const slot = {
    startSec: Math.floor(Date.parse(`${day(120)}T20:00:00Z`) / 1000),
    durationSec: 5400,
    partySize: 2,
    room: undefined,
    spotsOpen: 3,
    spotsTotal: 4,
    mode: 'CONFIRMATION_MODE_SYNCHRONOUS' as const,
    lastBookableSec: undefined,
  }
  const told = { accountId, venueId: venue.id, timeZone: 'UTC', from: day(118), to: day(122), feedId: null }
  const at = (minute: number): string => new Date(Date.now() + minute * 60_000).toISOString()
  await keepPublication(ctx, { ...told, slots: [slot], at: at(0) })
  expect(await count()).toBe(1)
  await keepPublication(ctx, { ...told, slots: [slot], at: at(1) })
  expect(await count()).toBe(1)
  await keepPublication(ctx, { ...told, slots: [{ ...slot, spotsOpen: 2 }], at: at(2) })
  expect(await count()).toBe(2)
  await keepPublication(ctx, { ...told, slots: [], at: at(3) })
  expect(await count()).toBe(3)
})
