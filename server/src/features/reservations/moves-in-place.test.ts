import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aReservation } from '../../../../tests/build/a-reservation.ts'
import { aUser, ctxOfUser } from '../../../../tests/build/a-user.ts'
import { aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { reservationsHandlers } from './routes.ts'

let open: OpenDb
let ctx: Ctx
let venue: TestVenue
beforeAll(async () => {
  open = await aDb()
  ctx = ctxOfUser(open.db, await aUser(open.db))
  venue = await aVenue(open.db)
})
afterAll(() => open.close())

/** Updates of reservations so far, and those among them that wrote no index. */
const updates = async (): Promise<{ all: number; inPlace: number }> => {
  await sql`select pg_stat_force_next_flush()`.execute(open.db)
  const { rows } = await sql<{ all: number; inPlace: number }>`
    select n_tup_upd::int as all, n_tup_hot_upd::int as in_place from pg_stat_user_tables where relname = 'reservations'`.execute(open.db)
  return rows[0]!
}

const { seat, complete, cancel, noShow } = reservationsHandlers
/** The share of an evening's moves that wrote no index. */
const evening = async (): Promise<number> => {
  const count = 240
  const ids: string[] = []
  for (let n = 0; n < count; n++) ids.push((await aReservation(open.db, venue, { time: '12:00' })).id)
  const before = await updates()
  const ask = (id: string, body: object = {}) => [ctx, { params: { id }, body } as never] as const
  for (const [n, id] of ids.entries())
    if (n % 8 === 0) await cancel(...ask(id, { reason: 'ill', notify: false }))
    else if (n % 8 === 1) await noShow(...ask(id))
    else await seat(...ask(id))
  for (const [n, id] of ids.entries()) if (n % 8 > 1) await complete(...ask(id))
  const after = await updates()
  expect(after.all - before.all).toBe(count + (count * 6) / 8)
  return (after.inPlace - before.inPlace) / (after.all - before.all)
}

test('an evening of moves stays on its pages and writes no index', async () => {
  const { rows } = await sql<{ options: string[] }>`select reloptions as options from pg_class where relname = 'reservations'`.execute(
    open.db,
  )
  expect(rows[0]!.options).toContain('fillfactor=85')
  // Beside other databases of one server, in which something is always written, what a move left behind stands on its page for longer: there must be room for all.
  await sql`alter table reservations set (fillfactor = 20)`.execute(open.db)
  expect(await evening()).toBeGreaterThanOrEqual(0.8)
})

test('no index holds what a move changes, as a column, in an expression or in its condition', async () => {
  const { rows } = await sql<{ index: string }>`
    select distinct i.indexrelid::regclass::text as index
    from pg_index i join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = i.indexrelid and d.refobjid = i.indrelid
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = d.refobjsubid
    where i.indrelid = 'reservations'::regclass
      and a.attname in ('status', 'ends_at', 'canceled_at', 'cancel_actor', 'cancel_reason', 'updated_at', 'version')`.execute(open.db)
  expect(rows).toEqual([])
})

test('a hold is no booking until it is one, whoever writes it', async () => {
  const listed = async (id: string) =>
    (await sql<{ listed: boolean }>`select listed from reservations where id = ${id}`.execute(open.db)).rows[0]!.listed
  const hold = await aReservation(open.db, venue, { status: 'held', time: '12:00' })
  expect(await listed(hold.id)).toBe(false)
  await sql`update reservations set status = 'confirmed', hold_expires_at = null where id = ${hold.id}`.execute(open.db)
  expect(await listed(hold.id)).toBe(true)
  const lost = await aReservation(open.db, venue, { status: 'held', time: '12:00' })
  await sql`update reservations set status = 'expired', hold_expires_at = null where id = ${lost.id}`.execute(open.db)
  expect(await listed(lost.id)).toBe(false)
  // A hand at a prompt cannot say otherwise.
  await sql`update reservations set listed = true where id = ${lost.id}`.execute(open.db)
  expect(await listed(lost.id)).toBe(false)
})
