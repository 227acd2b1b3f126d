import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { clean } from '#src/features/upkeep/clean.ts'
import { type Follower, followOnce } from './follow.ts'

let open: OpenDb
beforeAll(async () => {
  open = await aDb(12)
  await sql`create table heard (id bigint)`.execute(open.db)
})
afterAll(() => open.close())
beforeEach(async () => {
  await sql`truncate live_messages, live_followers, heard`.execute(open.db)
  await sql`insert into live_followers (name, xid) values ('test', pg_snapshot_xmin(pg_current_snapshot()))`.execute(open.db)
})

const follower = (fail = false): Follower => ({
  name: 'test',
  type: 'reservation',
  wants: () => true,
  take: async (ctx, messages) => {
    await sql`insert into heard select * from unnest(${messages.map(({ id }) => id)}::bigint[])`.execute(ctx.db)
    if (fail) throw new Error('killed')
  },
})
const say = (count = 1, db = open.db) =>
  sql`insert into live_messages (message) select '{"type":"reservation"}' from generate_series(1, ${count})`.execute(db)
const heard = async (): Promise<number[]> =>
  (await sql<{ id: number }>`select id from heard order by id`.execute(open.db)).rows.map(({ id }) => id)
const said = async (): Promise<number[]> =>
  (await sql<{ id: number }>`select id from live_messages order by id`.execute(open.db)).rows.map(({ id }) => id)
const once = (fail = false) => followOnce(aCtx(open.db), follower(fail))

test('what is said is heard once, however often and by how many it is looked for', async () => {
  await say(3)
  await once()
  await once()
  await say(2)
  await Promise.all([once(), once(), once()])
  await once()
  expect(await heard()).toEqual(await said())
})

test('a slow transaction with a lower id is not missed, and what overtook it is not heard twice', async () => {
  const slow = await open.db.startTransaction().execute()
  await say(1, slow as never)
  await say(2)
  await once()
  expect((await heard()).length).toBe(2)
  await once()
  expect((await heard()).length).toBe(2)
  await slow.commit().execute()
  await once()
  expect(await heard()).toEqual(await said())
})

test('killed in the middle nothing is lost and nothing doubled', async () => {
  await say(3)
  await expect(once(true)).rejects.toThrow('killed')
  expect(await heard()).toEqual([])
  await once()
  expect(await heard()).toEqual(await said())
})

test('a long absence is made up for in portions', async () => {
  await say(450)
  await say(30)
  let rounds = 1
  while ((await once()) === 'more') rounds++
  expect(rounds).toBeGreaterThan(2)
  expect(await heard()).toEqual(await said())
})

test('one process at a time has the place', async () => {
  const other = await open.db.startTransaction().execute()
  await sql`select from live_followers for update`.execute(other)
  expect(await once()).toBe('busy')
  await other.rollback().execute()
  expect(await once()).toBe('taken')
})

test('old messages stay until they were heard, then they go', async () => {
  await say(3)
  await sql`update live_messages set created_at = now() - interval '2 hours'`.execute(open.db)
  expect((await clean(aCtx(open.db)))['live_messages']).toBe(0)
  // A transaction elsewhere in the cluster holds the horizon back for as long as it is open.
  let gone = 0
  await expect.poll(async () => (await once(), (gone += (await clean(aCtx(open.db)))['live_messages']!))).toBe(3)
  expect((await heard()).length).toBe(3)
})

test('a database restored elsewhere, which counts its transactions anew, is followed on', async () => {
  await sql`update live_followers set xid = '999999999999'`.execute(open.db)
  await once()
  await say(2)
  await once()
  expect(await heard()).toEqual(await said())
})
