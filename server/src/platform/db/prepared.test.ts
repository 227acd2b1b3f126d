import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { statement } from './statement.ts'

// One connection: what is asked often is prepared on it, and its rows are described once.
let open: OpenDb
beforeAll(async () => {
  open = await aDb(1)
  await statement`create table bells (id integer primary key, sound text not null)`.execute(open.db)
})
afterAll(() => open.close())

const often = 6
const times = Array.from({ length: often }, (_, at) => at)

test('each of many questions at once hears its own rows, also none', async () => {
  await statement`insert into bells values (1, 'ding'), (2, 'dong')`.execute(open.db)
  const asked = Array.from({ length: 60 }, (_, at) => at % 4)
  const heard = await Promise.all(
    asked.map(async (id) => (await statement<{ sound: string }>`select id, sound from bells where id = ${id}`.execute(open.db)).rows),
  )
  const sounds = [[], [{ id: 1, sound: 'ding' }], [{ id: 2, sound: 'dong' }], []]
  expect(heard).toEqual(asked.map((id) => sounds[id]))
})

test('a write without rows tells how many it reached, the first time and ever after', async () => {
  for (const at of times) {
    const { numAffectedRows, rows } = await statement`update bells set sound = ${`ding ${at}`} where id = ${at % 2 ? 1 : 99}`.execute(
      open.db,
    )
    expect([numAffectedRows, rows]).toEqual([at % 2 ? 1n : 0n, []])
  }
})

test('what fails among many takes no other with it, and the same question works again', async () => {
  const ask = (divisor: number) => statement<{ half: number }>`select 10 / ${divisor}::int as half`.execute(open.db)
  for (const _ of times) {
    const [first, second, third] = await Promise.allSettled([ask(2), ask(0), ask(5)])
    expect(second).toMatchObject({ status: 'rejected', reason: { code: '22012' } })
    expect([first, third]).toMatchObject([{ value: { rows: [{ half: 5 }] } }, { value: { rows: [{ half: 2 }] } }])
  }
})

test('one that fails after its first rows answers with the failure, not with half of them', async () => {
  const ask = (from: number) => statement`select 10 / n as part from generate_series(${from}::int, ${-5}::int, -1) as n`.execute(open.db)
  for (const _ of times) await expect(ask(3)).rejects.toMatchObject({ code: '22012' })
  expect((await ask(-4)).rows).toEqual([{ part: -2 }, { part: -2 }])
})

test('the processes of a database on this machine give way to the one that asks them', async ({ skip }) => {
  const { rows } = await statement<{
    pid: number
    local: boolean
  }>`select pg_backend_pid() as pid, inet_client_addr() is null as local`.execute(open.db)
  const { pid, local } = rows[0]!
  if (!local || !existsSync(`/proc/${pid}/autogroup`)) skip('not on this machine, or a kernel that does not share by sessions')
  await vi.waitFor(() => expect(readFileSync(`/proc/${pid}/autogroup`, 'utf8')).toMatch(/nice 10$/m), { timeout: 60_000 })
})
