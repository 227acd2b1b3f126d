import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { makeDb, makePool } from './connect.ts'
import { statement } from './statement.ts'

// One connection: frequent statements become prepared statements on it.
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
  const answers = await Promise.all(
    asked.map(async (id) => (await statement<{ sound: string }>`select id, sound from bells where id = ${id}`.execute(open.db)).rows),
  )
  const sounds = [[], [{ id: 1, sound: 'ding' }], [{ id: 2, sound: 'dong' }], []]
  expect(answers).toEqual(asked.map((id) => sounds[id]))
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

test('names of statements can be left out, for poolers that do not know of them', async () => {
  const asked = async (prepare: boolean): Promise<number> => {
    const pool = makePool({ url: open.url, max: 1, name: 'names', prepare })
    const db = makeDb(pool)
    for (const at of times) await statement`select sound from bells where id = ${at}`.execute(db)
    const { rows } = await statement<{ prepared: number }>`select count(*)::int as prepared from pg_prepared_statements`.execute(db)
    await pool.end()
    return rows[0]!.prepared
  }
  expect([await asked(true), await asked(false)]).toEqual([1, 0])
})
