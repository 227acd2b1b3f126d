import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCtx, aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aSystem } from '../../../../tests/build/a-system.ts'
import { vacuumed, wholeReads } from '../../../../tests/build/whole-reads.ts'
import { listLogs } from './list-logs.ts'
import { listTasks } from './list-tasks.ts'
import { taskWork } from './work-task.ts'

let open: OpenDb
const systemIds: string[] = []
const tables = ['sync_tasks', 'sync_task_logs']
const logged = '01900000-0000-7000-9000-000000000007'

beforeAll(async () => {
  // One connection, so that its own statistics can be asked for at once.
  open = await aDb(1)
  for (const table of tables) await sql`alter table ${sql.table(table)} set (autovacuum_enabled = false)`.execute(open.db)
  for (let n = 0; n < 50; n++) systemIds.push((await aSystem(open.db)).id)
  await sql`
    insert into sync_tasks (id, system_id, kind, state, origin, created_at, started_at, ended_at, executed, errors)
    select ('01900000-0000-7000-9000-' || lpad(n::text, 12, '0'))::uuid, (${systemIds}::uuid[])[1 + n % 50],
      (array['venues', 'areas', 'availability', 'reservations'])[1 + n / 50 % 4], 'done', 'schedule',
      now() - n * interval '20 seconds', now(), now(), 10, case when n % 500 = 7 then 3 else 0 end
    from generate_series(1, 40000) as n`.execute(open.db)
  await sql`
    insert into sync_task_logs (task_id, id, level, code, at)
    select ('01900000-0000-7000-9000-' || lpad((n % 400 * 100 + 7)::text, 12, '0'))::uuid, gen_random_uuid(), 'error', 'venue_unknown', now()
    from generate_series(0, 39999) as n`.execute(open.db)
  await vacuumed(open)
})
afterAll(() => open.close())

test.each<[string, () => Parameters<typeof listTasks>[1]]>([
  ['the first page', () => ({})],
  ['what went wrong', () => ({ filters: { troubled: true } })],
  ['one system', () => ({ filters: { systemId: systemIds[3]! } })],
])('HU5: of forty thousand tasks, %s does not read all', async (_what, query) => {
  const before = await wholeReads(open, ...tables)
  const page = await listTasks(aCtx(open.db), query())
  expect(page.total).toBeGreaterThan(0)
  if (page.next) await listTasks(aCtx(open.db), { ...query(), after: page.next })
  expect(await wholeReads(open, ...tables)).toBe(before)
})

test('HU5: nor do the lines of one task, or the look for what is due', async () => {
  const before = await wholeReads(open, ...tables)
  expect((await listLogs(aCtx(open.db), { params: { id: logged }, query: {} })).total).toBe(100)
  expect(await taskWork.take(aCtx(open.db), 3)).toEqual([])
  expect(await wholeReads(open, ...tables)).toBe(before)
})
